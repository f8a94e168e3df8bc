// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SpatialInertia.h"

#include "AmbientFluid/Math/SymmetricEigen.h"

namespace ambient {

SpatialInertia::SpatialInertia() : m_matrix(Matrix6::Zero()) {}

SpatialInertia::SpatialInertia(const Matrix6& matrix) : m_matrix(0.5 * (matrix + matrix.transpose())) {}

SpatialInertia SpatialInertia::ofBody(double mass, const Matrix3& inertiaAboutCom) {
    Matrix6 k = Matrix6::Zero();
    k.topLeftCorner<3, 3>() = inertiaAboutCom;
    k.bottomRightCorner<3, 3>() = mass * Matrix3::Identity();
    return SpatialInertia(k);
}

Momentum SpatialInertia::operator*(const Twist& twist) const {
    return Momentum(m_matrix * twist.vector());
}

SpatialInertia SpatialInertia::operator+(const SpatialInertia& o) const {
    return SpatialInertia(m_matrix + o.m_matrix);
}

SpatialInertia SpatialInertia::scaled(double s) const {
    return SpatialInertia(s * m_matrix);
}

double SpatialInertia::energy(const Twist& twist) const {
    return 0.5 * twist.vector().dot(m_matrix * twist.vector());
}

SpatialInertia SpatialInertia::changeFrame(const Pose& aFromB) const {
    const Matrix3 r = aFromB.orientation.toRotationMatrix();
    Matrix6 x = Matrix6::Zero();
    x.topLeftCorner<3, 3>() = r;
    x.bottomLeftCorner<3, 3>() = skew(aFromB.position) * r;
    x.bottomRightCorner<3, 3>() = r;
    return SpatialInertia(x.transpose() * m_matrix * x);
}

double SpatialInertia::smallestEigenvalue(double length) const {
    Vector6 scale;
    scale << Vector3::Constant(1.0 / length), Vector3::Ones();
    const Matrix6 scaled = scale.asDiagonal() * m_matrix * scale.asDiagonal();
    return symmetricEigenvalues(scaled)(0);
}

} // namespace ambient
