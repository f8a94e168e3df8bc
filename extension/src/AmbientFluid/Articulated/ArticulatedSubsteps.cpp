// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ambient {
namespace {

// Chart of a substep relative to its start: rotation vector and shift of the base, the total momentum about the point
// of the world where the base's centre started, coordinates of the joints (JointMotion.h), momenta of the joints, and
// the impulse of the loads on the whole, about that point, and on the joints.
// Without loads the total momentum is constant, so every linear method keeps it exactly.
constexpr int kTheta = 0, kShift = 3, kAngular = 6, kLinear = 9, kJoints = 12;

/// The rate of an earlier entry of a history in the chart of the newest, under the torques of the newest.
void earlierRate(const ArticulatedBody& body, const ArticulatedLoadHistory::Entry& entry,
                 const ArticulatedLoadHistory::Entry& now, Eigen::VectorXd& result) {
    const int count = body.rateCount(), impulse = kJoints + 2 * count;
    result = entry.rates;
    const Quaternion nowFromThen = now.worldFromBase.orientation.conjugate() * entry.worldFromBase.orientation;
    const Vector3 shift = entry.worldFromBase.position - now.worldFromBase.position;
    const Vector3 spin = entry.rates.segment<3>(kTheta);
    result.segment<3>(kTheta) = inverseRightJacobian(logSO3(nowFromThen), spin);
    result.segment<3>(kAngular) += shift.cross(Vector3(entry.rates.segment<3>(kLinear)));
    result.segment<3>(impulse) += shift.cross(Vector3(entry.rates.segment<3>(impulse + 3)));
    for (int i = 1; i < body.linkCount(); ++i) {
        const Joint& joint = body.link(i).joint;
        if (joint.type != JointType::Spherical) continue; // the coordinates of the others do not depend on the start
        const double* const start = now.positions.data() + body.firstPosition(i);
        const Vector3 turn = turnBetween(start, entry.positions.data() + body.firstPosition(i));
        const int at = kJoints + body.firstRate(i);
        coordinateRates(joint, start, turn.data(), entry.rates.data() + at, result.data() + at);
    }
    // Torques are constant in a step and jump between steps.
    if (now.user.torques.size() == 0) return;
    result.segment(kJoints + count, count) += now.user.torques - entry.user.torques;
    result.tail(count) += now.user.torques - entry.user.torques;
}

} // namespace

void ArticulatedMotion::origin(const ArticulatedState& start, Chart& chart) const {
    chart.setZero();
    chart.segment<3>(kAngular) = start.momentum.angular;
    chart.segment<3>(kLinear) = start.momentum.linear;
    chart.segment(kJoints + m_body->rateCount(), m_body->rateCount()) = start.jointMomenta;
}

bool ArticulatedMotion::stateAt(const ArticulatedState& start, const Chart& chart, double elapsed, const Step& step,
                                ArticulatedState& state) {
    const Vector3 theta = chart.segment<3>(kTheta), shift = chart.segment<3>(kShift);
    state.worldFromBase.orientation = (start.worldFromBase.orientation * expSO3(theta)).normalized();
    state.worldFromBase.position = start.worldFromBase.position + shift;
    state.momentum.linear = chart.segment<3>(kLinear);
    state.momentum.angular = chart.segment<3>(kAngular) - shift.cross(state.momentum.linear);
    state.jointMomenta = chart.segment(kJoints + m_body->rateCount(), m_body->rateCount());
    state.time = start.time + elapsed;
    if (!state.worldFromBase.isFinite() || !state.momentum.isFinite() || !state.jointMomenta.allFinite()) return false;
    if (step.path) {
        step.path->evaluate(state.time, state.positions, m_rates, m_accelerations);
    } else {
        for (int i = 1; i < m_body->linkCount(); ++i)
            positionsAfter(m_body->link(i).joint, start.positions.data() + m_body->firstPosition(i),
                           chart.data() + kJoints + m_body->firstRate(i),
                           state.positions.data() + m_body->firstPosition(i));
        if (!state.positions.allFinite()) return false;
    }
    const bool isPositive = place(state, !step.isFree && !step.extrapolated);
    findVelocities(state, step.path ? &m_rates : nullptr);
    return isPositive;
}

void ArticulatedMotion::rate(const ArticulatedState& start, const Chart& chart, const ArticulatedState& now,
                             const Step& step, Chart& result) {
    totalLoads(step, now.time);
    m_dynamics.momentumRates(m_total.data(), m_baseForce, m_jointForce, m_ofLoads);
    chartRate(start, chart, now, step, result);
}

void ArticulatedMotion::chartRate(const ArticulatedState& start, const Chart& chart, const ArticulatedState& now,
                                  const Step& step, Chart& result) const {
    const Twist base = m_dynamics.twist(0);
    const Quaternion& worldFromBase = now.worldFromBase.orientation;
    const Vector3 theta = chart.segment<3>(kTheta), shift = chart.segment<3>(kShift);
    const Vector3 force = worldFromBase * m_baseForce.tail<3>();
    result.segment<3>(kTheta) = inverseRightJacobian(theta, base.angular);
    result.segment<3>(kShift) = worldFromBase * base.linear;
    if (m_dynamics.isBaseGiven()) {
        result.segment<6>(kAngular).setZero();
    } else {
        result.segment<3>(kLinear) = force;
        result.segment<3>(kAngular) = worldFromBase * m_baseForce.head<3>() + shift.cross(force);
    }
    const int count = m_body->rateCount(), impulse = kJoints + 2 * count;
    const Vector3 load = worldFromBase * m_ofLoads.segment<3>(3);
    result.segment<3>(impulse) = worldFromBase * m_ofLoads.head<3>() + shift.cross(load);
    result.segment<3>(impulse + 3) = load;
    if (m_dynamics.isBaseGiven()) result.segment<6>(impulse).setZero();
    if (step.path) {
        result.segment(kJoints, 2 * count).setZero();
        result.tail(count).setZero();
        return;
    }
    for (int i = 1; i < m_body->linkCount(); ++i)
        coordinateRates(m_body->link(i).joint, start.positions.data() + m_body->firstPosition(i),
                        chart.data() + kJoints + m_body->firstRate(i), m_dynamics.rates().data() + m_body->firstRate(i),
                        result.data() + kJoints + m_body->firstRate(i));
    result.segment(kJoints + count, count) = m_jointForce;
    result.tail(count) = m_ofLoads.tail(count);
    if (step.isFree || step.user.torques.size() == 0) return;
    result.segment(kJoints + count, count) += step.user.torques;
    result.tail(count) += step.user.torques;
}

bool ArticulatedMotion::rungeKutta4(const ArticulatedState& start, double h, const Step& step) {
    m_rk.y = m_rk.y0 + 0.5 * h * m_rk.k1;
    if (!stateAt(start, m_rk.y, 0.5 * h, step, m_rk.stage)) return false;
    rate(start, m_rk.y, m_rk.stage, step, m_rk.k2);
    m_rk.y = m_rk.y0 + 0.5 * h * m_rk.k2;
    if (!stateAt(start, m_rk.y, 0.5 * h, step, m_rk.stage)) return false;
    rate(start, m_rk.y, m_rk.stage, step, m_rk.k3);
    m_rk.y = m_rk.y0 + h * m_rk.k3;
    if (!stateAt(start, m_rk.y, h, step, m_rk.stage)) return false;
    rate(start, m_rk.y, m_rk.stage, step, m_rk.k4);
    m_rk.y = m_rk.y0 + h / 6.0 * (m_rk.k1 + 2.0 * (m_rk.k2 + m_rk.k3) + m_rk.k4);
    if (!stateAt(start, m_rk.y, h, step, m_rk.next)) return false;
    rate(start, m_rk.y, m_rk.next, step, m_rk.k5);
    // The third-order companion, as in Integrators.cpp [Hairer1993, II.4].
    m_rk.k2 = h * 0.1 * (m_rk.k4 - m_rk.k5);
    return true;
}

bool ArticulatedMotion::midpoint(const ArticulatedState& start, double h, const Step& step) {
    m_rk.y = m_rk.y0 + 0.5 * h * m_rk.k1;
    if (!stateAt(start, m_rk.y, 0.5 * h, step, m_rk.stage)) return false;
    rate(start, m_rk.y, m_rk.stage, step, m_rk.k2);
    m_rk.y = m_rk.y0 + h * m_rk.k2;
    if (!stateAt(start, m_rk.y, h, step, m_rk.next)) return false;
    rate(start, m_rk.y, m_rk.next, step, m_rk.k5);
    m_rk.k2 = h / 6.0 * (m_rk.k1 - 2.0 * m_rk.k2 + m_rk.k5); // the difference from Simpson's rule
    return true;
}

bool ArticulatedMotion::multistep(const ArticulatedState& start, double h, const Step& step) {
    // Predictor and corrector of Adams [Hairer1993, III.1].
    const ArticulatedLoadHistory::Entry* const e = step.extrapolated->entries;
    earlierRate(*m_body, e[1], e[0], m_rk.k3);
    earlierRate(*m_body, e[2], e[0], m_rk.k4);
    m_rk.y = m_rk.y0 + h / 12.0 * (23.0 * m_rk.k1 - 16.0 * m_rk.k3 + 5.0 * m_rk.k4);
    if (!stateAt(start, m_rk.y, h, step, m_rk.stage)) return false;
    rate(start, m_rk.y, m_rk.stage, step, m_rk.k2);
    m_rk.y = m_rk.y0 + h / 24.0 * (9.0 * m_rk.k2 + 19.0 * m_rk.k1 - 5.0 * m_rk.k3 + m_rk.k4);
    m_rk.k2 = h / 24.0 * (m_rk.k2 - 3.0 * (m_rk.k1 - m_rk.k3) - m_rk.k4); // the difference from third order
    return stateAt(start, m_rk.y, h, step, m_rk.next);
}

void ArticulatedMotion::accept(ArticulatedState& state) {
    const int count = m_body->rateCount(), impulse = kJoints + 2 * count;
    const Vector3 linear = m_rk.y.segment<3>(impulse + 3);
    const Vector3 lever = state.worldFromBase.position - m_before.worldFromBase.position;
    m_impulse.whole.linear += linear;
    m_impulse.whole.angular += m_rk.y.segment<3>(impulse) + lever.cross(linear);
    m_impulse.joints += m_rk.y.tail(count);
    m_rk.next.lastSubstep = state.lastSubstep;
    std::swap(state, m_rk.next);
}

double ArticulatedMotion::kineticNorm(const Momentum& inWorld, const Eigen::Ref<const Eigen::VectorXd>& joints) {
    const Quaternion baseFromWorld = m_dynamics.worldFromLinks()[0].orientation.conjugate();
    Vector6 base = rotated(baseFromWorld, inWorld).vector(), baseChange;
    if (m_dynamics.isBaseGiven()) base.setZero();
    m_jointMomenta = joints;
    m_dynamics.respond(base, m_jointMomenta, baseChange, m_jointChange);
    return std::sqrt(std::max(0.0, base.dot(baseChange) + m_jointMomenta.dot(m_jointChange)));
}

double ArticulatedMotion::kineticNormOf(const ArticulatedState& state, bool isPrescribed) {
    // M^-1 of the momenta is the velocity relative to the media, which the dynamics have if these are at rest.
    if (isPrescribed || !m_isStill || m_dynamics.led().any()) return kineticNorm(state.momentum, state.jointMomenta);
    double sum = state.jointMomenta.dot(m_dynamics.rates());
    if (!m_dynamics.isBaseGiven()) {
        const Twist base = twistInWorld(0);
        sum += state.momentum.angular.dot(base.angular) + state.momentum.linear.dot(base.linear);
    }
    return std::sqrt(std::max(0.0, sum));
}

double ArticulatedMotion::errorNorm(const ArticulatedState& end, const Chart& error, double floor, bool isPrescribed) {
    if (!end.isFinite() || !error.allFinite()) return std::numeric_limits<double>::infinity();
    const int count = m_body->rateCount();
    double size = std::max(error.segment<3>(kTheta).norm(), error.segment<3>(kShift).norm() / m_body->length());
    for (int i = 1; i < m_body->linkCount() && !isPrescribed; ++i) {
        const double* const joint = error.data() + kJoints + m_body->firstRate(i);
        const JointType type = m_body->link(i).joint.type;
        for (int k = 0; k < m_body->ratesOf(i); ++k) {
            const bool isShift = type == JointType::Prismatic || (type == JointType::Planar && k > 0);
            size = std::max(size, std::abs(joint[k]) / (isShift ? m_body->length() : 1.0));
        }
    }
    const double reference = std::max(kineticNormOf(end, isPrescribed), floor);
    const Momentum whole(error.segment<3>(kAngular), error.segment<3>(kLinear));
    return std::max(size, kineticNorm(whole, error.segment(kJoints + count, count)) / reference);
}

double ArticulatedMotion::fastestRate() const {
    double rate = 0.0;
    for (int i = 0; i < m_body->linkCount(); ++i)
        rate = std::max(rate, m_dynamics.twist(i).angular.norm());
    return rate;
}

} // namespace ambient
