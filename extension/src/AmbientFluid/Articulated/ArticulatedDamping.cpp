// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Dynamics/SubstepControl.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ambient {

double ArticulatedMotion::energyOf(const ArticulatedState& state) {
    const double norm = kineticNorm(state.momentum, state.jointMomenta);
    return 0.5 * norm * norm;
}

void ArticulatedMotion::limitEnergy(ArticulatedState& state, double energy, bool keepsMomentum) {
    // A led part does work: no energy is a bound of the others'.
    if (m_dynamics.led().any()) return;
    const double now = energyOf(state);
    if (!(now > energy)) return;
    double lockedEnergy = 0.0;
    if (keepsMomentum && !m_dynamics.isBaseGiven()) {
        // The motion with locked joints has the total momentum; the rest of the motion is orthogonal to it.
        const Quaternion& worldFromBase = state.worldFromBase.orientation;
        const Vector6 base = rotated(worldFromBase.conjugate(), state.momentum).vector();
        const Twist locked(Vector6(m_dynamics.compositeInertia().matrix().llt().solve(base)));
        for (int i = 0; i < m_body->linkCount(); ++i)
            m_dynamics.setMedium(i, Vector3::Zero());
        m_rates.setZero();
        m_dynamics.setVelocity(locked, m_rates);
        Vector6 same;
        m_dynamics.momenta(same, m_rates);
        lockedEnergy = m_dynamics.kineticEnergy();
        for (int i = 0; i < m_body->linkCount(); ++i)
            m_dynamics.setMedium(i, frameOf(static_cast<std::size_t>(i)));
        const double share = std::sqrt(std::max(0.0, energy - lockedEnergy) / std::max(now - lockedEnergy, 1e-300));
        state.jointMomenta = m_rates + std::min(share, 1.0) * (state.jointMomenta - m_rates);
        if (lockedEnergy <= energy) return;
    }
    const double factor = std::sqrt(energy / std::max(lockedEnergy > 0.0 ? lockedEnergy : now, 1e-300));
    state.momentum = factor * state.momentum;
    state.jointMomenta *= factor;
}

void ArticulatedMotion::subtractLedMomenta(Vector6& base, JointVector& joints) {
    m_rates.setZero(m_body->rateCount());
    m_dynamics.setVelocity(Twist(), m_rates);
    Vector6 ofLedParts;
    m_dynamics.momenta(ofLedParts, m_rates);
    base -= ofLedParts;
    joints -= m_rates;
}

void ArticulatedMotion::kick(ArticulatedState& state, double h, const Step& step) {
    if (step.isFree) return;
    fluidLoads();
    const double energy = energyOf(state);
    const Quaternion& worldFromBase = state.worldFromBase.orientation;
    for (std::size_t i = 0; i < m_total.size(); ++i)
        m_total[i] = m_loads[i].dissipative;
    JointVector &force = m_jointForce, &change = m_jointChange;
    Vector6 baseChange;
    Vector6 momentum = rotated(worldFromBase.conjugate(), state.momentum).vector();
    change = state.jointMomenta;
    if (m_dynamics.led().any()) subtractLedMomenta(momentum, change);
    m_dynamics.respond(momentum, change, baseChange, change);
    m_dynamics.generalisedForce(m_total.data(), m_baseForce, force);
    if (m_dynamics.isBaseGiven()) m_baseForce.setZero();
    const double work = h * (baseChange.dot(m_baseForce) + change.dot(force));
    m_dynamics.respond(m_baseForce, force, baseChange, change);
    const double cost = h * h * (baseChange.dot(m_baseForce) + change.dot(force));
    const double share = h * (work < 0.0 && cost > -work ? -work / cost : 1.0);
    state.momentum += rotated(worldFromBase, Momentum(Vector6(share * m_baseForce)));
    state.jointMomenta += share * force;
    limitEnergy(state, energy, false);
    for (std::size_t i = 0; i < m_total.size(); ++i) {
        m_total[i] = m_loads[i].other;
        if (!step.user.onLinks.empty()) m_total[i] += step.user.onLinks[i];
    }
    m_dynamics.generalisedForce(m_total.data(), m_baseForce, force);
    if (m_dynamics.isBaseGiven()) m_baseForce.setZero();
    state.momentum += rotated(worldFromBase, Momentum(Vector6(h * m_baseForce)));
    state.jointMomenta += h * force;
    if (step.user.torques.size() > 0) state.jointMomenta += h * step.user.torques;
}

void ArticulatedMotion::finishDamped(ArticulatedState& state, double remaining, const Step& step,
                                     IntegrationReport& report) {
    constexpr double kTurnPerStep = 0.25;
    report.exhausted = true;
    dropFrames();
    const ArticulatedLoads none;
    const Step free{none, step.path, true};
    DampedSteps steps(remaining);
    for (; steps.remaining() > 0.0; steps.accept()) {
        origin(state, m_rk.y0);
        if (!enter(state, step)) break;
        double fastest = fastestRate();
        for (int k = 0; k < m_body->linkCount(); ++k)
            fastest = std::max(fastest, m_dynamics.relativeTwist(k).linear.norm() / m_linkLength);
        const double h = steps.propose(kTurnPerStep / std::max(fastest, 1e-300));
        m_rk.k3.tail(m_body->rateCount()) = state.jointMomenta;
        const Momentum before = state.momentum;
        kick(state, h, step);
        const Vector3 lever = state.worldFromBase.position - m_before.worldFromBase.position;
        const Vector3 linear = state.momentum.linear - before.linear;
        m_impulse.whole.linear += linear;
        m_impulse.whole.angular += state.momentum.angular - before.angular + lever.cross(linear);
        m_impulse.joints += state.jointMomenta - m_rk.k3.tail(m_body->rateCount());
        const double energy = energyOf(state);
        origin(state, m_rk.y0);
        bool isDone = enter(state, free);
        if (isDone) {
            enterFrames();
            rate(state, m_rk.y0, m_rk.stage, free, m_rk.k1);
            isDone = rungeKutta4(state, h, free);
        }
        if (!isDone) break;
        if (!step.path) limitEnergy(m_rk.next, energy, true);
        if (m_isFramed) {
            findVelocities(m_rk.next, step.path ? &m_rates : nullptr);
            leaveFrames(m_rk.next, step.path != nullptr);
        }
        std::swap(state, m_rk.next);
        ++report.substeps;
        ++report.evaluations;
    }
    if (steps.remaining() > 0.0) state.momentum.linear.setConstant(std::numeric_limits<double>::quiet_NaN());
}

} // namespace ambient
