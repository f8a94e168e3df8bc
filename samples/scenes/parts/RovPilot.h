// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidThruster.h"

#include <vector>

namespace samples {

/// Six thrusters on a body, and a controller of position and heading, sharing its force among the thrusters.
class RovPilot {
  public:
    /// \param place target of the body's centre of mass, world [m] \param heading of its x axis, from x to y [rad]
    RovPilot(const btFluidAction& fluid, btRigidBody* body, const ambient::Vector3& place, double heading);

    /// Applies the thrusts of the coming step. \param timeStep [s]
    void act(double timeStep);

  private:
    void add(const ambient::Vector3& position, const ambient::Vector3& axis, bool isRightHanded);

    const btFluidAction& m_fluid;
    btRigidBody* m_body;
    ambient::Vector3 m_place, m_held = ambient::Vector3::Zero();
    double m_heading;
    std::vector<btFluidThruster> m_thrusters;
    Eigen::Matrix<double, 4, 6> m_wrenches; ///< force and torque about z, per thruster
    Eigen::Matrix<double, 6, 4> m_share;    ///< thrusts per force and torque
};

} // namespace samples
