// SPDX-License-Identifier: Zlib
#include "scenes/parts/RovPilot.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <cmath>

namespace samples {

using ambient::Vector3;

RovPilot::RovPilot(const btFluidAction& fluid, btRigidBody* body, const Vector3& place, double heading)
    : m_fluid(fluid), m_body(body), m_place(place), m_heading(heading) {
    const double slant = std::sqrt(0.5);
    for (const double x : {1.0, -1.0})
        for (const double y : {1.0, -1.0}) // at the corners, level, each towards the middle line
            add({0.3 * x, 0.22 * y, 0.0}, {slant, -slant * x * y, 0.0}, x * y > 0.0);
    for (const double y : {1.0, -1.0})
        add({0.0, 0.15 * y, 0.05}, Vector3::UnitZ(), y > 0.0);
    // The thrusts of least sum of squares for a force and a torque about the vertical.
    m_share = m_wrenches.transpose() * (m_wrenches * m_wrenches.transpose()).inverse();
}

void RovPilot::act(double timeStep) {
    const ambient::Pose pose = btFluidPose(m_body->getWorldTransform());
    const Vector3 speed = btFluidVector(m_fluid.getLinearVelocity(m_body));
    const double turn = btFluidVector(m_fluid.getAngularVelocity(m_body)).z();
    const Vector3 nose = pose.orientation * Vector3::UnitX(), error = m_place - pose.position;
    const double off = std::remainder(m_heading - std::atan2(nose.y(), nose.x()), 2.0 * ambient::kPi);
    m_held = (m_held + timeStep * 40.0 * error).cwiseMax(-60.0).cwiseMin(60.0); // against the current
    const Vector3 force = (200.0 * error).cwiseMax(-80.0).cwiseMin(80.0) - 300.0 * speed + m_held;
    Eigen::Vector4d demand;
    demand << pose.orientation.conjugate() * force, 40.0 * off - 40.0 * turn;
    const Eigen::Matrix<double, 6, 1> thrusts = m_share * demand;
    for (std::size_t i = 0; i < m_thrusters.size(); ++i) {
        ambient::Thruster& thruster = m_thrusters[i].getThruster();
        thruster.setCommand(thruster.commandOf(thrusts[Eigen::Index(i)], 998.2));
        m_thrusters[i].apply(btScalar(timeStep));
    }
}

void RovPilot::add(const Vector3& position, const Vector3& axis, bool isRightHanded) {
    ambient::ThrusterDef def;
    def.position = position;
    def.axis = axis;
    def.isRightHanded = isRightHanded;
    def.fastestSpeed = 50.0;
    const Eigen::Index column = Eigen::Index(m_thrusters.size());
    m_wrenches.col(column) << axis, position.cross(axis).z();
    m_thrusters.emplace_back(m_fluid, m_body, def);
}

} // namespace samples
