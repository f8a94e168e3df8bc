// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Dense>

/// \file
/// Fixed-size linear algebra types of the core. All numbers are in double precision and SI units.
namespace ambient {

using Vector3 = Eigen::Vector3d; ///< a point, velocity, force or axis; the variable's name tells the frame
using Matrix3 = Eigen::Matrix3d; ///< a rotation matrix or a tensor in one frame
// DontAlign: the layout of public types must not depend on the -m flags of a user's compiler.
using Vector6 = Eigen::Matrix<double, 6, 1, Eigen::DontAlign>; ///< angular first, see SpatialVector
using Matrix6 = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>; ///< angular first, see SpatialInertia
using Quaternion =
    Eigen::Quaternion<double, Eigen::DontAlign>; ///< an orientation, unit; constructor order (w, x, y, z)

/// Points or vectors, one per column, all in one frame [m].
using PointColumns = Eigen::Matrix3Xd;

constexpr double kPi = 3.14159265358979323846; ///< pi in double precision

/// The matrix of the cross product: skew(a) b = a x b.
inline Matrix3 skew(const Vector3& a) {
    Matrix3 m;
    m(0, 0) = m(1, 1) = m(2, 2) = 0.0;
    m(0, 1) = -a.z();
    m(0, 2) = a.y();
    m(1, 0) = a.z();
    m(1, 2) = -a.x();
    m(2, 0) = -a.y();
    m(2, 1) = a.x();
    return m;
}

} // namespace ambient
