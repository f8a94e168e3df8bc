// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ExtrapolatedLoads.h"

#include "AmbientFluid/Dynamics/ContinuedLoads.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/SurfaceEstimates.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Change of the twist due to the change of K and sigma: K(t)^-1 (mu - sigma) - K0^-1 mu, at a past time.
SpatialPair changeOfTwist(const Matrix6& inverseInertia, const LoadHistory::Entry& past) {
    return SpatialPair::of(past.twist) - inverseInertia * SpatialPair::of(past.momentum);
}

/// K and sigma change from step to step.
struct VaryingInertia {
    static constexpr bool kVaries = true;

    const Matrix3& worldFromStart;         ///< rotation at the start of the step
    const Extrapolated<SpatialPair> twist; ///< changeOfTwist()
    const Extrapolated<SpatialPair> shed;  ///< LoadHistory::Entry::shed, body axes of the start

    /// Momentum carried off by parts leaving the fluid over a stretch, world axes. \param step [s]
    Momentum shedMomentum(const Stretch<OneBody>& s, double from, double to, double step) const {
        const auto rate = [](const SpatialPair& at, const Course<OneBody>& c) {
            const Vector3 force = at.linear();
            return SpatialPair::of(at.angular() + c.motion.linear().cross(force), force);
        };
        const SpatialPair half = shed.at(0.5 * (from + to));
        const SpatialPair middle = rate(half, s.stages[1]) + rate(half, s.stages[2]);
        const SpatialPair sum = rate(shed.at(from), s.stages[0]) + 2.0 * middle + rate(shed.at(to), s.stages[3]);
        return ((to - from) * step / 6.0 * (worldFromStart * sum)).as<Momentum>();
    }
};

VaryingInertia changeOf(const MomentumMap& inertia, const LoadHistory& history, const Matrix3& worldFromStart) {
    const auto shed = [&](int age) { return transposedTimes(worldFromStart, SpatialPair::of(history[age].shed)); };
    return {worldFromStart,
            {SpatialPair::zero() - inertia.inverse * inertia.shapeMomentum, changeOfTwist(inertia.inverse, history[1]),
             changeOfTwist(inertia.inverse, history[2])},
            {shed(0), shed(1), shed(2)}};
}

ContinuedStart<OneBody> startOf(const LoadHistory& history, const FluidBodyState& state, double length,
                                const ExtrapolatedStep& step) {
    const auto load = [&](int age) { return SpatialPair::of(history[age].load + step.userWrench); };
    return {state.worldFromBody.orientation.toRotationMatrix(),
            {load(0), load(1), load(2)},
            {history[0].mediumVelocity, history[1].mediumVelocity, history[2].mediumVelocity},
            SpatialPair::of(history[0].twist),
            SpatialPair::of(history[0].momentum),
            length,
            step.kineticFloor};
}

/// Motion over a step, in parts of equal length.
struct Way {
    Course<OneBody> end;
    double error; ///< dimensionless
    Momentum shed;
};

template <class Change>
Way moveInParts(const ContinuedLoads<OneBody, Change>& f, const Change& change, int parts, double step) {
    Way way{f.start(), 0.0, {}};
    Course<OneBody> rate = f.startRate();
    for (int part = 0; part < parts; ++part) {
        const double from = double(part) / parts, to = double(part + 1) / parts;
        const Stretch<OneBody> s = f.move(way.end, rate, from, to);
        if constexpr (Change::kVaries) way.shed += change.shedMomentum(s, from, to, step);
        way.error += f.errorOfMotion(s.error);
        way.end = s.end;
        rate = s.endRate;
    }
    return way;
}

/// The state after the step, or that before it if the errors are larger than permitted.
template <class Change>
bool moveOn(const ContinuedStart<OneBody>& start, const Matrix6& inverse, const Change& change,
            const ExtrapolatedStep& step, FluidBodyState& state, Momentum& shed) {
    const ContinuedLoads<OneBody, Change> f(start, inverse, change, step.duration);
    double turn = 0.0, shift = 0.0;
    if constexpr (Change::kVaries) {
        turn = change.twist.error.angular().norm();
        shift = change.twist.error.linear().norm();
    }
    if (!(f.errorOfLoads(turn, shift) <= step.largestError)) return false;
    // The motion under known loads is cheap compared with their evaluation: a fast wobble is integrated in more parts.
    Way way = moveInParts(f, change, 1, step.duration);
    if (!(way.error <= step.largestError)) {
        constexpr double kMostParts = 8.0;
        const double parts = std::ceil(1.1 * portable::cbrt(way.error / step.largestError));
        if (!(parts <= kMostParts)) return false;
        way = moveInParts(f, change, static_cast<int>(parts), step.duration);
        if (!(way.error <= step.largestError)) return false;
    }
    const ContinuedEnd<OneBody> end = f.endAt(way.end);
    FluidBodyState next = state;
    Quaternion& q = next.worldFromBody.orientation;
    q = q * expSO3(end.turn);
    q.coeffs() *= 1.5 - 0.5 * q.squaredNorm(); // renormalises up to rounding: Newton's rule for the root
    next.worldFromBody.position += end.shift;
    next.momentum += end.impulse.as<Momentum>();
    next.time += step.duration;
    if (!next.isFinite()) return false;
    shed = way.shed;
    state = next;
    return true;
}

/// The entries relative to the frame of the newest one, which does not accelerate.
LoadHistory inOneFrame(const LoadHistory& history, double step) {
    LoadHistory all = history;
    const CarriedColumns &c0 = history[0].carried, &c1 = history[1].carried, &c2 = history[2].carried;
    const CarriedColumns rates[] = {{}, (c0 - c2) / (2.0 * step), (4.0 * c1 - c0 - 3.0 * c2) / (2.0 * step)};
    for (int age = 1; age < LoadHistory::kSize; ++age) {
        LoadHistory::Entry& entry = all[age];
        const Vector3 wind =
            entry.worldFromBody.conjugate() * Vector3(entry.mediumVelocity - history[0].mediumVelocity);
        entry.mediumVelocity = history[0].mediumVelocity;
        if (wind.isZero(0.0)) continue;
        const Vector6 rate = rateInFrame(entry.carried, rates[age] * wind, entry.twist, entry.momentum.linear, wind);
        entry.load += rotated(entry.worldFromBody, Wrench(rate));
        entry.momentum += Momentum(Vector6(entry.carried * wind));
        entry.twist.linear += wind;
    }
    return all;
}

/// Largest rotation [rad] or displacement over body length in a step.
/// A water surface that cuts the body then passes no whole faces between two evaluations.
double largestMotion(const Evaluation& at) {
    return at.fluid().partCount == 2 ? kWettingDepth : kLargestTravel;
}

} // namespace

bool stepWithExtrapolatedLoads(const KirchhoffMotion& motion, const Evaluation& at, const LoadHistory& history,
                               const ExtrapolatedStep& step, FluidBodyState& state, Momentum& shed) {
    if (!history.isEven(step.duration) || motion.lockedAxes().any()) return false;
    const double length = motion.body().model->length();
    const Twist& twist = history[0].twist;
    const double travel = step.duration * std::max(twist.angular.norm(), twist.linear.norm() / length);
    if (!(travel <= largestMotion(at))) return false;
    const double speed = (state.worldFromBody.orientation * twist.linear + at.medium().velocity).norm();
    if (mayMeetSurface(motion, at, speed, step.duration)) return false;
    if (mayMeetOtherDensity(motion, at, speed, step.duration)) return false;
    const Matrix6& inverse = at.inertia().inverse;
    if (motion.fluid().isUniform()) {
        const ContinuedStart<OneBody> start = startOf(history, state, length, step);
        if (motion.fluid().isConstant()) return moveOn(start, inverse, ConstantInertia(), step, state, shed);
        return moveOn(start, inverse, changeOf(at.inertia(), history, start.worldFromBody), step, state, shed);
    }
    const LoadHistory inFrame = inOneFrame(history, step.duration);
    const ContinuedStart<OneBody> start = startOf(inFrame, state, length, step);
    return moveOn(start, inverse, changeOf(at.inertia(), inFrame, start.worldFromBody), step, state, shed);
}

} // namespace ambient
