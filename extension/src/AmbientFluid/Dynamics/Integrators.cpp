// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"

#include "AmbientFluid/Dynamics/ExtrapolatedLoads.h"
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/FreeMotionBatch.h"
#include "AmbientFluid/Dynamics/HeldLoads.h"
#include "AmbientFluid/Dynamics/StiffDrag.h"
#include "AmbientFluid/Dynamics/SubstepChart.h"
#include "AmbientFluid/Dynamics/SubstepControl.h"
#include "AmbientFluid/Dynamics/VariationalEuler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambient {

ErrorScale errorScaleOf(const KirchhoffMotion& motion, double duration, const IntegratorOptions& options) {
    const double length = motion.body().model->length();
    return {length, options.leastSpeed * std::sqrt(motion.body().mass()) * length / duration};
}

namespace {

/// Classical Runge-Kutta step from y with the first stage k1; `last` receives the fourth stage.
Chart rungeKutta4(const ChartEquations& f, const Chart& y, const Chart& k1, double h, Chart& last, Evaluation& stage) {
    const Chart k2 = f.rate(y + 0.5 * h * k1, 0.5 * h, stage);
    const Chart k3 = f.rate(y + 0.5 * h * k2, 0.5 * h, stage);
    last = f.rate(y + h * k3, h, stage);
    return y + h / 6.0 * (k1 + 2.0 * (k2 + k3) + last);
}

FluidBodyState rungeKutta4Step(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                               MotionBuffers& buffers) {
    const SubstepFrame frame(motion, buffers.now, buffers.densities);
    const ChartEquations f(motion, s, frame, user);
    const Chart y = f.origin();
    Chart k4;
    const Chart y1 = rungeKutta4(f, y, f.rate(y, s, f.loads(s, buffers.now)), h, k4, buffers.next);
    return f.stateAt(y1, h, buffers.next);
}

/// Dimensionless norm of a chart error: rotation [rad], displacement over length, relative momentum.
/// The momentum norm is the kinetic-energy norm of the inertia at the end. Infinite if any component is not finite,
/// since std::max would ignore NaN.
/// \param reached momentum at the end in the frame of the substep: the medium's change of velocity counts too
double errorNorm(const Evaluation& atEnd, const FluidBodyState& end, const Momentum& reached, const Chart& error,
                 const ErrorScale& scale) {
    if (!end.isFinite() || !error.allFinite()) return std::numeric_limits<double>::infinity();
    const Matrix6& inverseInertia = atEnd.inertia().inverse;
    const Quaternion bodyFromWorld = end.worldFromBody.orientation.conjugate();
    const auto kinetic = [&](const Momentum& inWorld) {
        const Vector6 mu = rotated(bodyFromWorld, inWorld).vector();
        return std::sqrt(mu.dot(inverseInertia * mu));
    };
    const double momentum = kinetic(reached);
    const double momentumError = kinetic({spatialAngularOf(error), linearOf(error)});
    return std::max({thetaOf(error).norm(), (shiftOf(error) + driftOf(error)).norm() / scale.length,
                     momentumError / std::max(momentum, scale.kineticFloor)});
}

/// Integrates the rest of a call in damped steps after the last permitted error-controlled substep.
void finishDamped(const KirchhoffMotion& motion, FluidBodyState& state, double remaining,
                  const IntegratorOptions& options, MotionBuffers& buffers, IntegrationReport& report) {
    report.exhausted = true;
    for (DampedSteps steps(remaining); steps.remaining() > 0.0; steps.accept()) {
        motion.evaluate(state.worldFromBody, state.time, buffers.now);
        settle(motion, buffers.now, state);
        const double step = steps.propose(longestDampedStep(motion, buffers.now, state.momentum));
        state = dampedStep(motion, state, step, options.userWrench, buffers);
        ++report.substeps;
        ++report.evaluations;
    }
}

/// Error of an exponential step over the tolerance, with the scales of errorNorm(). It is that of the first-order step
/// within, so that a hundred times the tolerance is permitted: measured, 1e-4 of the way of falling spheres.
double errorOfStep(const Evaluation& at, const ExponentialStep& step, const Momentum& before, double h,
                   const ErrorScale& scale, double tolerance) {
    constexpr double kSecondOrder = 100.0;
    if (!step.end.isFinite()) return std::numeric_limits<double>::infinity();
    const Matrix6& inverse = at.inertia().inverse;
    const auto kinetic = [&](const Vector6& mu) { return std::sqrt(mu.dot(inverse * mu)); };
    const Vector6 end = rotated(step.end.worldFromBody.orientation.conjugate(), step.end.momentum).vector();
    const double size = std::max({kinetic(end), kinetic(before.vector()), scale.kineticFloor});
    const double error = std::max(
        {h * step.error.head<3>().norm(), h * step.error.tail<3>().norm() / scale.length, kinetic(step.change) / size});
    return error / (kSecondOrder * tolerance);
}

/// Integrates a body whose drag is stiff, in error-controlled exponential steps. \param drag at the start
void integrateStiffly(const KirchhoffMotion& motion, FluidBodyState& state, DragModes drag, double duration,
                      const IntegratorOptions& options, MotionBuffers& buffers, IntegrationReport& report) {
    const double end = state.time + duration;
    const ErrorScale scale = errorScaleOf(motion, duration, options);
    SubstepControl control(duration, state.lastSubstep);
    bool isNew = false;
    Loads loads = motion.loads(buffers.now, state.momentum, options.userWrench);
    while (control.remaining() > 0.0) {
        if (report.substeps + report.rejected >= options.maxSubsteps) {
            finishDamped(motion, state, control.remaining(), options, buffers, report);
            break;
        }
        if (isNew) {
            motion.evaluate(state.worldFromBody, state.time, buffers.now);
            loads = motion.loads(buffers.now, state.momentum, options.userWrench);
            drag = DragModes(motion.fluid().damping(buffers.now.fluid(), loads.twist),
                             buffers.now.inertia().inertia.matrix());
        }
        do {
            const double h = control.propose(loads.twist.angular.norm());
            const ExponentialStep step =
                exponentialStep(motion, drag, state, loads, h, options.userWrench, buffers.next);
            ++report.evaluations;
            isNew = control.accept(errorOfStep(buffers.now, step, loads.momentum, h, scale, options.tolerance));
            if (isNew) {
                state = step.end;
                ++report.substeps;
            } else {
                ++report.rejected;
            }
        } while (!isNew && report.substeps + report.rejected < options.maxSubsteps);
    }
    state.time = end;
    state.lastSubstep = control.nextSubstep();
    if (!motion.lockedAxes().any()) return;
    motion.evaluate(state.worldFromBody, state.time, buffers.next);
    state.momentum = admissible(motion, buffers.next, state.momentum);
}

void integrateAdaptively(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                         const IntegratorOptions& options, LoadHistory* history, MotionBuffers& buffers,
                         IntegrationReport& report) {
    const double end = state.time + duration;
    ErrorScale scale = errorScaleOf(motion, duration, options);
    if (!motion.fluid().isUniform()) { // a body that is carried along gains in the call what the medium does
        const double gain = duration * buffers.now.medium().acceleration.norm();
        scale.kineticFloor = std::max(scale.kineticFloor, std::sqrt(motion.body().mass()) * gain);
    }
    SubstepControl control(duration, state.lastSubstep);
    HeldLoads start =
        options.heldTwist
            ? heldLoads(motion, buffers.now, state.momentum, options.userWrench, *options.heldTwist, duration)
            : HeldLoads{motion.loads(buffers.now, state.momentum, options.userWrench), {}, true};
    Loads& first = start.loads;
    ++report.evaluations;
    if (history) {
        pushOnto(*history, state.time, motion, buffers.now, first, options.userWrench);
        const ExtrapolatedStep step{duration, options.userWrench, options.tolerance, scale.kineticFloor,
                                    !options.heldTwist};
        const ContinuedOutcome outcome = stepWithContinuedLoads(motion, buffers, *history, step, state, report.shed);
        report.evaluations += outcome.evaluations;
        if (outcome.isAccepted) {
            report.isExtrapolated = true;
            ++report.substeps;
            state.time = end;
            return;
        }
    }
    if (!start.isChangeKnown) {
        start.change = first.dissipative - motion.loads(buffers.now, state.momentum, options.userWrench).dissipative;
        ++report.evaluations;
    }
    SubstepFrame frame(motion, buffers.now, buffers.densities);
    Wrench user = options.userWrench;
    if (options.heldTwist) user += start.change; // all stages see the held body, not only the first one
    while (control.remaining() > 0.0) {
        if (report.substeps + report.rejected >= options.maxSubsteps) {
            finishDamped(motion, state, control.remaining(), options, buffers, report);
            break;
        }
        const double step = control.propose(first.twist.angular.norm());
        const ChartEquations f(motion, state, frame, user);
        const Chart y = f.origin();
        const Chart k1 = f.rate(y, state, first);
        Chart k4;
        const Chart y1 = rungeKutta4(f, y, k1, step, k4, buffers.next);
        const FluidBodyState next = f.stateAt(y1, step, buffers.next);
        const Loads atEnd = f.loads(next, buffers.next);
        report.evaluations += 4;
        // Third-order companion with weights 1/6, 1/3, 1/3, 1/15, 1/10; the fifth stage is the first of the next
        // substep. [Hairer1993, II.4]
        const Chart error = step * 0.1 * (k4 - f.rate(y1, next, atEnd));
        const bool isUniform = motion.fluid().isUniform();
        const Momentum reached = isUniform ? next.momentum : toFrame(buffers.next, next.momentum, frame.velocity());
        const double size = errorNorm(buffers.next, next, reached, error, scale) / options.tolerance;
        if (!control.accept(size)) {
            ++report.rejected;
            continue;
        }
        state = next;
        first = atEnd;
        first.ofFrame = Wrench(); // the next substep has the frame of the medium here
        frame.restart(buffers.next);
        ++report.substeps;
    }
    state.time = end;
    state.lastSubstep = control.nextSubstep();
}

void integrateDamped(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                     const IntegratorOptions& options, MotionBuffers& buffers, IntegrationReport& report) {
    constexpr int kMaxSubsteps = 16;
    const double end = state.time + duration;
    double remaining = duration;
    while (remaining > 0.0) {
        if (report.substeps > 0) motion.evaluate(state.worldFromBody, state.time, buffers.now);
        settle(motion, buffers.now, state);
        const double longest =
            std::min(longestDampedEulerStep(motion, buffers.now, state.momentum), options.maxSubstep);
        const int left = report.substeps + 1 < kMaxSubsteps ? static_cast<int>(std::min(remaining / longest, 16.0)) : 0;
        const double step = remaining / (left + 1);
        state = dampedEulerStep(motion, state, step, options.userWrench, buffers);
        remaining = left > 0 ? remaining - step : 0.0;
        ++report.substeps;
        ++report.evaluations;
    }
    state.time = end;
}

void integrateFixed(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                    const IntegratorOptions& options, MotionBuffers& buffers, IntegrationReport& report) {
    const double end = state.time + duration;
    const int count = std::max(1, static_cast<int>(std::ceil(duration / options.maxSubstep - 1e-9)));
    const double h = duration / count;
    for (int i = 0; i < count; ++i) {
        if (i > 0) motion.evaluate(state.worldFromBody, state.time, buffers.now);
        settle(motion, buffers.now, state);
        switch (options.method) {
        case Integrator::SymplecticEuler:
            state = symplecticEulerStep(motion, state, h, options.userWrench, buffers);
            report.evaluations += 1;
            break;
        case Integrator::ImplicitMidpoint:
            state = implicitMidpointStep(motion, state, h, options.userWrench, report.evaluations, buffers);
            break;
        case Integrator::Variational:
            state = variationalEulerStep(motion, state, h, options.userWrench, report.evaluations, buffers);
            break;
        default:
            state = rungeKutta4Step(motion, state, h, options.userWrench, buffers);
            report.evaluations += 4;
        }
    }
    state.time = end;
    report.substeps = count;
}

} // namespace

IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options, const std::optional<DragModes>& drag,
                            LoadHistory* history, MotionBuffers& buffers) {
    IntegrationReport report;
    const FluidBodyState before = state;
    settle(motion, buffers.now, state);
    buffers.next.clear();
    const bool isAdaptive = options.method == Integrator::AdaptiveRungeKutta;
    if (isAdaptive && drag)
        integrateStiffly(motion, state, *drag, duration, options, buffers, report);
    else if (isAdaptive)
        integrateAdaptively(motion, state, duration, options, history, buffers, report);
    else if (options.method == Integrator::DampedEuler)
        integrateDamped(motion, state, duration, options, buffers, report);
    else
        integrateFixed(motion, state, duration, options, buffers, report);
    if (!report.isExtrapolated && !state.isFinite()) { // stepWithContinuedLoads() checks its result
        state = before;
        report.finite = false;
    }
    return report;
}

IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options, LoadHistory* history, MotionBuffers& buffers) {
    const bool isAdaptive = options.method == Integrator::AdaptiveRungeKutta;
    const auto drag = isAdaptive
                          ? stiffDrag(motion, buffers.now, momentumInMedium(motion, buffers.now, state), duration)
                          : std::nullopt;
    return integrate(motion, state, duration, options, drag, history, buffers);
}

IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options, LoadHistory* history) {
    MotionBuffers buffers;
    motion.evaluate(state.worldFromBody, state.time, buffers.now);
    return integrate(motion, state, duration, options, history, buffers);
}

bool addToBatch(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
                const IntegratorOptions& options, LoadHistory& history, MotionBuffers& buffers,
                FreeMotionBatch& batch) {
    const bool isFree = options.method == Integrator::AdaptiveRungeKutta && !options.heldTwist &&
                        motion.fluid().isConstant() && !motion.lockedAxes().any();
    if (!isFree || batch.isFull() || history.size() < LoadHistory::kSize) return false;
    pushOnto(history, state.time, motion, buffers.now, motion.loads(buffers.now, state.momentum, options.userWrench),
             options.userWrench);
    return batch.add(motion, buffers.now.inertia(), history, options.userWrench,
                     errorScaleOf(motion, duration, options).kineticFloor, state);
}

bool takeFromBatch(const FreeMotionBatch& batch, int body, FluidBodyState& state, IntegrationReport& report) {
    if (!batch.isAccepted(body)) return false;
    batch.moveOn(body, state);
    report = IntegrationReport();
    report.substeps = report.evaluations = 1;
    report.isExtrapolated = true;
    return true;
}

} // namespace ambient
