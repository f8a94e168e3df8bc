// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// A spatial vector with its angular and linear components side by side.
/// One instruction of any processor works on both parts. Used in the step of every body; elsewhere SpatialVector is
/// easier to read.
struct SpatialPair {
#ifdef AMBIENT_FLUID_VECTOR_TYPES
    using Pair = Lanes<2>::Real;
#else
    /// An angular and a linear component.
    using Pair = Eigen::Array2d;
#endif

    Pair x, y, z; ///< components of both parts

    /// \param angular, linear in one frame, about one point
    static SpatialPair of(const Vector3& angular, const Vector3& linear) {
        return {Pair{angular.x(), linear.x()}, Pair{angular.y(), linear.y()}, Pair{angular.z(), linear.z()}};
    }
    /// The zero vector.
    static SpatialPair zero() {
        return {Pair{0.0, 0.0}, Pair{0.0, 0.0}, Pair{0.0, 0.0}};
    }
    /// Converts a SpatialVector.
    template <class Tag>
    static SpatialPair of(const SpatialVector<Tag>& vector) {
        return of(vector.angular, vector.linear);
    }

    /// The angular part.
    Vector3 angular() const {
        return {x[0], y[0], z[0]};
    }
    /// The linear part.
    Vector3 linear() const {
        return {x[1], y[1], z[1]};
    }
    /// Converts to Twist, Momentum or Wrench.
    template <class Vector>
    Vector as() const {
        return {angular(), linear()};
    }

    /// Sum of two vectors in one frame, about one point.
    friend SpatialPair operator+(const SpatialPair& a, const SpatialPair& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    /// Difference of two vectors in one frame, about one point.
    friend SpatialPair operator-(const SpatialPair& a, const SpatialPair& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    /// Multiplies both parts by s.
    friend SpatialPair operator*(double s, const SpatialPair& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
    /// Multiplies the angular part by s[0] and the linear part by s[1].
    friend SpatialPair operator*(const Pair& s, const SpatialPair& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
};

/// Cross product of a with both parts.
inline SpatialPair cross(const Vector3& a, const SpatialPair& b) {
    return {a.y() * b.z - a.z() * b.y, a.z() * b.x - a.x() * b.z, a.x() * b.y - a.y() * b.x};
}

/// Rotates both parts by `aFromB`.
inline SpatialPair rotated(const Quaternion& aFromB, const SpatialPair& inB) {
    const Vector3 axis = aFromB.vec();
    const SpatialPair across = cross(axis, inB), twice = across + across;
    return inB + aFromB.w() * twice + cross(axis, twice);
}

/// Scalar product of all six components.
inline double dot(const SpatialPair& a, const SpatialPair& b) {
    const SpatialPair::Pair products = a.x * b.x + a.y * b.y + a.z * b.z;
    return products[0] + products[1];
}

/// The product of m with each part.
inline SpatialPair operator*(const Matrix3& m, const SpatialPair& v) {
    return {m(0, 0) * v.x + m(0, 1) * v.y + m(0, 2) * v.z, m(1, 0) * v.x + m(1, 1) * v.y + m(1, 2) * v.z,
            m(2, 0) * v.x + m(2, 1) * v.y + m(2, 2) * v.z};
}
/// The product of the transpose of m with each part.
inline SpatialPair transposedTimes(const Matrix3& m, const SpatialPair& v) {
    return {m(0, 0) * v.x + m(1, 0) * v.y + m(2, 0) * v.z, m(0, 1) * v.x + m(1, 1) * v.y + m(2, 1) * v.z,
            m(0, 2) * v.x + m(1, 2) * v.y + m(2, 2) * v.z};
}

/// The product of a 6x6, angular first, with the vector.
inline SpatialPair operator*(const Matrix6& m, const SpatialPair& v) {
    using Pair = SpatialPair::Pair;
    const double* const columns = m.data();
    const auto rows = [&](int first) -> Pair { // two rows of the product
        const auto entry = [&](int column) { return load<Pair>(columns + 6 * column + first); };
        return (entry(0) * v.x[0] + entry(1) * v.y[0] + entry(2) * v.z[0]) +
               (entry(3) * v.x[1] + entry(4) * v.y[1] + entry(5) * v.z[1]);
    };
    const Pair a = rows(0), b = rows(2), c = rows(4);
    return {Pair{a[0], b[1]}, Pair{a[1], c[0]}, Pair{b[0], c[1]}};
}

} // namespace ambient
