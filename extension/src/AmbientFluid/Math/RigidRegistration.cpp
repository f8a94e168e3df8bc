// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/RigidRegistration.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <Eigen/SVD>

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kTie = 1e-12; // of the largest singular value

using Matrix2 = Eigen::Matrix2d;

/// The orthogonal 2x2 matrix of determinant `sign` that is nearest to `wanted`.
Matrix2 nearestPlaneMap(const Matrix2& wanted, double sign) {
    const double cosine = wanted(0, 0) + sign * wanted(1, 1), sine = wanted(1, 0) - sign * wanted(0, 1);
    const double length = portable::hypot(cosine, sine);
    const double c = length > 0.0 ? cosine / length : 1.0, s = length > 0.0 ? sine / length : 0.0;
    Matrix2 map;
    map << c, -sign * s, s, sign * c;
    return map;
}

/// The rotation R with the largest trace of R^T product, and among equals the nearest to `previous`.
Matrix3 bestRotation(const Matrix3& product, const Matrix3& previous) {
    const Eigen::JacobiSVD<Matrix3> svd(product, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Matrix3 &u = svd.matrixU(), &v = svd.matrixV();
    const Vector3& s = svd.singularValues();
    if (!(s[0] > 0.0)) return previous;
    const double sign = u.determinant() * v.determinant() > 0.0 ? 1.0 : -1.0;
    Matrix3 middle = Vector3(1.0, 1.0, sign).asDiagonal();
    // The plane of the last two directions may turn freely if turning it changes nothing.
    if (s[1] + sign * s[2] <= kTie * s[0])
        middle.bottomRightCorner<2, 2>() =
            nearestPlaneMap((u.transpose() * previous * v).bottomRightCorner<2, 2>(), sign);
    return u * middle * v.transpose();
}

} // namespace

Pose RegistrationSums::solve(const Quaternion& previous) const {
    if (!(m_weight > 0.0) || !std::isfinite(m_weight))
        throw std::invalid_argument("registration: the sum of the weights is " + std::to_string(m_weight) +
                                    ", not positive and finite");
    const Vector3 a = m_a / m_weight, b = m_b / m_weight;
    const Matrix3 product = m_product - m_a * b.transpose();
    if (!product.allFinite()) throw std::invalid_argument("registration: a point is not finite");
    // Points at one place leave rounding only, which is no direction to turn to.
    const double rounding = 1e-15 * (m_product.norm() + (m_a * b.transpose()).norm());
    Pose aFromB;
    aFromB.orientation = previous;
    if (product.norm() > rounding)
        aFromB.orientation = Quaternion(bestRotation(product, previous.toRotationMatrix())).normalized();
    aFromB.position = (m_originOfA + a) - aFromB.orientation * (m_originOfB + b);
    return aFromB;
}

Pose rigidRegistration(const PointColumns& inA, const PointColumns& inB, const Eigen::VectorXd& weights,
                       const Quaternion& previous) {
    if (inA.cols() != inB.cols())
        throw std::invalid_argument("registration: " + std::to_string(inA.cols()) + " points against " +
                                    std::to_string(inB.cols()));
    if (weights.size() != 0 && weights.size() != inA.cols())
        throw std::invalid_argument("registration: " + std::to_string(weights.size()) + " weights for " +
                                    std::to_string(inA.cols()) + " points");
    if (inA.cols() == 0) throw std::invalid_argument("registration: there are no points");
    RegistrationSums sums(inA.col(0), inB.col(0));
    for (Eigen::Index j = 0; j < inA.cols(); ++j) {
        const double weight = weights.size() == 0 ? 1.0 : weights[j];
        if (!(weight >= 0.0))
            throw std::invalid_argument("registration: the weight of point " + std::to_string(j) + " is negative");
        sums.add(inA.col(j), inB.col(j), weight);
    }
    return sums.solve(previous);
}

} // namespace ambient
