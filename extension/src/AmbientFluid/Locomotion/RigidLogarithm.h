// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// The body twist whose screw motion of duration 1 is `pose`: the inverse of expSE3, with an angle in [0, pi].
inline Twist logSE3(const Pose& pose) {
    const Vector3 theta = logSO3(pose.orientation);
    const Vector3 cross = theta.cross(pose.position);
    const double jacobian = TurnFactors::of(theta.squaredNorm()).jacobian;
    return {theta, pose.position - 0.5 * cross + jacobian * theta.cross(cross)};
}

/// Bracket of two twists: the change of b along a.
inline Twist bracket(const Twist& a, const Twist& b) {
    return {a.angular.cross(b.angular), a.angular.cross(b.linear) + a.linear.cross(b.angular)};
}

} // namespace ambient
