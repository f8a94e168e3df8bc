// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

/// A 6-vector of rigid-body mechanics, ANGULAR PART FIRST.
/// The tag makes twists, momenta and wrenches distinct types: they cannot be added to one another, and a linear-first
/// block (SDF, marine papers) cannot slip in. The name of a variable gives its frame and reference point.
template <class Tag>
struct SpatialVector {
    Vector3 angular = Vector3::Zero(); ///< w, l or torque: the first three numbers
    Vector3 linear = Vector3::Zero();  ///< v, p or force: the last three numbers

    SpatialVector() = default;
    /// Both parts in one frame, about one point.
    SpatialVector(const Vector3& angularPart, const Vector3& linearPart) : angular(angularPart), linear(linearPart) {}
    /// \param v angular first; LinearFirst.h has the other order
    explicit SpatialVector(const Vector6& v) : angular(v.head<3>()), linear(v.tail<3>()) {}

    /// Six numbers, angular first.
    Vector6 vector() const {
        Vector6 v;
        v.head<3>() = angular;
        v.tail<3>() = linear;
        return v;
    }
    bool isFinite() const { return angular.allFinite() && linear.allFinite(); } ///< whether all six numbers are finite

    /// Adds a vector of the same kind, in one frame, about one point.
    SpatialVector& operator+=(const SpatialVector& o) {
        angular += o.angular;
        linear += o.linear;
        return *this;
    }
    friend SpatialVector operator+(SpatialVector a, const SpatialVector& b) { return a += b; } ///< sum, as +=
    /// Difference, in one frame and about one point.
    friend SpatialVector operator-(const SpatialVector& a, const SpatialVector& b) {
        return {a.angular - b.angular, a.linear - b.linear};
    }
    /// Multiplies both parts by s.
    friend SpatialVector operator*(double s, const SpatialVector& a) { return {s * a.angular, s * a.linear}; }
};

/// Rotates both parts by `aFromB` into A's axes; the reference point does not change.
template <class Tag>
SpatialVector<Tag> rotated(const Quaternion& aFromB, const SpatialVector<Tag>& inB) {
    return {aFromB * inB.angular, aFromB * inB.linear};
}

struct TwistTag;
struct MomentumTag;
struct WrenchTag;

/// Angular velocity w [rad/s] and velocity v [m/s] of the frame's origin.
using Twist = SpatialVector<TwistTag>;
/// Angular momentum l [kg m^2/s] about the frame's origin and momentum p [kg m/s].
using Momentum = SpatialVector<MomentumTag>;
/// Torque [N m] about the frame's origin (`angular`) and force [N] (`linear`).
using Wrench = SpatialVector<WrenchTag>;

/// Twice the kinetic energy at `twist` of a body with `momentum` [J].
inline double dot(const Twist& twist, const Momentum& momentum) {
    return twist.angular.dot(momentum.angular) + twist.linear.dot(momentum.linear);
}

/// Power of a wrench at a twist about the same point [W].
inline double power(const Twist& twist, const Wrench& wrench) {
    return twist.angular.dot(wrench.angular) + twist.linear.dot(wrench.linear);
}

/// Momentum that a constant wrench adds in `duration` [s].
inline Momentum impulse(const Wrench& wrench, double duration) {
    return {duration * wrench.angular, duration * wrench.linear};
}

/// Coadjoint term of Kirchhoff's equations in the body frame: l' = l x w + p x v, p' = p x w.
/// [Padilla2025, eq. 4] without loads. The term does no work: its product with the twist is zero.
inline Wrench gyroscopicWrench(const Twist& twist, const Momentum& momentum) {
    return {momentum.angular.cross(twist.angular) + momentum.linear.cross(twist.linear),
            momentum.linear.cross(twist.angular)};
}

} // namespace ambient
