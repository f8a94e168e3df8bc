// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/Thruster.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Propulsion/LinearTable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

void requireInRange(bool isInRange, double value, const char* name) {
    if (isInRange && std::isfinite(value)) return;
    throw std::invalid_argument(std::string("Thruster: ") + name + " is out of range: " + textOf(value));
}

template <class Row>
LinearTable tableOf(const std::vector<Row>& rows, double Row::*x, double Row::*y, const char* name) {
    std::vector<double> places, values;
    for (const Row& row : rows) {
        places.push_back(row.*x);
        values.push_back(row.*y);
    }
    return LinearTable(std::move(places), std::move(values), name);
}

/// The least value of 2 pi K_Q - J K_T on a piece: the loss of the propeller, per rho D^5 n^3.
double leastLoss(const LinearTable::Line& thrust, const LinearTable::Line& torque, double low, double high) {
    const auto lossAt = [&](double ratio) { return 2.0 * kPi * torque.at(ratio) - ratio * thrust.at(ratio); };
    constexpr double kFar = 1e3; // in place of an endless piece
    low = std::max(low, -kFar);
    high = std::min(high, kFar);
    double least = std::min(lossAt(low), lossAt(high));
    // Its slope is linear and vanishes where 2 pi K_Q' - K_T - J K_T' = 0.
    const double bend = 2.0 * thrust.slope;
    const double middle = (2.0 * kPi * torque.slope - thrust.at(0.0)) / bend;
    if (bend < 0.0 && middle > low && middle < high) least = std::min(least, lossAt(middle));
    return least;
}

/// Refuses curves of a propeller that gives more than it takes.
void requireLoss(const LinearTable& thrust, const LinearTable& torque) {
    double scale = 0.0;
    for (std::size_t i = 0; i < torque.size(); ++i)
        scale = std::max(scale, 2.0 * kPi * std::fabs(torque.y(i)));
    const double endless = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < thrust.size(); ++i) {
        const double low = i == 0 ? -endless : thrust.x(i), high = i + 2 == thrust.size() ? endless : thrust.x(i + 1);
        if (leastLoss(thrust.line(i), torque.line(i), low, high) < -1e-9 * scale)
            throw std::invalid_argument("Thruster: openWater[" + std::to_string(i) + "] to [" + std::to_string(i + 1) +
                                        "]" + (i == 0 || i + 2 == thrust.size() ? " and beyond" : "") +
                                        ": the thrust times the inflow would exceed the power of the shaft");
    }
}

} // namespace

struct Thruster::Curves {
    LinearTable thrust, torque; ///< K_T and K_Q over J; empty: the coefficients
    LinearTable table;          ///< thrust over command; empty: commands are speeds
};

Thruster::Thruster(const ThrusterDef& def) : m_def(def), m_curves(std::make_shared<Curves>()) {
    requireFinite(def.position, "Thruster: position");
    m_def.axis = requireDirection(def.axis, "Thruster: axis");
    requireInRange(def.diameter > 0.0, def.diameter, "diameter");
    requireInRange(def.thrustCoefficient > 0.0, def.thrustCoefficient, "thrustCoefficient");
    requireInRange(def.torqueCoefficient >= 0.0, def.torqueCoefficient, "torqueCoefficient");
    requireInRange(def.freeAdvanceRatio > 0.0, def.freeAdvanceRatio, "freeAdvanceRatio");
    requireInRange(def.astern > 0.0 && def.astern <= 1.0, def.astern, "astern");
    requireInRange(def.timeConstant >= 0.0, def.timeConstant, "timeConstant");
    requireInRange(def.fastestSpeed > 0.0, def.fastestSpeed, "fastestSpeed");
    requireInRange(def.deadBand >= 0.0, def.deadBand, "deadBand");
    if (!def.openWater.empty()) {
        m_curves->thrust =
            tableOf(def.openWater, &OpenWaterPoint::advanceRatio, &OpenWaterPoint::thrust, "Thruster: openWater");
        m_curves->torque =
            tableOf(def.openWater, &OpenWaterPoint::advanceRatio, &OpenWaterPoint::torque, "Thruster: openWater");
        requireInRange(m_curves->thrust.x(0) <= 0.0, m_curves->thrust.x(0), "the first advance ratio of openWater");
        requireInRange(restCoefficient() > 0.0, restCoefficient(), "the thrust of openWater at rest");
        requireLoss(m_curves->thrust, m_curves->torque);
    }
    if (!def.table.empty()) setTable();
    m_command = m_neutral;
    constexpr double kWater = 1000.0, kMost = 1e30;
    const Load most = loadAt(def.fastestSpeed, kWater, 0.0);
    const double torque = std::fabs(most.torque) + def.position.norm() * most.thrust;
    requireInRange(most.thrust <= kMost, most.thrust, "thrust at the fastest speed");
    requireInRange(torque <= kMost, torque, "torque at the fastest speed");
}

void Thruster::setTable() {
    m_curves->table = tableOf(m_def.table, &ThrustPoint::command, &ThrustPoint::thrust, "Thruster: table");
    requireInRange(m_def.deadBand == 0.0, m_def.deadBand, "deadBand beside a table");
    requirePositive(m_def.tableDensity, "Thruster: tableDensity");
    const std::size_t last = m_curves->table.size() - 1;
    for (std::size_t i = 0; i < last; ++i)
        if (m_curves->table.y(i + 1) < m_curves->table.y(i))
            throw std::invalid_argument("Thruster: table[" + std::to_string(i + 1) + "]: the thrust falls to " +
                                        textOf(m_curves->table.y(i + 1)) + " N");
    requireInRange(m_curves->table.y(0) <= 0.0, m_curves->table.y(0), "the first thrust of the table");
    requireInRange(m_curves->table.y(last) >= 0.0, m_curves->table.y(last), "the last thrust of the table");
    for (const std::size_t end : {std::size_t(0), last}) {
        const double speed = std::fabs(speedOf(m_curves->table.y(end), m_def.tableDensity));
        if (speed > m_def.fastestSpeed * (1.0 + 1e-9))
            throw std::invalid_argument("Thruster: table[" + std::to_string(end) +
                                        "]: " + textOf(m_curves->table.y(end)) + " N need " + textOf(speed) +
                                        " 1/s, more than fastestSpeed");
    }
    m_neutral = commandOf(0.0, m_def.tableDensity);
}

void Thruster::setCommand(double command) {
    requireFinite(command, "Thruster: command");
    if (m_curves->table.empty())
        m_command = std::clamp(command, -m_def.fastestSpeed, m_def.fastestSpeed);
    else
        m_command = std::clamp(command, m_curves->table.x(0), m_curves->table.x(m_curves->table.size() - 1));
}

void Thruster::setSpeed(double speed) {
    requireFinite(speed, "Thruster: speed");
    m_speed = std::clamp(speed, -m_def.fastestSpeed, m_def.fastestSpeed);
}

double Thruster::restCoefficient() const {
    return m_curves->thrust.empty() ? m_def.thrustCoefficient : m_curves->thrust.at(0.0);
}

double Thruster::speedOf(double thrust, double density) const {
    requireFinite(thrust, "Thruster: thrust");
    requirePositive(density, "Thruster: density");
    const double perSquare = density * portable::pow(m_def.diameter, 4) * restCoefficient();
    const double size = std::sqrt(std::abs(thrust) / (thrust < 0.0 ? m_def.astern * perSquare : perSquare));
    return std::copysign(size, thrust);
}

double Thruster::commandOf(double thrust, double density) const {
    const double speed = speedOf(thrust, density);
    if (m_curves->table.empty()) return speed;
    const double inTable = thrust * (m_def.tableDensity / density);
    const std::size_t last = m_curves->table.size() - 1;
    std::size_t low = 0, high = last; // the rows around the thrust, or those at the ends of a level piece
    while (low < last && m_curves->table.y(low + 1) < inTable)
        ++low;
    while (high > 0 && m_curves->table.y(high - 1) > inTable)
        --high;
    const auto placeOn = [&](std::size_t row) {
        const LinearTable::Line line = m_curves->table.line(row);
        const double place = line.slope > 0.0 ? line.x + (inTable - line.y) / line.slope : line.x;
        return std::clamp(place, m_curves->table.x(row), m_curves->table.x(row + 1));
    };
    if (low == last) return m_curves->table.x(last);
    if (high == 0) return m_curves->table.x(0);
    return 0.5 * (placeOn(low) + placeOn(high - 1));
}

double Thruster::wantedSpeed() const {
    if (m_curves->table.empty()) return std::fabs(m_command) < m_def.deadBand ? 0.0 : m_command;
    return std::clamp(speedOf(m_curves->table.at(m_command), m_def.tableDensity), -m_def.fastestSpeed,
                      m_def.fastestSpeed);
}

Thruster::Load Thruster::loadAt(double speed, double density, double advance) const {
    if (m_curves->thrust.empty()) {
        const double square = (std::abs(speed) * (speed - advance / (m_def.diameter * m_def.freeAdvanceRatio))) *
                              (speed < 0.0 ? m_def.astern : 1.0);
        const double perThrust = density * portable::pow(m_def.diameter, 4) * square;
        const double torque = perThrust * m_def.diameter * m_def.torqueCoefficient;
        return {perThrust * m_def.thrustCoefficient, torque, 2.0 * kPi * speed * torque};
    }
    if (speed == 0.0) return {0.0, 0.0, 0.0};
    const double flow = advance / m_def.diameter;
    const double perSquare = density * portable::pow(m_def.diameter, 4) * (speed < 0.0 ? m_def.astern : 1.0);
    // n|n| K(J) without J itself, which is beyond all bounds for a slow propeller.
    const auto curveAt = [&](const LinearTable& curve) {
        const LinearTable::Line line = curve.lineAt(flow / speed);
        return std::abs(speed) * (speed * line.at(0.0) + flow * line.slope);
    };
    const double torque = perSquare * m_def.diameter * curveAt(m_curves->torque);
    return {perSquare * curveAt(m_curves->thrust), torque, 2.0 * kPi * speed * torque};
}

Wrench Thruster::advance(double duration, double density, const Vector3& velocity) {
    const double wanted = wantedSpeed();
    const auto speedAfter = [&](double time) {
        if (!(m_def.timeConstant > 0.0)) return wanted;
        return wanted + (m_speed - wanted) * portable::exp(-time / m_def.timeConstant);
    };
    const double inflow = velocity.dot(m_def.axis);
    const bool isLagging = m_def.timeConstant > 0.0;
    const Load start = loadAt(isLagging ? m_speed : wanted, density, inflow),
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
