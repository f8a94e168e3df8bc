// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <algorithm>
#include <memory>

namespace samples {

/// Largest error and torque of the motors of a multi-body in a run.
struct MotorLog {
    double error = 0.0;  ///< of a joint against its path [rad, m]
    double torque = 0.0; ///< [N m, N]
    bool hasMotors = false;
};

/// Fills a MotorLog after each step; an action after that of the fluid.
class MotorWatch final : public btActionInterface {
  public:
    MotorWatch(const btFluidAction& fluid, const btMultiBody* robot, std::shared_ptr<MotorLog> log)
        : m_fluid(fluid), m_robot(robot), m_log(std::move(log)) {}

    void updateAction(btCollisionWorld*, btScalar) override {
        const btFluidMultiBody* wet = m_fluid.getFluidMultiBodies().find(m_robot);
        if (!wet || !wet->getDriver()) return;
        m_log->hasMotors = true;
        m_log->error = std::max(m_log->error, wet->getDriver()->trackingError());
        m_log->torque = std::max(m_log->torque, wet->getDriver()->torques().cwiseAbs().maxCoeff());
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    const btFluidAction& m_fluid;
    const btMultiBody* m_robot;
    std::shared_ptr<MotorLog> m_log;
};

} // namespace samples
