// SPDX-License-Identifier: Zlib
// The steps of a call of ArticulatedMotion::integrate().
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Dynamics/SubstepControl.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ambient {
namespace {

// The multistep rule is of the order of Runge's and Kutta's, but its constant is larger: it must fulfil a share of the
// tolerance, and is not tried again for some steps after it did not.
constexpr double kMultistep = 0.2;
constexpr int kPause = 5;
// The midpoint rule suffices where the tree hardly turns in a step [rad]. Its estimate is its whole error.
constexpr double kSlow = 0.01, kMidpoint = 0.01;

bool areEqual(const ArticulatedState& a, const ArticulatedState& b) {
    return a.positions.size() == b.positions.size() && a.time == b.time && a.worldFromBase == b.worldFromBase &&
           a.positions == b.positions && a.momentum.angular == b.momentum.angular &&
           a.momentum.linear == b.momentum.linear && a.jointMomenta == b.jointMomenta;
}

/// Whether the user's loads on the links are those of the steps before, up to an impulse.
bool areUserLoadsConstant(const ArticulatedLoadHistory& history, const ImpulseBound& bound, double duration,
                          double largest) {
    const ArticulatedLoadHistory::Entry* e = history.entries;
    for (int k = 1; k < 3; ++k)
        if (!(duration * bound.norm(e[k].user.onLinks, e[0].user.onLinks) <= largest) ||
            e[k].user.torques.size() != e[0].user.torques.size())
            return false;
    return true;
}

} // namespace

void ArticulatedMotion::startRate(const ArticulatedState& state, const Step& step, ArticulatedLoadHistory* history,
                                  IntegrationReport& report) {
    if (!history) {
        rate(state, m_rk.y0, m_rk.stage, step, m_rk.k1);
        ++report.evaluations;
        return;
    }
    const bool isJoined = areEqual(history->endState, state);
    if (history->hasEnd && isJoined) {
        m_total = history->endLoads;
    } else {
        fluidLoads();
        ++report.evaluations;
    }
    history->hasEnd = false;
    history->endLoads.resize(m_total.size());
    std::swap(history->entries[2], history->entries[1]);
    std::swap(history->entries[1], history->entries[0]);
    ArticulatedLoadHistory::Entry& entry = history->entries[0];
    entry.time = state.time;
    entry.loads = m_total;
    entry.user = step.user;
    entry.worldFromBase = state.worldFromBase;
    entry.positions = state.positions;
    history->count = std::min(history->count + 1, 3);
    history->joined = isJoined ? std::min(history->joined + 1, 3) : 1;
    addUserLoads(step);
    m_dynamics.momentumRates(m_total.data(), m_baseForce, m_jointForce, m_ofLoads);
    chartRate(state, m_rk.y0, m_rk.stage, step, m_rk.k1);
    entry.rates = m_rk.k1;
}

bool ArticulatedMotion::stepWithExtrapolatedLoads(ArticulatedState& state, double duration,
                                                  const ArticulatedOptions& options, const Step& step,
                                                  ArticulatedLoadHistory& history) {
    const ArticulatedLoadHistory::Entry* e = history.entries;
    const auto isStep = [&](double time) { return std::abs(time - duration) <= 1e-9 * duration; };
    if (history.count < 3 || !m_fluid->isConstant() || !isStep(e[0].time - e[1].time) || !isStep(e[1].time - e[2].time))
        return false;
    // The difference of the Adams-Bashforth rules of third and second order [Hairer1993, III.1]. The rule of third
    // order is better than that: five tolerances of its estimate are below one in the result.
    constexpr double kEstimate = 5.0;
    const double floor = options.leastSpeed * std::sqrt(m_body->mass()) * m_body->length() / duration;
    for (std::size_t i = 0; i < m_total.size(); ++i)
        m_total[i] = 5.0 / 12.0 * duration * (e[0].loads[i] + -2.0 * e[1].loads[i] + e[2].loads[i]);
    const double reference = std::max(kineticNormOf(state, step.path != nullptr), floor);
    if (!(m_bound.norm(m_total) <= kEstimate * options.tolerance * reference)) {
        m_dynamics.generalisedForce(m_total.data(), m_baseForce, m_jointForce);
        const Momentum whole = rotated(state.worldFromBase.orientation, Momentum(m_baseForce));
        const double error = kineticNorm(whole, m_jointForce);
        if (!(error <= kEstimate * options.tolerance * reference)) return false;
    }
    const Step extrapolated{step.user, step.path, false, &history};
    const auto isWithin = [&](double share) {
        return errorNorm(m_rk.next, m_rk.k2, floor, step.path != nullptr) <= share * options.tolerance;
    };
    bool isDone = false;
    if (!step.path && history.joined >= 3 &&
        areUserLoadsConstant(history, m_bound, duration, kMultistep * options.tolerance * reference)) {
        isDone = multistep(state, duration, extrapolated) && isWithin(kMultistep);
        if (!isDone) history.joined = -kPause;
    } else if (!step.path && fastestRate() * duration < kSlow) {
        isDone = midpoint(state, duration, extrapolated) && isWithin(kMidpoint);
    }
    if (!isDone && !(rungeKutta4(state, duration, extrapolated) && isWithin(1.0))) return false;
    accept(state);
    return true;
}

void ArticulatedMotion::integrateAdaptively(ArticulatedState& state, double duration, const ArticulatedOptions& options,
                                            const Step& step, ArticulatedLoadHistory* history,
                                            IntegrationReport& report) {
    const double end = state.time + duration;
    const double floor = options.leastSpeed * std::sqrt(m_body->mass()) * m_body->length() / duration;
    SubstepControl control(duration, state.lastSubstep);
    origin(state, m_rk.y0);
    m_rk.stage.positions = m_rk.next.positions = state.positions;
    if (!enter(state, step)) {
        state.momentum.linear.setConstant(std::numeric_limits<double>::quiet_NaN());
        return;
    }
    double fastest = fastestRate();
    enterFrames();
    startRate(state, step, history, report);
    if (history && fastest * duration < SubstepControl::kMaxRotation &&
        stepWithExtrapolatedLoads(state, duration, options, step, *history)) {
        report.isExtrapolated = true;
        report.substeps = 1;
        state.time = end;
        history->endState = state;
        return;
    }
    if (step.isFree && !step.path && fastest * duration < kSlow && midpoint(state, duration, step) &&
        errorNorm(m_rk.next, m_rk.k2, floor, false) <= kMidpoint * options.tolerance) {
        leaveFrames(m_rk.next, false);
        accept(state);
        report.substeps = 1;
        state.time = end;
        return;
    }
    while (control.remaining() > 0.0) {
        if (report.substeps + report.rejected >= options.maxSubsteps) {
            finishDamped(state, control.remaining(), step, report);
            break;
        }
        const double length = control.propose(fastest);
        double size = std::numeric_limits<double>::infinity();
        if (rungeKutta4(state, length, step))
            size = errorNorm(m_rk.next, m_rk.k2, floor, step.path != nullptr) / options.tolerance;
        report.evaluations += 4;
        if (!control.accept(size)) {
            ++report.rejected;
            continue;
        }
        const bool wasFramed = m_isFramed;
        leaveFrames(m_rk.next, step.path != nullptr);
        accept(state);
        origin(state, m_rk.y0);
        fastest = fastestRate();
        if (wasFramed) restartFrames(step);
        chartRate(state, m_rk.y0, state, step, m_rk.k1); // the loads are those at hand
        ++report.substeps;
    }
    state.time = end;
    state.lastSubstep = control.nextSubstep();
    if (!history || report.exhausted) return;
    history->endState = state;
    if (hasFrames()) return; // the loads have another rounding than those of a restored state
    for (std::size_t i = 0; i < m_loads.size(); ++i)
        history->endLoads[i] = m_loads[i].dissipative + m_loads[i].other;
    history->hasEnd = true;
}

} // namespace ambient
