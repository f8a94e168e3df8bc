// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SpatialInertia.h"

namespace ambient {

SpatialInertia SpatialInertia::ofBody(double mass, const Matrix3& inertiaAboutCom) {
    Matrix6 k = Matrix6::Zero();
    k.topLeftCorner<3, 3>() = inertiaAboutCom;
    k.bottomRightCorner<3, 3>() = mass * Matrix3::Identity();
    return SpatialInertia(k);
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
    return Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>>(scaled, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

} // namespace ambient
