// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LockedSolve.h"

#include "AmbientFluid/Math/SymmetricEigen.h"

#include <cmath>

namespace ambient {
namespace {

constexpr double kSingular = 1e-12;

/// Twists about the origin of twists about `centre` with rotations in units of 1/length: w = w' / length,
/// v = v' - w x centre.
Matrix6 unitTwists(const Vector3& centre, double length) {
    Matrix6 map = Matrix6::Zero();
    map.topLeftCorner<3, 3>() = Matrix3::Identity() / length;
    map.bottomLeftCorner<3, 3>() = skew(centre) / length;
    map.bottomRightCorner<3, 3>().setIdentity();
    return map;
}

} // namespace

LockedSolve::LockedSolve(const Matrix6& tensor, bool indefinite) {
    // The coupling of an isotropic tensor m is m [centre]: its antisymmetric part is the centre times twice m.
    const Matrix3 coupling = tensor.topRightCorner<3, 3>();
    const double mass = tensor.bottomRightCorner<3, 3>().trace() / 3.0;
    const Vector3 centre = mass > 0.0
                               ? Vector3(Vector3(coupling(2, 1) - coupling(1, 2), coupling(0, 2) - coupling(2, 0),
                                                 coupling(1, 0) - coupling(0, 1)) /
                                         (2.0 * mass))
                               : Vector3(Vector3::Zero());
    const Matrix6 moved = unitTwists(centre, 1.0);
    const double spin = (moved.transpose() * tensor * moved).topLeftCorner<3, 3>().trace() / 3.0;
    const double length = mass > 0.0 && spin > 0.0 ? std::sqrt(spin / mass) : 1.0;
    const Matrix6 map = unitTwists(centre, length);
    const Matrix6 scaled = map.transpose() * tensor * map;
    const SymmetricEigen<6> eigen = symmetricEigen(Matrix6(0.5 * (scaled + scaled.transpose())));
    m_directions = map * eigen.vectors;
    const double greatest = eigen.values.cwiseAbs().maxCoeff();
    for (int k = 0; k < 6; ++k) {
        const double value = indefinite ? std::fabs(eigen.values[k]) : eigen.values[k];
        const bool isZero = !(value > kSingular * greatest);
        m_inverse[k] = isZero ? 0.0 : 1.0 / value;
        m_isSingular = m_isSingular || isZero;
    }
    m_leastRatio = greatest > 0.0 ? eigen.values[0] / greatest : 0.0;
}

Vector6 LockedSolve::solve(const Vector6& momentum) const {
    return m_directions * m_inverse.cwiseProduct(m_directions.transpose() * momentum);
}

double LockedSolve::greatestRate(const Matrix6& drag) const {
    const Matrix6 directions = m_directions * m_inverse.cwiseSqrt().asDiagonal();
    return symmetricEigenvalues(Matrix6(directions.transpose() * drag * directions)).cwiseAbs().maxCoeff();
}

Vector6 LockedSolve::weakest() const {
    return m_directions.col(0); // eigenvalues are sorted
}

} // namespace ambient
