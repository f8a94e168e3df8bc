// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// A rigid transform x_A = orientation * x_B + position. Name variables `aFromB`.
struct Pose {
    Quaternion orientation = Quaternion::Identity(); ///< unit quaternion, rotates B vectors into A
    Vector3 position = Vector3::Zero();              ///< origin of B in A [m]

    Vector3 operator*(const Vector3& point) const { return orientation * point + position; } ///< x_A of a point x_B
    /// aFromC = aFromB * bFromC; the orientation is made unit again.
    Pose operator*(const Pose& bFromC) const {
        return {(orientation * bFromC.orientation).normalized(), orientation * bFromC.position + position};
    }
    Pose inverse() const { return {orientation.conjugate(), -(orientation.conjugate() * position)}; } ///< bFromA
    /// Whether all seven numbers are; not whether the orientation is unit.
    bool isFinite() const { return orientation.coeffs().allFinite() && position.allFinite(); }
};

/// Rotation by the vector `theta` (axis times angle [rad]).
Quaternion expSO3(const Vector3& theta);

/// Rotation vector of `q`, angle in [0, pi] [rad].
Vector3 logSO3(const Quaternion& q);

/// Inverse of the right-trivialised differential of exp: with R(t) = R0 exp(theta(t)) and body angular velocity w,
/// theta' = inverseRightJacobian(theta, w). Regular for |theta| < 2 pi. [Iserles2000, sec. 2]
Vector3 inverseRightJacobian(const Vector3& theta, const Vector3& w);

/// Finite motion of a constant body twist during `duration` [s], exactly (screw motion).
Pose expSE3(const Twist& twistInBody, double duration);

/// The Cayley motion of a body twist: what the implicit midpoint rule moves a pose by. Second order in `duration`;
/// with it the rule conserves spatial momentum exactly (see Integrators.h). [Kobilarov2009, eq. 16]
Pose cayleySE3(const Twist& twistInBody, double duration);

/// The same twist, seen about B's origin in B's axes, when `twistInA` is about A's origin in A's axes.
Twist changeFrame(const Twist& twistInA, const Pose& aFromB);

/// The same wrench about A's origin in A's axes, when `wrenchInB` is about B's origin in B's axes.
Wrench changeFrame(const Pose& aFromB, const Wrench& wrenchInB);

/// The same momentum about A's origin in A's axes, when `momentumInB` is about B's origin in B's axes.
Momentum changeFrame(const Pose& aFromB, const Momentum& momentumInB);

} // namespace ambient
