// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"

namespace ambient {
namespace {

/// Inertia and medium of one pose and time.
class InertiaAt : public Evaluation {
  public:
    InertiaAt(const KirchhoffMotion& motion, const Pose& worldFromBody, double time) {
        motion.evaluateInertia(worldFromBody, time, *this);
    }
    InertiaAt(const KirchhoffMotion& motion, const FluidBodyState& state)
        : InertiaAt(motion, state.worldFromBody, state.time) {}
};

} // namespace

Momentum momentumOf(const Evaluation& at, const Twist& twistInWorld) {
    Twist relative = twistInWorld;
    relative.linear -= at.medium().velocity;
    const Quaternion& q = at.worldFromBody().orientation;
    return rotated(q, at.inertia().momentumOf(rotated(q.conjugate(), relative)));
}

Twist twistInWorld(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum) {
    Twist twist = rotated(at.worldFromBody().orientation, motion.relativeTwist(at, momentum));
    twist.linear += at.medium().velocity;
    return twist;
}

double kineticEnergy(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum) {
    return at.inertia().inertia.energy(motion.relativeTwist(at, momentum));
}

Momentum admissible(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum) {
    if (!motion.lockedAxes().any()) return momentum;
    return rotated(at.worldFromBody().orientation, at.inertia().momentumOf(motion.relativeTwist(at, momentum)));
}

FluidBodyState makeState(const KirchhoffMotion& motion, const Pose& worldFromBody, const Twist& twistInWorld,
                         double time) {
    FluidBodyState state;
    state.worldFromBody = worldFromBody;
    const InertiaAt at(motion, worldFromBody, time);
    state.momentum = momentumOf(at, twistInWorld);
    state.frameVelocity = at.medium().velocity;
    state.time = time;
    return state;
}

Twist twistInWorld(const KirchhoffMotion& motion, const FluidBodyState& state) {
    const InertiaAt at(motion, state);
    return twistInWorld(motion, at, momentumInMedium(motion, at, state));
}

Twist relativeTwist(const KirchhoffMotion& motion, const FluidBodyState& state) {
    const InertiaAt at(motion, state);
    return motion.relativeTwist(at, momentumInMedium(motion, at, state));
}

double kineticEnergy(const KirchhoffMotion& motion, const FluidBodyState& state) {
    const InertiaAt at(motion, state);
    return kineticEnergy(motion, at, momentumInMedium(motion, at, state));
}

MomentumMap totalInertia(const KirchhoffMotion& motion, const Pose& worldFromBody, double time) {
    return InertiaAt(motion, worldFromBody, time).inertia();
}

MomentumMap totalInertia(const KirchhoffMotion& motion, const FluidBodyState& state) {
    return totalInertia(motion, state.worldFromBody, state.time);
}

MediumSample mediumAt(const KirchhoffMotion& motion, const Pose& worldFromBody, double time) {
    return InertiaAt(motion, worldFromBody, time).medium();
}

Loads loads(const KirchhoffMotion& motion, const FluidBodyState& state, const Wrench& userWrench) {
    EvaluationAt at(motion, state);
    return motion.loads(at, momentumInMedium(motion, at, state), userWrench);
}

} // namespace ambient
