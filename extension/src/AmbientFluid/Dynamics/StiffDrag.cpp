// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/StiffDrag.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Decay over a step above which drag is stiff.
constexpr double kStiff = 1.0;
/// Largest factor by which a laminar layer makes the drag of creeping flow steeper: 1 + 1.5 b_t at its largest.
constexpr double kSteepest = 220.0;

/// (1 - exp(-x))/x
double firstPhi(double x) {
    return x < 1e-8 ? 1.0 - 0.5 * x : -portable::expm1(-x) / x;
}

/// (exp(-x) - 1 + x)/x^2
double secondPhi(double x) {
    if (x < 0.05) return 0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0 - x * (1.0 / 120.0 - x * (1.0 / 720.0 - x / 5040.0))));
    return (portable::expm1(-x) + x) / (x * x);
}

/// Rate of the momentum in body axes: loads and gyroscopic terms.
Vector6 momentumRate(const Loads& loads, const Quaternion& worldFromBody) {
    const Wrench load = rotated(worldFromBody.conjugate(), loads.total());
    const Vector3 &l = loads.momentum.angular, &p = loads.momentum.linear;
    const Vector3 &w = loads.twist.angular, &v = loads.twist.linear;
    Vector6 rate;
    rate << load.angular + l.cross(w) + p.cross(v), load.linear + p.cross(w);
    return rate;
}

/// The pose after motion with a constant twist; straight with locked axes, which a screw would leave.
Pose movedPose(const KirchhoffMotion& motion, const Pose& start, const Vector6& twist, double h, const Vector3& drift) {
    const Twist y(twist);
    const Pose step = motion.lockedAxes().any() ? Pose{expSO3(h * y.angular), h * y.linear} : expSE3(y, h);
    return {(start.orientation * step.orientation).normalized(),
            start.position + start.orientation * step.position + drift};
}

} // namespace

DragModes::DragModes(const Matrix6& damping, const Matrix6& inertia)
    : m_damping(damping), m_inertia(inertia), m_modes(generalizedEigen(damping, inertia)) {}

bool mayBeStiff(const KirchhoffMotion& motion, const Evaluation& at, double duration) {
    double viscosity = 0.0;
    for (int i = 0; i < at.fluid().partCount; ++i)
        viscosity = std::max(viscosity, at.fluid().part(i).medium.dynamicViscosity);
    const double creeping = viscosity * at.inertia().inverse.cwiseProduct(motion.fluid().resistance(at.fluid())).sum();
    return duration * creeping * kSteepest > kStiff;
}

std::optional<DragModes> stiffDrag(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum,
                                   double duration) {
    if (!mayBeStiff(motion, at, duration)) return std::nullopt;
    const Matrix6& inverse = at.inertia().inverse;
    const Matrix6 damping = motion.fluid().damping(at.fluid(), motion.relativeTwist(at, momentum));
    if (!(duration * inverse.cwiseProduct(damping).sum() > kStiff)) return std::nullopt;
    DragModes modes(damping, at.inertia().inertia.matrix());
    if (!(duration * modes.fastest() > kStiff)) return std::nullopt;
    return modes;
}

ExponentialStep exponentialStep(const KirchhoffMotion& motion, const DragModes& drag, const FluidBodyState& start,
                                const Loads& loads, double h, const Wrench& user, Evaluation& buffer) {
    const Pose& pose = start.worldFromBody;
    const Vector3 drift = h * loads.mediumVelocity;
    const Vector6 rate = momentumRate(loads, pose.orientation);
    const Vector6 twist = loads.twist.vector(), momentum = loads.momentum.vector();
    const Vector6 first = momentum + h * drag.ofMomentum(h, rate, firstPhi);
    const Vector6 mean = twist + h * drag.ofTwist(h, rate, secondPhi);

    FluidBodyState stage = start;
    stage.time += h;
    stage.worldFromBody = movedPose(motion, pose, mean, h, drift);
    stage.momentum = rotated(stage.worldFromBody.orientation, Momentum(first));
    motion.evaluate(stage.worldFromBody, stage.time, buffer);
    const Loads atStage = motion.loads(buffer, stage.momentum, user);
    const Vector6 rest = momentumRate(atStage, stage.worldFromBody.orientation) +
                         drag.damping() * Vector6(atStage.twist.vector() - twist) - rate;

    ExponentialStep step;
    step.change = h * drag.ofMomentum(h, rest, secondPhi);
    step.error = h / 3.0 * drag.ofTwist(h, rest, secondPhi);
    step.end = stage;
    const Vector3 meanDrift = 0.5 * (drift + h * atStage.mediumVelocity);
    step.end.worldFromBody = movedPose(motion, pose, mean + step.error, h, meanDrift);
    step.end.momentum = rotated(step.end.worldFromBody.orientation, Momentum(Vector6(first + step.change)));
    return step;
}

Momentum implicitImpulse(const DragModes& drag, const Evaluation& at, const Wrench& load, double h) {
    const Quaternion& worldFromBody = at.worldFromBody().orientation;
    const Vector6 inBody = rotated(worldFromBody.conjugate(), load).vector();
    const Vector6 impulse = h * drag.ofMomentum(h, inBody, [](double x) { return 1.0 / (1.0 + x); });
    return rotated(worldFromBody, Momentum(impulse));
}

} // namespace ambient
