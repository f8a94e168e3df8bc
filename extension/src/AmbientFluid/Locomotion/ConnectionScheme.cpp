// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/MotionLoads.h"
#include "AmbientFluid/Locomotion/RigidLogarithm.h"
#include "AmbientFluid/Math/CubicSplines.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

constexpr double kMostTurn = 0.1; // of a substep with loads [rad]; its error is of fifth order in it
constexpr int kMostSubsteps = 1000;

/// xi at the frames where nothing but the change of shape moves them.
Eigen::MatrixXd freeTwists(const ReducedSequence& sequence, const ReducedSequence::Metric& metric) {
    Eigen::MatrixXd twists(6, sequence.frameCount());
    for (int i = 0; i < sequence.frameCount(); ++i) {
        const ShapeReduction& r = metric.at[static_cast<std::size_t>(i)];
        twists.col(i) = LockedSolve(r.locked).solve(-r.momentum);
    }
    return twists;
}

/// Fourth-order Magnus step with a spline of twists; g' = g xi, hence the plus. [Iserles2000, sec. 4]
Pose magnusStep(const CubicSplines& twists, int interval) {
    const double offset = std::sqrt(3.0) / 6.0, h = twists.length(interval);
    const Twist a{Vector6(twists.at(interval, 0.5 - offset))}, b{Vector6(twists.at(interval, 0.5 + offset))};
    return expSE3(0.5 * h * (a + b) + (h * h * std::sqrt(3.0) / 12.0) * bracket(a, b), 1.0);
}

/// K, h and the centre of the mass, interpolated, and the twist with loads.
class LoadedSequence {
  public:
    LoadedSequence(const ReducedSequence& sequence, const ReducedSequence::Metric& metric, const MotionLoads& loads)
        : m_loads(loads), m_splines(sequence.times, packed(sequence, metric), sequence.isClosed) {}

    Twist twistAt(int interval, double fraction, const Pose& worldFromGauge) const {
        const Eigen::VectorXd v = m_splines.at(interval, fraction);
        const Matrix6 locked = Eigen::Map<const Eigen::Matrix<double, 6, 6>>(v.data());
        const Vector6 momentum = v.segment<6>(36);
        return Twist(LockedSolve(locked).solve(m_loads.at(worldFromGauge, v.tail<3>()) - momentum));
    }

    /// Runge-Kutta-Munthe-Kaas of fourth order over an interval, in as many substeps as the turn asks for.
    /// [Iserles2000, sec. 2]
    Pose step(int interval, Pose pose) const {
        const double h = m_splines.length(interval);
        const double turn =
            std::max(twistAt(interval, 0.0, pose).angular.norm(), twistAt(interval, 1.0, pose).angular.norm()) * h;
        const int count = std::clamp(static_cast<int>(std::ceil(turn / kMostTurn)), 1, kMostSubsteps);
        const double dt = h / count, part = 1.0 / count;
        for (int s = 0; s < count; ++s) {
            const double from = s * part;
            const auto slope = [&](double fraction, const Twist& u) {
                const Twist xi = twistAt(interval, from + fraction * part, pose * expSE3(u, 1.0));
                const Twist once = bracket(u, xi);
                return xi + 0.5 * once + (1.0 / 12.0) * bracket(u, once);
            };
            const Twist k1 = slope(0.0, Twist()), k2 = slope(0.5, 0.5 * dt * k1), k3 = slope(0.5, 0.5 * dt * k2);
            const Twist k4 = slope(1.0, dt * k3);
            pose = pose * expSE3((dt / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4), 1.0);
        }
        return pose;
    }

  private:
    static Eigen::MatrixXd packed(const ReducedSequence& sequence, const ReducedSequence::Metric& metric) {
        Eigen::MatrixXd values(45, sequence.frameCount());
        for (int i = 0; i < sequence.frameCount(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            values.col(i).head<36>() = metric.at[at].locked.reshaped();
            values.col(i).segment<6>(36) = metric.at[at].momentum;
            values.col(i).tail<3>() = sequence.meanPoint[at];
        }
        return values;
    }

    const MotionLoads& m_loads;
    CubicSplines m_splines;
};

/// Where the metric hardly resists, and the balance at the frames.
void examine(const ReducedSequence& sequence, const ReducedSequence::Metric& metric, MotionReport& report) {
    report.iterations = sequence.iterations;
    for (int i = 0; i < sequence.frameCount(); ++i) {
        const ShapeReduction& r = metric.at[static_cast<std::size_t>(i)];
        const LockedSolve solve(r.locked);
        report.singularFrames += solve.isSingular() ? 1 : 0;
        if (i == 0 || solve.leastRatio() < report.leastRatio) {
            report.leastRatio = solve.leastRatio();
            report.leastFrame = i;
            report.leastTwist =
                changeFrame(Twist(solve.weakest()), sequence.gaugeFromInput[static_cast<std::size_t>(i)]);
        }
        const double length = sequence.size > 0.0 ? sequence.size : 1.0;
        const auto norm = [length](const Vector6& m) {
            return portable::hypot(m.head<3>().norm() / length, m.tail<3>().norm());
        };
        // In units of the momentum of a motion by the size of the shape, so that a pause does not count as an error.
        const double scale = r.locked.bottomRightCorner<3, 3>().trace() * length * (sequence.stepCount());
        const Vector6 left = r.locked * solve.solve(r.momentum) - r.momentum;
        const double period = sequence.times.back() - sequence.times.front();
        if (scale > 0.0) report.residual = std::max(report.residual, norm(left) * period / scale);
    }
}

} // namespace

Motion solveMotion(const ReducedSequence& sequence, const MotionOptions& options, int metric, bool isInertia) {
    requireValidOptions(options, sequence.isClosed);
    const MotionLoads loads(options, isInertia);
    const ReducedSequence::Metric& reduced = sequence.metrics.at(static_cast<std::size_t>(metric));
    if (!reduced.isLinear && !loads.isZero())
        throw std::invalid_argument("motion: the metric is not linear, and knows no loads");
    const int steps = sequence.stepCount(), frames = sequence.frameCount();
    Motion motion;
    examine(sequence, reduced, motion.report);
    const Pose inputFromGauge = sequence.gaugeFromInput.front().inverse();
    Pose worldFromGauge = options.start * inputFromGauge;
    std::vector<Pose> after{options.start};
    const auto take = [&](int step) {
        after.push_back(worldFromGauge * sequence.gaugeFromInput[static_cast<std::size_t>((step + 1) % frames)]);
    };
    if (loads.isZero()) {
        const CubicSplines twists(sequence.times, freeTwists(sequence, reduced), sequence.isClosed);
        for (int i = 0; i < steps * options.cycles; ++i) {
            worldFromGauge = worldFromGauge * magnusStep(twists, i % steps);
            take(i);
        }
    } else {
        const LoadedSequence loaded(sequence, reduced, loads);
        for (int i = 0; i < steps * options.cycles; ++i) {
            worldFromGauge = loaded.step(i % steps, worldFromGauge);
            take(i);
        }
    }
    finishMotion(motion, std::move(after), sequence.times, sequence.isClosed, steps);
    if (loads.isZero()) {
        const Pose difference = sequence.placedHolonomy.inverse() * motion.advance;
        const Vector3 centre = inputFromGauge.position;
        motion.report.timeError =
            (difference * centre - centre).norm() + logSO3(difference.orientation).norm() * sequence.size;
    }
    addFall(motion, options, isInertia);
    return motion;
}

} // namespace ambient
