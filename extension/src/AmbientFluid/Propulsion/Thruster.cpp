// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/Thruster.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

void requireInRange(bool isInRange, double value, const char* name) {
    if (isInRange && std::isfinite(value)) return;
    throw std::invalid_argument(std::string("Thruster: ") + name + " is out of range: " + textOf(value));
}

} // namespace

Thruster::Thruster(const ThrusterDef& def) : m_def(def) {
    requireFinite(def.position, "Thruster: position");
    m_def.axis = requireDirection(def.axis, "Thruster: axis");
    requireInRange(def.diameter > 0.0, def.diameter, "diameter");
    requireInRange(def.thrustCoefficient > 0.0, def.thrustCoefficient, "thrustCoefficient");
    requireInRange(def.torqueCoefficient >= 0.0, def.torqueCoefficient, "torqueCoefficient");
    requireInRange(def.freeAdvanceRatio > 0.0, def.freeAdvanceRatio, "freeAdvanceRatio");
    requireInRange(def.astern > 0.0 && def.astern <= 1.0, def.astern, "astern");
    requireInRange(def.timeConstant >= 0.0, def.timeConstant, "timeConstant");
    requireInRange(def.fastestSpeed > 0.0, def.fastestSpeed, "fastestSpeed");
    constexpr double kWater = 1000.0, kMost = 1e30;
    const Load most = loadAt(def.fastestSpeed, kWater, 0.0);
    const double torque = most.torque + def.position.norm() * most.thrust;
    requireInRange(most.thrust <= kMost, most.thrust, "thrust at the fastest speed");
    requireInRange(torque <= kMost, torque, "torque at the fastest speed");
}

void Thruster::setCommand(double speed) {
    requireFinite(speed, "Thruster: command");
    m_command = std::clamp(speed, -m_def.fastestSpeed, m_def.fastestSpeed);
}

void Thruster::setSpeed(double speed) {
    requireFinite(speed, "Thruster: speed");
    m_speed = std::clamp(speed, -m_def.fastestSpeed, m_def.fastestSpeed);
}

double Thruster::commandOf(double thrust, double density) const {
    requireFinite(thrust, "Thruster: thrust");
    requirePositive(density, "Thruster: density");
    const double perSquare = density * portable::pow(m_def.diameter, 4) * m_def.thrustCoefficient;
    const double size = std::sqrt(std::abs(thrust) / (thrust < 0.0 ? m_def.astern * perSquare : perSquare));
    return std::copysign(size, thrust);
}

Thruster::Load Thruster::loadAt(double speed, double density, double advance) const {
    const double square = (std::abs(speed) * (speed - advance / (m_def.diameter * m_def.freeAdvanceRatio))) *
                          (speed < 0.0 ? m_def.astern : 1.0);
    const double perThrust = density * portable::pow(m_def.diameter, 4) * square;
    const double torque = perThrust * m_def.diameter * m_def.torqueCoefficient;
    return {perThrust * m_def.thrustCoefficient, torque, 2.0 * kPi * speed * torque};
}

Wrench Thruster::advance(double duration, double density, const Vector3& velocity) {
    const auto speedAfter = [&](double time) {
        if (!(m_def.timeConstant > 0.0)) return m_command;
        return m_command + (m_speed - m_command) * portable::exp(-time / m_def.timeConstant);
    };
    const double inflow = velocity.dot(m_def.axis);
    const bool isLagging = m_def.timeConstant > 0.0;
    const Load start = loadAt(isLagging ? m_speed : m_command, density, inflow),
               middle = loadAt(speedAfter(0.5 * duration), density, inflow);
    m_speed = speedAfter(duration);
    const Load end = loadAt(m_speed, density, inflow);
    const auto mean = [](double a, double b, double c) { return (a + 4.0 * b + c) / 6.0; }; // Simpson's rule
    m_thrust = mean(start.thrust, middle.thrust, end.thrust);
    m_torque = mean(start.torque, middle.torque, end.torque);
    m_power = mean(start.power, middle.power, end.power);
    const Vector3 force = m_thrust * m_def.axis;
    // A right-handed propeller that pushes ahead turns about +axis, so that its motor turns the body about -axis.
    const Vector3 reaction = (m_def.isRightHanded ? -m_torque : m_torque) * m_def.axis;
    return {reaction + m_def.position.cross(force), force};
}

} // namespace ambient
