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

    const Matrix3& worldFromStart;   ///< rotation at the start of the step
    Extrapolated<SpatialPair> twist; ///< changeOfTwist()
    Extrapolated<SpatialPair> shed;  ///< LoadHistory::Entry::shed, body axes of the start

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

/// The change moved towards that at a predicted end.
VaryingInertia corrected(const VaryingInertia& change, const Matrix6& inverseInertia, const LoadHistory::Entry& end) {
    return {change.worldFromStart, change.twist.corrected(changeOfTwist(inverseInertia, end)),
            change.shed.corrected(transposedTimes(change.worldFromStart, SpatialPair::of(end.shed)))};
}
ConstantInertia corrected(const ConstantInertia&, const Matrix6&, const LoadHistory::Entry&) {
    return {};
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

template <class Change>
double errorOfLoads(const ContinuedLoads<OneBody, Change>& f, const Change& change) {
    double turn = 0.0, shift = 0.0;
    if constexpr (Change::kVaries) {
        turn = change.twist.error.angular().norm();
        shift = change.twist.error.linear().norm();
    }
    return f.errorOfLoads(turn, shift);
}

/// The state after the step, or that before it if the error of the motion under the loads is larger than permitted.
template <class Change>
bool moveOn(const ContinuedLoads<OneBody, Change>& f, const Change& change, const ExtrapolatedStep& step,
            FluidBodyState& state, Momentum& shed) {
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

/// Takes an entry to the frame of the newest one. \param rate of the entry's `carried`
void takeToFrame(LoadHistory::Entry& entry, const Vector3& frameVelocity, const CarriedColumns& rate) {
    const Vector3 wind = entry.worldFromBody.conjugate() * Vector3(entry.mediumVelocity - frameVelocity);
    entry.mediumVelocity = frameVelocity;
    if (wind.isZero(0.0)) return;
    const Vector6 more = rateInFrame(entry.carried, rate * wind, entry.twist, entry.momentum.linear, wind);
    entry.load += rotated(entry.worldFromBody, Wrench(more));
    entry.momentum += Momentum(Vector6(entry.carried * wind));
    entry.twist.linear += wind;
}

/// The entries relative to the frame of the newest one, which does not accelerate.
LoadHistory inOneFrame(const LoadHistory& history, double step) {
    LoadHistory all = history;
    const CarriedColumns &c0 = history[0].carried, &c1 = history[1].carried, &c2 = history[2].carried;
    const CarriedColumns rates[] = {{}, (c0 - c2) / (2.0 * step), (4.0 * c1 - c0 - 3.0 * c2) / (2.0 * step)};
    for (int age = 1; age < LoadHistory::kSize; ++age)
        takeToFrame(all[age], history[0].mediumVelocity, rates[age]);
    return all;
}

void fill(LoadHistory::Entry& entry, const KirchhoffMotion& motion, const Evaluation& at, const Loads& loads,
          const Wrench& userWrench) {
    if (!motion.fluid().isUniform()) {
        entry.worldFromBody = at.worldFromBody().orientation;
        entry.carried = at.inertia().inertia.matrix().rightCols<3>();
    }
    entry.load = loads.total() - userWrench;
    entry.shed = loads.shed;
    entry.twist = loads.twist;
    entry.momentum = loads.momentum;
    entry.mediumVelocity = loads.mediumVelocity;
}

/// Evaluates the end of a step in the frame of its start. \param end momentum relative to that frame
LoadHistory::Entry entryAtEnd(const KirchhoffMotion& motion, const FluidBodyState& end, const LoadHistory& history,
                              const ExtrapolatedStep& step, Evaluation& buffer) {
    motion.evaluate(end.worldFromBody, end.time, buffer);
    const Loads loads = motion.loads(buffer, momentumInMedium(motion, buffer, end), step.userWrench);
    LoadHistory::Entry entry;
    entry.time = end.time;
    fill(entry, motion, buffer, loads, step.userWrench);
    if (motion.fluid().isUniform()) return entry;
    const CarriedColumns rate =
        (3.0 * entry.carried - 4.0 * history[0].carried + history[1].carried) / (2.0 * step.duration);
    takeToFrame(entry, history[0].mediumVelocity, rate);
    return entry;
}

/// Largest error of extrapolated loads, over that permitted after it, that is worth a correction.
constexpr double kCorrigible = 100.0;

/// Largest errors of extrapolated and of corrected loads, over the permitted one.
struct LargestErrors {
    double extrapolated, corrected;
};

/// The estimate of corrected loads is their whole error, where that of adaptive substeps is several times theirs: they
/// must fulfil a share of the permitted one. Where a surface cuts the body, the shares of its wet faces are no better
/// than ten permitted errors; the estimate of extrapolated loads is four times their error or more if the body turns by
/// less than .3 rad of its period in a step. Measured, floats of 144 faces at steps of 1/60 s then differ by .1 to .3 %
/// of their way in 6 s.
LargestErrors largestErrors(const Evaluation& at) {
    return at.fluid().partCount == 2 ? LargestErrors{40.0, 10.0} : LargestErrors{1.0, 0.1};
}

/// Extrapolates the loads, and corrects them if need be. \param history in one frame
template <class Change>
ContinuedOutcome continueLoads(const KirchhoffMotion& motion, MotionBuffers& buffers, const LoadHistory& history,
                               const ContinuedStart<OneBody>& start, const Change& change, bool mayExtrapolate,
                               const ExtrapolatedStep& step, FluidBodyState& state, Momentum& shed) {
    const Matrix6& inverse = buffers.now.inertia().inverse;
    const ContinuedLoads<OneBody, Change> f(start, inverse, change, step.duration);
    const double error = errorOfLoads(f, change);
    const LargestErrors largest = largestErrors(buffers.now);
    if (mayExtrapolate && error <= largest.extrapolated * step.largestError && moveOn(f, change, step, state, shed))
        return {true};
    FluidBodyState end = state;
    Momentum unused;
    const bool mayCorrect = step.mayCorrect && error <= kCorrigible * largest.corrected * step.largestError;
    if (!mayCorrect || !moveOn(f, change, step, end, unused)) return {false};
    const LoadHistory::Entry atEnd = entryAtEnd(motion, end, history, step, buffers.next);
    const Change moved = corrected(change, inverse, atEnd);
    const PredictedEnd<OneBody> found{SpatialPair::of(atEnd.load + step.userWrench), atEnd.mediumVelocity};
    const ContinuedLoads<OneBody, Change> g(start, inverse, moved, step.duration, found);
    const bool isAccurate = errorOfLoads(g, moved) <= largest.corrected * step.largestError;
    return {isAccurate && moveOn(g, moved, step, state, shed), 1};
}

/// Largest rotation [rad] or displacement over body length in a step.
/// A water surface that cuts the body then passes no whole faces between two evaluations.
double largestMotion(const Evaluation& at) {
    return at.fluid().partCount == 2 ? kWettingDepth : kLargestTravel;
}

} // namespace

void pushOnto(LoadHistory& history, double time, const KirchhoffMotion& motion, const Evaluation& at,
              const Loads& loads, const Wrench& userWrench) {
    fill(history.push(time), motion, at, loads, userWrench);
}

ContinuedOutcome stepWithContinuedLoads(const KirchhoffMotion& motion, MotionBuffers& buffers,
                                        const LoadHistory& history, const ExtrapolatedStep& step, FluidBodyState& state,
                                        Momentum& shed) {
    const Evaluation& at = buffers.now;
    if (!history.isEven(step.duration) || motion.lockedAxes().any()) return {false};
    const double length = motion.body().model->length();
    const Twist& twist = history[0].twist;
    const double travel = step.duration * std::max(twist.angular.norm(), twist.linear.norm() / length);
    if (!(travel <= kLargestTravel)) return {false};
    const double speed = (state.worldFromBody.orientation * twist.linear + at.medium().velocity).norm();
    if (mayMeetSurface(motion, at, speed, step.duration)) return {false};
    if (mayMeetOtherDensity(motion, at, speed, step.duration)) return {false};
    const bool mayExtrapolate = travel <= largestMotion(at);
    const auto moveBy = [&](const LoadHistory& inFrame, const ContinuedStart<OneBody>& start, const auto& change) {
        return continueLoads(motion, buffers, inFrame, start, change, mayExtrapolate, step, state, shed);
    };
    if (motion.fluid().isUniform()) {
        const ContinuedStart<OneBody> start = startOf(history, state, length, step);
        if (motion.fluid().isConstant()) return moveBy(history, start, ConstantInertia());
        return moveBy(history, start, changeOf(at.inertia(), history, start.worldFromBody));
    }
    const LoadHistory inFrame = inOneFrame(history, step.duration);
    const ContinuedStart<OneBody> start = startOf(inFrame, state, length, step);
    return moveBy(inFrame, start, changeOf(at.inertia(), inFrame, start.worldFromBody));
}

} // namespace ambient
