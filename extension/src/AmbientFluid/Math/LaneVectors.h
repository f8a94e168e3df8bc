// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Math/SpatialPair.h"

/// \file
/// Vectors, rotations and spatial pairs of several bodies at once: every number is a vector with one lane a body.
/// Formulas over them are templates over an algebra, OneBody or BodiesOf<L>. Each operation has the order of sums of
/// its counterpart for one body, so that a lane has the bytes of that body alone.

namespace ambient {

/// Three numbers of several bodies.
template <class Real>
struct LaneVector {
    Real x, y, z; ///< components

    /// Sum, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LaneVector operator+(const LaneVector& a, const LaneVector& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    /// Difference, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LaneVector operator-(const LaneVector& a, const LaneVector& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    /// Multiplies all components by s.
    AMBIENT_ALWAYS_INLINE friend LaneVector operator*(double s, const LaneVector& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
};

/// a x b of one body.
AMBIENT_ALWAYS_INLINE Vector3 crossOf(const Vector3& a, const Vector3& b) {
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}
/// a x b lane by lane.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> crossOf(const LaneVector<Real>& a, const LaneVector<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// a . b of one body.
AMBIENT_ALWAYS_INLINE double dotOf(const Vector3& a, const Vector3& b) {
    return a.x() * b.x() + (a.y() * b.y() + a.z() * b.z());
}
/// a . b lane by lane.
template <class Real>
AMBIENT_ALWAYS_INLINE Real dotOf(const LaneVector<Real>& a, const LaneVector<Real>& b) {
    return a.x * b.x + (a.y * b.y + a.z * b.z);
}
/// The length of a vector, in each lane.
template <class Vector>
AMBIENT_ALWAYS_INLINE auto normOf(const Vector& a) {
    return squareRoot(dotOf(a, a));
}
/// The larger number of each lane; a if one of them is not a number: std::max.
template <class Real>
AMBIENT_ALWAYS_INLINE Real maximum(const Real& a, const Real& b) {
    return a < b ? b : a;
}

/// An angular and a linear component of several bodies.
template <class Real>
struct LaneNumbers {
    Real angular, linear; ///< components

    /// Sum, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LaneNumbers operator+(const LaneNumbers& a, const LaneNumbers& b) {
        return {a.angular + b.angular, a.linear + b.linear};
    }
    /// Difference, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LaneNumbers operator-(const LaneNumbers& a, const LaneNumbers& b) {
        return {a.angular - b.angular, a.linear - b.linear};
    }
    /// Products of the components.
    AMBIENT_ALWAYS_INLINE friend LaneNumbers operator*(const LaneNumbers& a, const LaneNumbers& b) {
        return {a.angular * b.angular, a.linear * b.linear};
    }
    /// Factor of each lane.
    AMBIENT_ALWAYS_INLINE friend LaneNumbers operator*(const Real& s, const LaneNumbers& a) {
        return {s * a.angular, s * a.linear};
    }
};

/// SpatialPair of several bodies.
template <class Real>
struct LanePair {
    using Pair = LaneNumbers<Real>; ///< a component of both parts

    Pair x, y, z; ///< components of both parts

    /// \param angular, linear in one frame, about one point
    AMBIENT_ALWAYS_INLINE static LanePair of(const LaneVector<Real>& angular, const LaneVector<Real>& linear) {
        return {{angular.x, linear.x}, {angular.y, linear.y}, {angular.z, linear.z}};
    }
    AMBIENT_ALWAYS_INLINE LaneVector<Real> angular() const { return {x.angular, y.angular, z.angular}; } ///< part
    AMBIENT_ALWAYS_INLINE LaneVector<Real> linear() const { return {x.linear, y.linear, z.linear}; }     ///< part

    /// Sum, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LanePair operator+(const LanePair& a, const LanePair& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    /// Difference, lane by lane.
    AMBIENT_ALWAYS_INLINE friend LanePair operator-(const LanePair& a, const LanePair& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    /// Multiplies all components by s.
    AMBIENT_ALWAYS_INLINE friend LanePair operator*(double s, const LanePair& a) {
        const Real each = splat<Real>(s);
        return {each * a.x, each * a.y, each * a.z};
    }
    /// Factor of each lane.
    AMBIENT_ALWAYS_INLINE friend LanePair scaled(const Real& s, const LanePair& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
    /// Factors of the angular and of the linear part.
    AMBIENT_ALWAYS_INLINE friend LanePair operator*(const Pair& s, const LanePair& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
};
/// Multiplies both parts by s, of one body.
AMBIENT_ALWAYS_INLINE SpatialPair scaled(double s, const SpatialPair& a) {
    return s * a;
}

/// Cross product of a with both parts.
template <class Real>
AMBIENT_ALWAYS_INLINE LanePair<Real> cross(const LaneVector<Real>& a, const LanePair<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Scalar product of all six components.
template <class Real>
AMBIENT_ALWAYS_INLINE Real dot(const LanePair<Real>& a, const LanePair<Real>& b) {
    const LaneNumbers<Real> products = a.x * b.x + a.y * b.y + a.z * b.z;
    return products.angular + products.linear;
}

/// Rotation matrices of several bodies, rows first.
template <class Real>
struct LaneRotation {
    Real of[3][3]; ///< row, column

    /// Rotates a vector.
    AMBIENT_ALWAYS_INLINE friend LaneVector<Real> operator*(const LaneRotation& m, const LaneVector<Real>& v) {
        return {dotOf(LaneVector<Real>{m.of[0][0], m.of[0][1], m.of[0][2]}, v),
                dotOf(LaneVector<Real>{m.of[1][0], m.of[1][1], m.of[1][2]}, v),
                dotOf(LaneVector<Real>{m.of[2][0], m.of[2][1], m.of[2][2]}, v)};
    }
    /// Rotates both parts.
    AMBIENT_ALWAYS_INLINE friend LanePair<Real> operator*(const LaneRotation& m, const LanePair<Real>& v) {
        return {m.of[0][0] * v.x + m.of[0][1] * v.y + m.of[0][2] * v.z,
                m.of[1][0] * v.x + m.of[1][1] * v.y + m.of[1][2] * v.z,
                m.of[2][0] * v.x + m.of[2][1] * v.y + m.of[2][2] * v.z};
    }
    /// Rotates both parts back.
    AMBIENT_ALWAYS_INLINE friend LanePair<Real> transposedTimes(const LaneRotation& m, const LanePair<Real>& v) {
        return {m.of[0][0] * v.x + m.of[1][0] * v.y + m.of[2][0] * v.z,
                m.of[0][1] * v.x + m.of[1][1] * v.y + m.of[2][1] * v.z,
                m.of[0][2] * v.x + m.of[1][2] * v.y + m.of[2][2] * v.z};
    }
};

/// Symmetric 6x6 of several bodies, angular first: the lower triangle, row by row, kLanes numbers an entry.
/// Refers to the numbers of its lanes in memory.
template <class Real>
struct LaneSymmetric6 {
    static constexpr int kEntries = 21; ///< of the triangle
    const double* numbers;              ///< first entry of the first lane

    /// Place of an entry in the triangle.
    static constexpr int entry(int row, int column) {
        return row >= column ? row * (row + 1) / 2 + column : column * (column + 1) / 2 + row;
    }
    /// The product with a spatial pair.
    AMBIENT_ALWAYS_INLINE friend LanePair<Real> operator*(const LaneSymmetric6& m, const LanePair<Real>& v) {
        Real rows[6];
        AMBIENT_UNROLL
        for (int row = 0; row < 6; ++row)
            rows[row] = (m.at(row, 0) * v.x.angular + m.at(row, 1) * v.y.angular + m.at(row, 2) * v.z.angular) +
                        (m.at(row, 3) * v.x.linear + m.at(row, 4) * v.y.linear + m.at(row, 5) * v.z.linear);
        return {{rows[0], rows[3]}, {rows[1], rows[4]}, {rows[2], rows[5]}};
    }

  private:
    AMBIENT_ALWAYS_INLINE Real at(int row, int column) const {
        return load<Real>(numbers + kLanes * entry(row, column));
    }
};

/// Unit quaternions of several bodies.
template <class Real>
struct LaneQuaternion {
    Real x, y, z, w; ///< as Eigen's

    /// The rotation matrix, by Eigen's formula.
    AMBIENT_ALWAYS_INLINE friend LaneRotation<Real> rotationOf(const LaneQuaternion& q) {
        const Real tx = 2.0 * q.x, ty = 2.0 * q.y, tz = 2.0 * q.z;
        const Real twx = tx * q.w, twy = ty * q.w, twz = tz * q.w, txx = tx * q.x, txy = ty * q.x, txz = tz * q.x,
                   tyy = ty * q.y, tyz = tz * q.y, tzz = tz * q.z;
        return {{{1.0 - (tyy + tzz), txy - twz, txz + twy},
                 {txy + twz, 1.0 - (txx + tzz), tyz - twx},
                 {txz - twy, tyz + twx, 1.0 - (txx + tyy)}}};
    }
    /// Rotates both parts back.
    AMBIENT_ALWAYS_INLINE friend LanePair<Real> rotatedBack(const LaneQuaternion& q, const LanePair<Real>& v) {
        const LaneVector<Real> axis{-q.x, -q.y, -q.z};
        const LanePair<Real> across = cross(axis, v), twice = across + across;
        return v + scaled(q.w, twice) + cross(axis, twice);
    }
    /// a b.
    AMBIENT_ALWAYS_INLINE friend LaneQuaternion operator*(const LaneQuaternion& a, const LaneQuaternion& b) {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }
};

/// Rotations by less than half a radian: expSO3() lane by lane.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneQuaternion<Real> smallTurn(const LaneVector<Real>& theta) {
    const Real x2 = 0.25 * dotOf(theta, theta);
    const Real cosine =
        1.0 - x2 * (1.0 / 2 - x2 * (1.0 / 24 - x2 * (1.0 / 720 - x2 * (1.0 / 40320 - x2 * (1.0 / 3628800)))));
    const Real half = 0.5 - x2 * (1.0 / 12 - x2 * (1.0 / 240 - x2 * (1.0 / 10080 - x2 * (1.0 / 725760))));
    return {half * theta.x, half * theta.y, half * theta.z, cosine};
}

} // namespace ambient
