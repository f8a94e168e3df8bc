// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/HeldLoads.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Largest rotation per step at which the forecast counts fully [rad]; it fades out up to twice this rotation.
constexpr double kLargestTurn = 0.05;
/// Largest |Y_e - Y|_K in units of |Y|_K.
constexpr double kLargestShift = 0.25;
/// Stiffness dt |F_e|_W / |Y|_K below which c is 1 whatever F is: |F - F_e| is then below 1.8 |F_e|.
constexpr double kCertainlySoft = 0.06;

double fade(double value) {
    return std::clamp(2.0 - value, 0.0, 1.0);
}

/// Norm of a wrench in world axes, divided by inertia: square root of F . W F.
double kineticSize(const Wrench& inWorld, const Quaternion& bodyFromWorld, const Matrix6& inverseInertia) {
    const Vector6 inBody = rotated(bodyFromWorld, inWorld).vector();
    return std::sqrt(inBody.dot(inverseInertia * inBody));
}

} // namespace

HeldLoads heldLoads(const KirchhoffMotion& motion, Evaluation& at, const Momentum& momentum, const Wrench& userWrench,
                    const Twist& solved, double duration) {
    const MomentumMap& inertia = at.inertia();
    const Twist twist = motion.relativeTwist(at, momentum);
    const Twist difference = solved - twist;
    const double size = std::sqrt(2.0 * inertia.inertia.energy(twist));
    const double shift = std::sqrt(2.0 * inertia.inertia.energy(difference));
    const double turn = duration * std::max(twist.angular.norm(), solved.angular.norm());
    const double b = (shift > 0.0 ? std::min(1.0, kLargestShift * size / shift) : 0.0) * fade(turn / kLargestTurn);
    if (!(b > 0.0)) return {motion.loads(at, momentum, userWrench), {}, true};

    const Twist moved = twist + b * difference;
    Loads loads = motion.loads(at, momentum, userWrench, &moved);
    const Quaternion bodyFromWorld = at.worldFromBody().orientation.conjugate();
    const Wrench atMoved = loads.dissipative;
    const double movedPower = power(twist, rotated(bodyFromWorld, atMoved));
    const double stiffness = duration * kineticSize(atMoved, bodyFromWorld, inertia.inverse);
    if (movedPower <= 0.0 && stiffness <= kCertainlySoft * size) return {loads, {}, false};

    const Wrench own = motion.loads(at, momentum, userWrench).dissipative;
    const Wrench change = atMoved - own;
    const double ownPower = power(twist, rotated(bodyFromWorld, own));
    double c = movedPower > 0.0 ? std::clamp(ownPower / (ownPower - movedPower), 0.0, 1.0) : 1.0;
    c *= fade(4.0 * duration *
              (kineticSize(own, bodyFromWorld, inertia.inverse) + kineticSize(change, bodyFromWorld, inertia.inverse)) /
              size);
    loads.dissipative = own + c * change;
    return {loads, loads.dissipative - own, true};
}

} // namespace ambient
