// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include "AmbientFluid/Locomotion/FrameLoops.h"
#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/MotionLoads.h"
#include "AmbientFluid/Locomotion/PointLoops.h"
#include "AmbientFluid/Math/SE3.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// Steps one after the other; relative(step, worldFromA) is the placement of the frame after it against that before.
template <class Relative>
void march(const std::vector<double>& times, const MotionOptions& options, bool isClosed, Motion& motion,
           const Relative& relative) {
    const int steps = static_cast<int>(times.size()) - 1;
    std::vector<Pose> after{options.start};
    for (int i = 0; i < steps * options.cycles; ++i)
        after.push_back(after.back() * relative(i % steps, after.back()));
    finishMotion(motion, std::move(after), times, isClosed, steps);
}

/// K and h of the mean shape of two placed frames, with their chord as velocity, in the frame of the first.
struct MidpointPair {
    Pose placed; // aFromB
    ShapeReduction reduction;
    Vector3 meanPoint = Vector3::Zero();
};

void lookAt(const ShapeReduction& reduction, int frame, MotionReport& report) {
    const LockedSolve solve(reduction.locked);
    report.singularFrames += solve.isSingular() ? 1 : 0;
    if (frame == 0 || solve.leastRatio() < report.leastRatio) {
        report.leastRatio = solve.leastRatio();
        report.leastFrame = frame;
        report.leastTwist = Twist(solve.weakest());
    }
}

/// The locked tensors at the frames themselves: where the metric hardly resists.
void examine(const ShapeFrames& frames, const ShapeMetric& metric, LoopProgress& progress, MotionReport& report) {
    std::vector<ShapeReduction> reductions(static_cast<std::size_t>(frames.frameCount()));
    forFrames(
        frames.frameCount(), progress, [&] { return FrameWindow(frames); },
        [&](FrameWindow& window, int i) {
            const Shape shape = window.at(i);
            reductions[static_cast<std::size_t>(i)] = metric.reduce(shape, PointColumns::Zero(3, shape.points.cols()));
        });
    for (int i = 0; i < frames.frameCount(); ++i)
        lookAt(reductions[static_cast<std::size_t>(i)], i, report);
}

void requireVariational(const ShapeMetric& metric) {
    if (!metric.hasAffineForm())
        throw std::invalid_argument("metric " + metric.name() +
                                    ": it has no variational step; use the connection or the midpoint");
}

Motion solveVariational(const ShapeFrames& frames, const ShapeMetric& metric, const MotionOptions& options,
                        const MotionLoads& loads) {
    requireValidFrames(frames, metric.needs());
    requireVariational(metric);
    const int steps = stepCountOf(frames);
    LoopProgress progress(options.progress, steps + frames.frameCount(), 1.0);
    Motion motion;
    const std::vector<double> times = timesOf(frames);
    const auto note = [&](const PairPlacement& pair) {
        motion.report.iterations = std::max(motion.report.iterations, pair.iterations);
        motion.report.residual = std::max(motion.report.residual, pair.residual);
        return pair.aFromB;
    };
    if (loads.isZero()) {
        const std::vector<PairPlacement> pairs = placePairs(frames, metric, true, progress);
        march(times, options, frames.isClosed(), motion,
              [&](int step, const Pose&) { return note(pairs[static_cast<std::size_t>(step)]); });
    } else {
        std::vector<VariationalPair> pairs(static_cast<std::size_t>(steps));
        std::vector<Vector3> centres(static_cast<std::size_t>(steps));
        forFrames(
            steps, progress, [&] { return FrameWindow(frames); },
            [&](FrameWindow& window, int k) {
                const Shape a = window.at(k);
                pairs[static_cast<std::size_t>(k)] = VariationalPair(metric, a, window.at(k + 1));
                centres[static_cast<std::size_t>(k)] = weightedMeanOf(a);
            });
        march(times, options, frames.isClosed(), motion, [&](int step, const Pose& worldFromA) {
            const auto at = static_cast<std::size_t>(step);
            const double dt = times[at + 1] - times[at];
            const Vector6 impulse = dt * loads.at(worldFromA, centres[at]);
            try {
                return note(pairs[at].solve(impulse, pairs[at].registration()));
            } catch (const std::runtime_error& error) {
                throw std::runtime_error("from frame " + std::to_string(step) + " to the next: " + error.what() +
                                         "; take more frames, or the connection");
            }
        });
    }
    examine(frames, metric, progress, motion.report);
    return motion;
}

/// xi of K xi + h = mu at the pose half a step on: a fixed point.
Twist midpointTwist(const MidpointPair& pair, double dt, const Pose& worldFromA, const MotionLoads& loads,
                    MotionReport& report) {
    const LockedSolve locked(pair.reduction.locked);
    Twist xi;
    for (int i = 0; i < 100; ++i) {
        const Vector6 load = loads.at(worldFromA * expSE3(xi, 0.5 * dt), pair.meanPoint);
        const Twist next(locked.solve(load - pair.reduction.momentum));
        const double change = (next - xi).vector().norm(), size = next.vector().norm();
        xi = next;
        report.iterations = std::max(report.iterations, i + 1);
        if (loads.isZero() || change <= 1e-14 * size) return xi;
    }
    throw std::runtime_error("the midpoint step does not converge: it turns too far in one frame");
}

Motion solveMidpoint(const ShapeFrames& frames, const ShapeMetric& metric, const MotionOptions& options,
                     const MotionLoads& loads) {
    requireValidFrames(frames, metric.needs());
    const int steps = stepCountOf(frames);
    LoopProgress progress(options.progress, 2 * steps, 1.0);
    const std::vector<double> times = timesOf(frames);
    const std::vector<PairPlacement> placed = placePairs(frames, metric, isPlacedByStep(metric), progress);
    std::vector<MidpointPair> pairs(static_cast<std::size_t>(steps));
    forFrames(
        steps, progress, [&] { return FrameWindow(frames); },
        [&](FrameWindow& window, int k) {
            const auto at = static_cast<std::size_t>(k);
            const Shape a = window.at(k), b = window.at(k + 1);
            MidpointPair& pair = pairs[at];
            pair.placed = placed[at].aFromB;
            PointColumns moved;
            movePoints(pair.placed, b.points, moved);
            const PointColumns mean = 0.5 * (a.points + moved);
            Eigen::VectorXd weight;
            if (a.weight) weight = 0.5 * (*a.weight + *b.weight);
            const Shape shape{mean, a.topology, a.weight ? &weight : nullptr};
            pair.reduction = metric.reduce(shape, (moved - a.points) / (times[at + 1] - times[at]));
            pair.meanPoint = weightedMeanOf(shape);
        });
    Motion motion;
    march(times, options, frames.isClosed(), motion, [&](int step, const Pose& worldFromA) {
        const auto at = static_cast<std::size_t>(step);
        const double dt = times[at + 1] - times[at];
        return expSE3(midpointTwist(pairs[at], dt, worldFromA, loads, motion.report), dt) * pairs[at].placed;
    });
    for (int k = 0; k < steps; ++k)
        lookAt(pairs[static_cast<std::size_t>(k)].reduction, k, motion.report);
    return motion;
}

} // namespace

Motion solveMotion(const ShapeFrames& frames, const ShapeMetric& metric, const MotionOptions& options) {
    requireValidOptions(options, frames.isClosed());
    const MotionLoads loads(options, metric.isInertia());
    if (!metric.isLinear() && !loads.isZero())
        throw std::invalid_argument("metric " + metric.name() + ": it is not linear, and knows no loads");
    Motion motion;
    switch (options.scheme) {
    case MotionScheme::Connection: {
        const ReducedSequence sequence = reduceSequence(frames, {&metric}, {options.progress});
        motion = solveMotion(sequence, options, 0, metric.isInertia());
        if (!isPlacedByStep(metric)) motion.report.timeError = -1.0;
        return motion;
    }
    case MotionScheme::Variational:
        motion = solveVariational(frames, metric, options, loads);
        break;
    case MotionScheme::Midpoint:
        motion = solveMidpoint(frames, metric, options, loads);
        break;
    }
    addFall(motion, options, metric.isInertia());
    return motion;
}

} // namespace ambient
