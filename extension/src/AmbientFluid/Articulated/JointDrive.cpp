// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointDrive.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

/// The inertia of a motor that follows whatever happens.
constexpr double kRigid = 1e12;

void requireRates(const JointVector& values, int count, bool isPositive, const char* name) {
    if (values.size() != count)
        throw std::invalid_argument(std::string("JointDrive: ") + name + " needs " + std::to_string(count) +
                                    " numbers, got " + std::to_string(values.size()));
    for (int i = 0; i < count; ++i)
        if (!(isPositive ? values(i) > 0.0 : values(i) >= 0.0 && std::isfinite(values(i))))
            throw std::invalid_argument(std::string("JointDrive: ") + name + " of rate " + std::to_string(i) +
                                        " is out of range: " + std::to_string(values(i)));
}

} // namespace

JointDriver::JointDriver(const ArticulatedBody& body, JointDrive drive) : m_drive(std::move(drive)) {
    const int count = body.rateCount();
    if (!m_drive.path) throw std::invalid_argument("JointDrive: there is no path");
    if (m_drive.kind == DriveKind::Servo) {
        requireRates(m_drive.stiffness, count, false, "stiffness");
        requireRates(m_drive.damping, count, false, "damping");
    }
    if (m_drive.limit.size() > 0) requireRates(m_drive.limit, count, true, "limit");
    if (m_drive.resistance.size() > 0) requireRates(m_drive.resistance, count, false, "resistance");
    m_torques = m_armature = m_targetRates = m_targetAccelerations = m_error = m_demand = m_accelerations = m_unused =
        m_resistance = m_startRates = m_gain = JointVector::Zero(count);
    m_target = body.zeroPositions();
    m_loads.torques = m_torques;
    m_loads.onLinks.resize(static_cast<std::size_t>(body.linkCount()));
    m_side.resize(static_cast<std::size_t>(count));
}

double JointDriver::resistanceOf(int rate) const {
    return m_drive.resistance.size() > 0 ? m_drive.resistance(rate) : 0.0;
}

double JointDriver::limitOf(int rate) const {
    return m_drive.limit.size() > 0 ? m_drive.limit(rate) : std::numeric_limits<double>::infinity();
}

void JointDriver::difference(const ArticulatedBody& body, const JointVector& from, const JointVector& to,
                             JointVector& rates) {
    for (int i = 1; i < body.linkCount(); ++i)
        ratesBetween(body.link(i).joint, from.data() + body.firstPosition(i), to.data() + body.firstPosition(i),
                     rates.data() + body.firstRate(i));
}

void JointDriver::compute(ArticulatedMotion& motion, const ArticulatedState& state, double timeStep,
                          const ArticulatedLoads& user) {
    m_drive.path->evaluate(state.time, m_target, m_targetRates, m_targetAccelerations);
    difference(motion.body(), state.positions, m_target, m_error);
    m_trackingError = m_error.size() > 0 ? m_error.cwiseAbs().maxCoeff() : 0.0;
    m_torques.setZero();
    if (m_drive.kind == DriveKind::Prescribed) {
        m_armature.setConstant(kRigid);
        return;
    }
    std::fill(m_loads.onLinks.begin(), m_loads.onLinks.end(), Wrench());
    std::copy(user.onLinks.begin(), user.onLinks.end(), m_loads.onLinks.begin());
    m_loads.torques.setZero();
    if (user.torques.size() > 0) m_loads.torques = user.torques;
    motion.evaluate(state);
    if (m_drive.kind == DriveKind::Servo)
        computeServo(motion, state, timeStep);
    else
        computePaper004(motion, state, timeStep);
}

void JointDriver::computeServo(ArticulatedMotion& motion, const ArticulatedState& state, double h) {
    const int count = static_cast<int>(m_torques.size());
    const JointVector& rates = m_startRates = motion.dynamics().rates();
    m_drive.path->evaluate(state.time + 0.5 * h, m_target, m_targetRates, m_targetAccelerations);
    motion.torquesOf(m_targetAccelerations, m_loads, m_demand);
    m_demand -= m_loads.torques; // the user's torques do their part
    m_drive.path->evaluate(state.time + h, m_target, m_targetRates, m_unused);
    difference(motion.body(), state.positions, m_target, m_error);
    for (int i = 0; i < count; ++i) {
        const double stiffness = m_drive.stiffness(i), damping = m_drive.damping(i);
        m_gain(i) = h * (damping + h * stiffness);
        m_demand(i) += stiffness * (m_error(i) + 0.5 * h * h * m_targetAccelerations(i) - h * rates(i)) +
                       damping * (m_targetRates(i) - rates(i)) + resistanceOf(i) * m_targetRates(i);
        if (!(m_gain(i) > 0.0)) m_demand(i) = 0.0;
        m_resistance(i) = h * resistanceOf(i);
    }
    m_unused = m_loads.torques;
    for (int i = 0; i < count; ++i)
        m_unused(i) -= resistanceOf(i) * rates(i);
    solveLimits(motion);
    for (int i = 0; i < count; ++i)
        m_torques(i) -= resistanceOf(i) * (rates(i) + h * m_accelerations(i));
    m_armature += m_resistance;
}

// The torques t = clamp(demand - gain q''(t)) are a complementarity problem with a positive definite matrix, which has
// one solution. All joints on the wrong side change at once [JudicePires1994]; should that go in a circle, the last of
// them alone does, which ends [Murty1974].
void JointDriver::solveLimits(ArticulatedMotion& motion) {
    const int count = static_cast<int>(m_torques.size());
    std::fill(m_side.begin(), m_side.end(), 0);
    int fewest = count + 1, attempts = kBlockAttempts;
    for (int round = 0; round < kMostRounds; ++round) {
        for (int i = 0; i < count; ++i) {
            const int side = m_side[static_cast<std::size_t>(i)];
            m_armature(i) = side == 0 ? m_gain(i) : 0.0;
            m_torques(i) = side == 0 ? m_demand(i) : side * limitOf(i);
        }
        m_loads.torques = m_unused + m_torques;
        m_error = m_armature + m_resistance;
        Vector6 base;
        motion.dynamics().factor(&m_error);
        motion.accelerations(m_loads, base, m_accelerations);
        int wrong = 0, last = 0;
        for (int i = 0; i < count; ++i) {
            m_torques(i) -= m_armature(i) * m_accelerations(i);
            if (sideOf(i) == m_side[static_cast<std::size_t>(i)]) continue;
            ++wrong;
            last = i;
        }
        if (wrong == 0) return;
        attempts = wrong < fewest ? kBlockAttempts : attempts - 1;
        fewest = std::min(fewest, wrong);
        for (int i = attempts > 0 ? 0 : last; i <= last; ++i) {
            signed char& side = m_side[static_cast<std::size_t>(i)];
            if (side != sideOf(i)) side = side == 0 ? static_cast<signed char>(sideOf(i)) : 0; // never across at once
        }
    }
    for (int i = 0; i < count; ++i)
        m_torques(i) = std::clamp(m_torques(i), -limitOf(i), limitOf(i));
}

int JointDriver::sideOf(int rate) const {
    const double wanted = m_demand(rate) - m_gain(rate) * m_accelerations(rate), limit = limitOf(rate);
    return wanted > limit ? 1 : wanted < -limit ? -1 : 0;
}

void JointDriver::computePaper004(ArticulatedMotion& motion, const ArticulatedState& state, double h) {
    const JointVector& rates = motion.dynamics().rates();
    m_drive.path->evaluate(state.time + 2.0 * h, m_target, m_targetRates, m_targetAccelerations);
    difference(motion.body(), state.positions, m_target, m_error);
    m_accelerations = ((m_error - h * rates) / h - rates) / h;
    motion.torquesOf(m_accelerations, m_loads, m_torques);
    m_torques -= m_loads.torques;
    for (int i = 0; i < m_torques.size(); ++i)
        m_torques(i) = std::clamp(m_torques(i), -limitOf(i), limitOf(i));
    m_armature.setZero();
}

} // namespace ambient
