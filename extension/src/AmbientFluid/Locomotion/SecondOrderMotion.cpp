// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SecondOrderMotion.h"

#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/MotionLoads.h"
#include "AmbientFluid/Locomotion/RigidLogarithm.h"
#include "AmbientFluid/Math/CubicSplines.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMostDampedTurn = 0.1; // of an explicit substep [rad]
constexpr double kMostDecay = 0.5;      // of an explicit substep: time step times rate of drag
constexpr int kMostDampedSubsteps = 64;

Vector6 worldMomentum(const Pose& worldFromBody, const Vector6& inBody) {
    return changeFrame(worldFromBody, Momentum(inBody)).vector();
}

Vector6 bodyMomentum(const Pose& worldFromBody, const Vector6& inWorld) {
    return changeFrame(worldFromBody.inverse(), Momentum(inWorld)).vector();
}

/// Both metrics at an instant, in the gauge frame.
struct Instant {
    Matrix6 inertia, drag;
    Vector6 momentum, resistance; // at zero twist
    Vector3 meanPoint;
};

class DampedSequence {
  public:
    DampedSequence(const ReducedSequence& sequence, const ReducedSequence::Metric& inertia,
                   const ReducedSequence::Metric& drag, const Vector3& weight)
        : m_splines(sequence.times, packed(sequence, inertia, drag), sequence.isClosed), m_weight(weight) {}

    Instant at(int interval, double fraction) const {
        const Eigen::VectorXd v = m_splines.at(interval, fraction);
        using Block = Eigen::Map<const Eigen::Matrix<double, 6, 6>>;
        return {Block(v.data()), Block(v.data() + 36), v.segment<6>(72), v.segment<6>(78), v.tail<3>()};
    }

    double length(int interval) const { return m_splines.length(interval); }

    /// Weight, about the origin of the gauge frame, in its axes.
    Vector6 load(const Instant& now, const Pose& pose) const {
        const Vector3 weight = pose.orientation.conjugate() * m_weight;
        Vector6 load;
        load << now.meanPoint.cross(weight), weight;
        return load;
    }

  private:
    static Eigen::MatrixXd packed(const ReducedSequence& sequence, const ReducedSequence::Metric& inertia,
                                  const ReducedSequence::Metric& drag) {
        Eigen::MatrixXd values(87, sequence.frameCount());
        for (int i = 0; i < sequence.frameCount(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            values.col(i) << inertia.at[at].locked.reshaped(), drag.at[at].locked.reshaped(), inertia.at[at].momentum,
                drag.at[at].momentum, sequence.meanPoint[at];
        }
        return values;
    }

    CubicSplines m_splines;
    Vector3 m_weight;
};

struct State {
    Pose pose;        // worldFromGauge
    Vector6 momentum; // about the world's origin
};

/// Rate of change of a state whose pose is pose * exp(u).
struct Rate {
    Twist u;
    Vector6 momentum;
};

Rate rateOf(const DampedSequence& sequence, int interval, double fraction, const Pose& pose, const Twist& u,
            const Vector6& momentum) {
    const Instant now = sequence.at(interval, fraction);
    const Pose there = pose * expSE3(u, 1.0);
    const Vector6 xi = LockedSolve(now.inertia).solve(bodyMomentum(there, momentum) - now.momentum);
    const Twist twist(xi), once = bracket(u, twist);
    const Vector6 wrench = sequence.load(now, there) - now.drag * xi - now.resistance;
    return {twist + 0.5 * once + (1.0 / 12.0) * bracket(u, once), worldMomentum(there, wrench)};
}

/// Fourth order. [Iserles2000, sec. 2]
State explicitStep(const DampedSequence& sequence, int interval, double from, double part, const State& s) {
    const double dt = sequence.length(interval) * part;
    const auto rate = [&](double fraction, const Rate& slope) {
        const double h = fraction * dt;
        return rateOf(sequence, interval, from + fraction * part, s.pose, h * slope.u, s.momentum + h * slope.momentum);
    };
    const Rate still{Twist(), Vector6::Zero()};
    const Rate k1 = rate(0.0, still), k2 = rate(0.5, k1), k3 = rate(0.5, k2), k4 = rate(1.0, k3);
    return {s.pose * expSE3((dt / 6.0) * (k1.u + 2.0 * k2.u + 2.0 * k3.u + k4.u), 1.0),
            s.momentum + (dt / 6.0) * (k1.momentum + 2.0 * k2.momentum + 2.0 * k3.momentum + k4.momentum)};
}

/// (K + dt R) xi = mu - h - dt h_R with the shape at the end of the step: stable however stiff.
State implicitStep(const DampedSequence& sequence, int interval, double from, double part, const State& s) {
    const double dt = sequence.length(interval) * part;
    const Instant end = sequence.at(interval, from + part);
    const Vector6 before = bodyMomentum(s.pose, s.momentum) + dt * sequence.load(end, s.pose);
    const Matrix6 stiff = end.inertia + dt * end.drag;
    const Vector6 xi = LockedSolve(stiff).solve(before - end.momentum - dt * end.resistance);
    const Vector6 after = end.inertia * xi + end.momentum;
    // The momentum is about the old pose; the motion carries the pose on.
    return {s.pose * expSE3(Twist(xi), dt), worldMomentum(s.pose, after)};
}

/// Substeps that turn and drag ask for, by the frame at the start of the interval.
double substepsWanted(const DampedSequence& sequence, int interval, const State& s) {
    double wanted = 1.0;
    for (const double fraction : {0.0, 1.0}) {
        const Instant now = sequence.at(interval, fraction);
        const LockedSolve solve(now.inertia);
        const double turn = solve.solve(bodyMomentum(s.pose, s.momentum) - now.momentum).head<3>().norm();
        const double rate = solve.greatestRate(now.drag);
        const double dt = sequence.length(interval);
        wanted = std::max({wanted, turn * dt / kMostDampedTurn, rate * dt / kMostDecay});
    }
    return std::ceil(wanted);
}

} // namespace

SecondOrderMotion solveSecondOrder(const ReducedSequence& sequence, int inertia, int drag,
                                   const SecondOrderOptions& options) {
    MotionOptions checked;
    checked.start = options.start;
    checked.momentum = options.momentum;
    checked.cycles = options.cycles;
    checked.gravity = options.gravity;
    checked.mass = options.mass;
    requireValidOptions(checked, sequence.isClosed);
    for (const int metric : {inertia, drag})
        if (!sequence.metrics.at(static_cast<std::size_t>(metric)).isLinear)
            throw std::invalid_argument("motion with inertia and drag: metric " + std::to_string(metric) +
                                        " is not linear");
    const DampedSequence damped(sequence, sequence.metrics.at(static_cast<std::size_t>(inertia)),
                                sequence.metrics.at(static_cast<std::size_t>(drag)), options.mass * options.gravity);
    const int steps = sequence.stepCount(), frames = sequence.frameCount();
    SecondOrderMotion result;
    State state{options.start * sequence.gaugeFromInput.front().inverse(), options.momentum.vector()};
    std::vector<Pose> after{options.start};
    result.momentum.emplace_back(state.momentum);
    for (int i = 0; i < steps * options.cycles; ++i) {
        const double wanted = substepsWanted(damped, i % steps, state);
        const bool isStiff = !(wanted <= kMostDampedSubsteps);
        result.implicitSteps += isStiff ? 1 : 0;
        const int count = isStiff ? kMostDampedSubsteps : static_cast<int>(wanted);
        for (int s = 0; s < count; ++s)
            state = (isStiff ? implicitStep : explicitStep)(damped, i % steps, static_cast<double>(s) / count,
                                                            1.0 / count, state);
        after.push_back(state.pose * sequence.gaugeFromInput[static_cast<std::size_t>((i + 1) % frames)]);
        result.momentum.emplace_back(state.momentum);
    }
    finishMotion(result.motion, std::move(after), sequence.times, sequence.isClosed, steps);
    if (sequence.isClosed) result.momentum.pop_back();
    return result;
}

} // namespace ambient
