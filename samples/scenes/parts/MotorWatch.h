// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace samples {

/// Largest error and torque of the motors of a multi-body in a run, and in each step.
struct MotorLog {
    double error = 0.0;  ///< of a joint against its path [rad, m]
    double torque = 0.0; ///< [N m, N]
    bool hasMotors = false;
    std::vector<double> errors, torques; ///< as `error` and `torque`, by steps

    /// The entry of the step before a frame; 0 without entries.
    static double at(const std::vector<double>& steps, int frame) {
        if (steps.empty()) return 0.0;
        return steps[std::min(steps.size() - 1, static_cast<std::size_t>(std::max(0, frame - 1)))];
    }
};

/// Fills a MotorLog after each step; an action after the fluid's.
class MotorWatch final : public btActionInterface {
  public:
    MotorWatch(const btFluidAction& fluid, const btMultiBody* robot, std::shared_ptr<MotorLog> log)
        : m_fluid(fluid), m_robot(robot), m_log(std::move(log)) {}

    void updateAction(btCollisionWorld*, btScalar) override {
        const btFluidMultiBody* wet = m_fluid.getFluidMultiBodies().find(m_robot);
        if (!wet || !wet->getDriver()) return;
        m_log->hasMotors = true;
        m_log->errors.push_back(wet->getDriver()->trackingError());
        m_log->torques.push_back(wet->getDriver()->torques().cwiseAbs().maxCoeff());
        m_log->error = std::max(m_log->error, m_log->errors.back());
        m_log->torque = std::max(m_log->torque, m_log->torques.back());
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    const btFluidAction& m_fluid;
    const btMultiBody* m_robot;
    std::shared_ptr<MotorLog> m_log;
};

} // namespace samples
