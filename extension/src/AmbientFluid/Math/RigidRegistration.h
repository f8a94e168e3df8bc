// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// Sums over pairs of points for a weighted rigid registration: all that the registration needs of them.
/// Add pairs in a fixed order; sums of parts may be added.
class RegistrationSums {
  public:
    /// \param origin a point near the points of A: the sums are taken about it, so that far points lose no digits
    /// \param originOfB the same for the points of B
    explicit RegistrationSums(const Vector3& origin = Vector3::Zero(), const Vector3& originOfB = Vector3::Zero())
        : m_originOfA(origin), m_originOfB(originOfB) {}

    /// Adds a pair. \param weight not negative, any unit
    void add(const Vector3& inA, const Vector3& inB, double weight) {
        const Vector3 a = inA - m_originOfA, weighted = weight * (inB - m_originOfB);
        m_weight += weight;
        m_a += weight * a;
        m_b += weighted;
        m_product.noalias() += a * weighted.transpose();
    }

    /// Adds many pairs. \param moments sum of weight (a; 1) (b; 1)^T, with a and b about the origins
    void add(const Eigen::Matrix4d& moments) {
        m_weight += moments(3, 3);
        m_a += moments.topRightCorner<3, 1>();
        m_b += moments.bottomLeftCorner<1, 3>().transpose();
        m_product += moments.topLeftCorner<3, 3>();
    }

    const Vector3& originOfA() const { return m_originOfA; } ///< of the sums over the points of A
    const Vector3& originOfB() const { return m_originOfB; } ///< of the sums over the points of B

    /// The pose aFromB, rotation with determinant +1, with the least sum of weight |aFromB b - a|^2. [Kabsch1976]
    /// Where several rotations are equally good to 1e-12 (points on a line, point symmetry) it is the one nearest to
    /// `previous`; flat shapes have one. Points at one place turn as `previous`. \throws std::invalid_argument without
    /// a positive, finite weight, or with a point that is not finite
    Pose solve(const Quaternion& previous = Quaternion::Identity()) const;

  private:
    Vector3 m_originOfA, m_originOfB;
    double m_weight = 0.0;
    Vector3 m_a = Vector3::Zero(), m_b = Vector3::Zero();
    Matrix3 m_product = Matrix3::Zero(); // sum of weight a b^T
};

/// The rigid motion aFromB that brings the points of B onto those of A, as RegistrationSums has it.
/// \param weights one per point, not negative; empty: all 1
/// \param previous the rotation to continue from where the points leave a choice
/// \throws std::invalid_argument, also for counts that differ
Pose rigidRegistration(const PointColumns& inA, const PointColumns& inB, const Eigen::VectorXd& weights = {},
                       const Quaternion& previous = Quaternion::Identity());

} // namespace ambient
