// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/StiffDrag.h"
#include "AmbientFluid/Dynamics/SurfaceEstimates.h"
#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// State after motion with a constant relative body twist and drift; the spatial momentum is fixed.
FluidBodyState moved(const FluidBodyState& s, const Pose& relativeMotion, const Vector3& drift, double h) {
    FluidBodyState next = s;
    const Vector3 shift = s.worldFromBody.orientation * relativeMotion.position;
    next.worldFromBody.orientation = (s.worldFromBody.orientation * relativeMotion.orientation).normalized();
    next.worldFromBody.position += shift + drift;
    next.momentum.angular -= shift.cross(s.momentum.linear);
    next.time += h;
    return next;
}

/// Change of the pose by a constant body twist: a screw motion.
/// Straight if axes are locked, since a screw motion would violate the lock.
Pose motionOf(const KirchhoffMotion& motion, const Twist& twistInBody, double h) {
    if (!motion.lockedAxes().any()) return expSE3(twistInBody, h);
    return {expSO3(h * twistInBody.angular), h * twistInBody.linear};
}

/// Scales the momentum down if the kinetic energy exceeds `energy`.
void limitEnergy(const KirchhoffMotion& motion, const Evaluation& at, Momentum& momentum, double energy) {
    const double now = kineticEnergy(motion, at, momentum);
    if (now > energy) momentum = std::sqrt(energy / now) * momentum;
}

/// Velocity of the momentum's frame at another time than that of an evaluation. \param buffer is overwritten
Vector3 frameVelocityAt(const KirchhoffMotion& motion, const Evaluation& at, double time, Evaluation& buffer) {
    if (!motion.fluid().isUniform() || motion.fluid().isSteady() || time == at.time()) return at.medium().velocity;
    motion.evaluate(at.worldFromBody(), time, buffer);
    return buffer.medium().velocity;
}

/// The faces may have come into fluid of another density at the end of a step.
FluidBodyState exchanged(const KirchhoffMotion& motion, const SubstepFrame& frame, FluidBodyState end,
                         Evaluation& buffer) {
    if (!motion.fluid().hasVaryingDensity()) return end;
    motion.evaluate(end.worldFromBody, end.time, buffer);
    end.momentum = frame.exchanged(buffer, end.momentum);
    return end;
}

/// Convergence criteria of the midpoint iteration.
struct Settling {
    int maxIterations;
    double change;     ///< relative change of the momentum that ends the iteration
    double lastChange; ///< relative change accepted after the last round, since rounding may disturb the last digits
};
constexpr Settling kToRounding{60, 4e-16, 1e-10}, kRoughly{12, 1e-6, 1e-4};

/// gyroscopicWrench() of angular and linear part at once.
SpatialPair gyroscopic(const SpatialPair& twist, const SpatialPair& momentum) {
    const SpatialPair turned = cross(twist.angular(), momentum);
    return SpatialPair::of(momentum.linear().cross(twist.linear()), Vector3::Zero()) - turned;
}

/// Midpoint rule by fixed-point iteration.
/// loadAt(twist, mean) is the load at the midpoint state with this twist and momentum, in body axes.
/// \returns false if the iteration has not converged; `next` is then its last state
template <class LoadAt>
bool midpointStep(const MomentumMap& inertia, const FluidBodyState& s, double h, const Vector3& drift,
                  const Settling& settling, FluidBodyState& next, LoadAt&& loadAt) {
    const SpatialPair mu0 = rotated(s.worldFromBody.orientation.conjugate(), SpatialPair::of(s.momentum));
    const double size0 = std::sqrt(dot(mu0, mu0));
    SpatialPair mu1 = mu0, twist = SpatialPair::zero();
    bool isSettled = false;
    for (int iteration = 0; iteration < settling.maxIterations && !isSettled; ++iteration) {
        const SpatialPair mean = 0.5 * (mu0 + mu1), previous = mu1;
        twist = inertia.twistOf(mean);
        mu1 = mu0 + h * (gyroscopic(twist, mean) + loadAt(twist, mean));
        const SpatialPair rest = mu1 - previous;
        const double change = std::sqrt(dot(rest, rest)), size = std::sqrt(dot(mu1, mu1)) + size0;
        if (!std::isfinite(change)) break;
        const bool isLast = iteration + 1 == settling.maxIterations;
        isSettled = change <= (isLast ? settling.lastChange : settling.change) * size;
    }
    next = moved(s, cayleySE3(twist.as<Twist>(), h), drift, h);
    next.momentum = rotated(next.worldFromBody.orientation, mu1).as<Momentum>();
    return isSettled;
}

/// Zero load, for free motion.
SpatialPair noLoad(const SpatialPair&, const SpatialPair&) {
    return SpatialPair::zero();
}

/// Derivative of the gyroscopic wrench with respect to the momentum `mu` of a body with this twist.
Matrix6 gyroscopicDerivative(const Matrix6& inverseInertia, const Vector6& twist, const Vector6& mu) {
    Matrix6 ofTwist = Matrix6::Zero(), ofMomentum = Matrix6::Zero();
    ofTwist.topLeftCorner<3, 3>() = skew(mu.head<3>());
    ofTwist.topRightCorner<3, 3>() = ofTwist.bottomLeftCorner<3, 3>() = skew(mu.tail<3>());
    ofMomentum.topLeftCorner<3, 3>() = ofMomentum.bottomRightCorner<3, 3>() = -skew(twist.head<3>());
    ofMomentum.topRightCorner<3, 3>() = -skew(twist.tail<3>());
    return ofTwist * inverseInertia + ofMomentum;
}

/// Midpoint rule without loads by Newton's iteration, with `length` as the unit of length.
/// Converges also for large rotations per step, unlike the fixed-point iteration.
/// \returns false if the iteration has not converged
bool freeMidpointByNewton(const MomentumMap& inertia, const FluidBodyState& s, double h, const Vector3& drift,
                          double length, FluidBodyState& next) {
    constexpr int kMaxIterations = 40;
    Vector6 unit;
    unit << Vector3::Constant(1.0 / length), Vector3::Ones();
    const Vector6 mu0 = rotated(s.worldFromBody.orientation.conjugate(), s.momentum).vector();
    const double size = unit.cwiseProduct(mu0).norm();
    const auto residualOf = [&](const Vector6& mean, const Vector6& twist) -> Vector6 {
        const SpatialPair m = SpatialPair::of(Momentum(mean)), y = SpatialPair::of(Twist(twist));
        return 2.0 * (mean - mu0) - h * gyroscopic(y, m).as<Momentum>().vector();
    };
    const Vector6 sigma = inertia.shapeMomentum.as<Momentum>().vector();
    Vector6 mean = mu0, twist = inertia.inverse * (mean - sigma), residual = residualOf(mean, twist);
    double error = unit.cwiseProduct(residual).norm();
    for (int i = 0; i < kMaxIterations && error > 4e-16 * size; ++i) {
        const Matrix6 derivative = 2.0 * Matrix6::Identity() - h * gyroscopicDerivative(inertia.inverse, twist, mean);
        const Vector6 change = derivative.partialPivLu().solve(residual);
        double share = 1.0, smaller = error;
        for (;; share *= 0.5) { // line search: shorten the step until the residual decreases
            const Vector6 tried = mean - share * change, triedTwist = inertia.inverse * (tried - sigma);
            const Vector6 rest = residualOf(tried, triedTwist);
            smaller = unit.cwiseProduct(rest).norm();
            if (smaller < error || !(share > 1e-3)) {
                mean = tried, twist = triedTwist, residual = rest;
                break;
            }
        }
        if (!(smaller < error)) break;
        error = smaller;
    }
    if (!(error <= 1e-13 * size)) return false;
    next = moved(s, cayleySE3(Twist(twist), h), drift, h);
    next.momentum = rotated(next.worldFromBody.orientation, Momentum(Vector6(2.0 * mean - mu0)));
    return true;
}

/// One midpoint step without loads.
/// \returns false if the iteration has not converged or axes are locked
bool freeMidpointStep(const KirchhoffMotion& motion, const MomentumMap& inertia, const Vector3& frameVelocity,
                      const FluidBodyState& s, double h, FluidBodyState& next) {
    const Vector3 drift = h * frameVelocity;
    return !motion.lockedAxes().any() &&
           (midpointStep(inertia, s, h, drift, kToRounding, next, noLoad) ||
            freeMidpointByNewton(inertia, s, h, drift, motion.body().model->length(), next));
}

/// One step without loads of a body with locked axes.
FluidBodyState lockedFreeStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h,
                              MotionBuffers& buffers) {
    const Evaluation& at = buffers.now;
    const Vector3 drift = h * at.medium().velocity;
    FluidBodyState next = moved(s, motionOf(motion, motion.relativeTwist(at, s.momentum), h), drift, h);
    motion.evaluate(next.worldFromBody, next.time, buffers.next);
    settle(motion, buffers.next, next);
    next.momentum = admissible(motion, buffers.next, next.momentum);
    // An explicit step can raise the energy; free motion does not.
    limitEnergy(motion, buffers.next, next.momentum, kineticEnergy(motion, at, s.momentum));
    return next;
}

/// Moves the body along its momentum with its speed in this direction, without rotation.
/// Conserves energy and spatial momentum, but nothing else.
FluidBodyState slide(const MomentumMap& inertia, const Vector3& frameVelocity, const FluidBodyState& s, double h) {
    const Quaternion& q = s.worldFromBody.orientation;
    const Twist twist = inertia.twistOf(rotated(q.conjugate(), s.momentum));
    const Vector3 direction = s.momentum.linear.stableNormalized();
    FluidBodyState next = s;
    next.worldFromBody.position += h * (frameVelocity + direction.dot(q * twist.linear) * direction);
    next.time += h;
    return next;
}

/// One step without loads.
FluidBodyState freeStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, MotionBuffers& buffers) {
    constexpr int kMostHalvings = 6;
    if (motion.lockedAxes().any()) return lockedFreeStep(motion, s, h, buffers);
    const MomentumMap& inertia = buffers.now.inertia();
    const Vector3 velocity = frameVelocityAt(motion, buffers.now, s.time + 0.5 * h, buffers.next);
    FluidBodyState now = s;
    double remaining = h, step = h;
    while (remaining > 0.0) {
        const bool last = step >= remaining;
        const double part = last ? remaining : step;
        FluidBodyState next = now;
        if (!freeMidpointStep(motion, inertia, velocity, now, part, next)) {
            if (part > std::ldexp(h, -kMostHalvings)) {
                step = 0.5 * part;
                continue;
            }
            next = slide(inertia, velocity, now, part);
        }
        now = next;
        remaining = last ? 0.0 : remaining - part;
    }
    now.time = s.time + h;
    return now;
}

double longestDampedStep(const KirchhoffMotion& motion, const Twist& relative) {
    const double rate = std::max(relative.angular.norm(), relative.linear.norm() / motion.body().model->length());
    return 0.25 / std::max(rate, 1e-300);
}

/// Momentum after the loads have acted for `h` [s].
/// Dissipative loads may stop the body but not reverse it; stiff drag acts implicitly.
Momentum kicked(const KirchhoffMotion& motion, Evaluation& at, const Momentum& momentum, double h, const Wrench& user) {
    const Loads loads = motion.loads(at, momentum, user);
    const auto drag = stiffDrag(motion, at, momentum, h);
    const auto impulseOf = [&](const Wrench& load) {
        return drag ? implicitImpulse(*drag, at, load, h) : impulse(load, h);
    };
    const Momentum brake = impulseOf(loads.dissipative);
    const Vector6 j = rotated(at.worldFromBody().orientation.conjugate(), brake).vector();
    const double work = motion.relativeTwist(at, momentum).vector().dot(j);
    const double cost = j.dot(at.inertia().inverse * j);
    Momentum end = momentum;
    end += (work < 0.0 && cost > -work ? -work / cost : 1.0) * brake;
    limitEnergy(motion, at, end, kineticEnergy(motion, at, momentum)); // a workless force must not raise the energy
    end += impulseOf(loads.other);
    return admissible(motion, at, end);
}

} // namespace

FluidBodyState symplecticEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                                   MotionBuffers& buffers) {
    Evaluation& at = buffers.now;
    FluidBodyState kicked = s;
    kicked.momentum += impulse(motion.loads(at, s.momentum, user).total(), h);
    kicked.momentum = admissible(motion, at, kicked.momentum);
    const SubstepFrame frame(motion, at, buffers.densities);
    const Pose way = motionOf(motion, motion.relativeTwist(at, kicked.momentum), h);
    return exchanged(motion, frame, moved(kicked, way, h * at.medium().velocity, h), buffers.next);
}

FluidBodyState implicitMidpointStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h,
                                    const Wrench& user, int& evaluations, MotionBuffers& buffers) {
    if (motion.lockedAxes().any()) { // the Lie-Poisson form does not admit constraints
        ++evaluations;
        return symplecticEulerStep(motion, s, h, user, buffers);
    }
    FluidBodyState next = s;
    const Vector3 drift = h * frameVelocityAt(motion, buffers.now, s.time + 0.5 * h, buffers.next);
    const SubstepFrame frame(motion, buffers.now, buffers.densities);
    const auto loadAt = [&](const SpatialPair& twist, const SpatialPair& mean) {
        ++evaluations;
        FluidBodyState middle = moved(s, cayleySE3(twist.as<Twist>(), 0.5 * h), 0.5 * drift, 0.5 * h);
        const Quaternion& q = middle.worldFromBody.orientation;
        motion.evaluate(middle.worldFromBody, middle.time, buffers.next);
        middle.momentum = rotated(q, mean).as<Momentum>();
        const Loads loads = motion.loads(buffers.next, momentumInMedium(motion, buffers.next, middle), user);
        Wrench load = loads.total();
        if (!motion.fluid().isUniform()) load += frame.load(buffers.next, loads);
        return rotated(q.conjugate(), SpatialPair::of(load));
    };
    midpointStep(buffers.now.inertia(), s, h, drift, kToRounding, next, loadAt);
    return exchanged(motion, frame, next, buffers.next);
}

FluidBodyState dampedStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                          MotionBuffers& buffers) {
    FluidBodyState start = s;
    start.momentum = kicked(motion, buffers.now, s.momentum, h, user);
    const SubstepFrame frame(motion, buffers.now, buffers.densities);
    return exchanged(motion, frame, freeStep(motion, start, h, buffers), buffers.next);
}

FluidBodyState dampedEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                               MotionBuffers& buffers) {
    Evaluation &at = buffers.now, &atEnd = buffers.next;
    FluidBodyState start = s;
    start.momentum = kicked(motion, at, s.momentum, h, user);
    const Twist twist = motion.relativeTwist(at, start.momentum);
    const Vector3 drift = h * at.medium().velocity;
    FluidBodyState next = start;
    const bool isSettled =
        !motion.lockedAxes().any() && midpointStep(at.inertia(), start, h, drift, kRoughly, next, noLoad);
    if (!isSettled) next = moved(start, motionOf(motion, twist, h), drift, h);
    const SubstepFrame frame(motion, at, buffers.densities);
    motion.evaluate(next.worldFromBody, next.time, atEnd);
    next.momentum = frame.exchanged(atEnd, next.momentum);
    if (motion.lockedAxes().any()) settle(motion, atEnd, next);
    if (!isSettled) next.momentum = admissible(motion, atEnd, next.momentum);
    // The body keeps its velocity when parts leave the water, and free motion adds no energy.
    const double sameVelocity = atEnd.inertia().inertia.energy(twist);
    limitEnergy(motion, atEnd, next.momentum, std::min(kineticEnergy(motion, at, start.momentum), sameVelocity));
    return next;
}

FluidBodyState freeMotion(const KirchhoffMotion& motion, const FluidBodyState& s, double duration,
                          MotionBuffers& buffers) {
    constexpr int kMaxSteps = 4096;
    FluidBodyState now = s;
    double remaining = duration;
    for (int i = 0; remaining > 0.0; ++i) {
        if (i > 0) motion.evaluate(now.worldFromBody, now.time, buffers.now);
        settle(motion, buffers.now, now);
        const double longest = longestDampedStep(motion, buffers.now, now.momentum);
        const bool last = longest >= remaining || i + 1 == kMaxSteps;
        now = freeStep(motion, now, last ? remaining : longest, buffers);
        remaining = last ? 0.0 : remaining - longest;
    }
    now.time = s.time + duration;
    return now;
}

bool stepFreely(const KirchhoffMotion& motion, const MomentumMap& inertia, const Vector3& frameVelocity,
                const FluidBodyState& s, double duration, FluidBodyState& next) {
    const Momentum inBody = rotated(s.worldFromBody.orientation.conjugate(), s.momentum);
    const Twist twist = inertia.twistOf(inBody);
    if (!(longestDampedStep(motion, twist) >= duration)) return false;
    if (!freeMidpointStep(motion, inertia, frameVelocity, s, duration, next)) return false;
    next.time = s.time + duration;
    return true;
}

double longestDampedStep(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum) {
    return longestDampedStep(motion, motion.relativeTwist(at, momentum));
}

double longestDampedEulerStep(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum) {
    constexpr double kLargestTurn = 0.5;
    const double rate = motion.relativeTwist(at, momentum).angular.norm() / kLargestTurn;
    return 1.0 / std::max({rate, largestBobbingRate(motion, at), 1e-300});
}

} // namespace ambient
