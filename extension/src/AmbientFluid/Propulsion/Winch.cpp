// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/Winch.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

void require(bool isValid, const char* name, double value) {
    if (!isValid || !std::isfinite(value))
        throw std::invalid_argument(std::string("Winch: ") + name + " is out of range: " + textOf(value));
}

} // namespace

Winch::Winch(const WinchDef& def) : m_def(def), m_length(def.length) {
    require(def.length > 0.0, "length", def.length);
    require(def.stiffness > 0.0, "stiffness", def.stiffness);
    require(def.damping >= 0.0, "damping", def.damping);
    require(def.drumRadius > 0.0, "drumRadius", def.drumRadius);
    require(def.fastestRate > 0.0, "fastestRate", def.fastestRate);
    require(def.timeConstant >= 0.0, "timeConstant", def.timeConstant);
    require(def.largestTension > 0.0, "largestTension", def.largestTension);
    require(def.shortest > 0.0 && def.shortest <= def.length, "shortest", def.shortest);
}

void Winch::setCommand(double rate) {
    require(true, "command", rate);
    m_command = std::clamp(rate, -m_def.fastestRate, m_def.fastestRate);
}

void Winch::setState(double length, double rate) {
    require(length > 0.0, "length", length);
    require(true, "rate", rate);
    m_length = length;
    m_rate = rate;
}

Vector3 Winch::advance(double h, const Ends& ends) {
    const double distance = ends.difference.norm();
    const double lag = m_def.timeConstant > 0.0 ? 1.0 - portable::exp(-h / m_def.timeConstant) : 1.0;
    const double before = m_length;
    m_rate += lag * (m_command - m_rate);
    m_length += h * m_rate;
    if (m_length < m_def.shortest) m_length = std::min(before, m_def.shortest);
    m_rate = (m_length - before) / h;
    m_isSlipping = false;
    m_tension = 0.0;
    if (!(distance > 0.0)) return Vector3::Zero();
    // At the end of the step the ends are at d + h d' - h^2 w T, and their speed is d' - h w T.
    const Vector3 along = ends.difference / distance;
    const double speed = along.dot(ends.velocity), w = ends.inverseMass;
    const double k = m_def.stiffness / m_length, c = m_def.damping;
    const double softness = 1.0 + h * w * (h * k + c);
    const double tension = (k * (distance + h * speed - m_length) + c * (speed - m_rate)) / softness;
    m_tension = std::max(0.0, tension);
    if (m_tension > m_def.largestTension) {
        // The drum pays out as much as leaves the largest tension in the cable.
        m_isSlipping = true;
        m_tension = m_def.largestTension;
        const double end = distance + h * speed - h * h * w * m_tension;
        m_length = std::max(before, end / (1.0 + m_tension / m_def.stiffness));
        m_rate = (m_length - before) / h;
    }
    return -m_tension * along;
}

} // namespace ambient
