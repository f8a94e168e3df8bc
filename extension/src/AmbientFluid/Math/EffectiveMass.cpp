// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/EffectiveMass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>

namespace ambient {

namespace {

/// Lower bound of the smallest eigenvalue, 1e-7 of the spread of all three below the closed form: the error of that
/// form for two equal eigenvalues.
double smallestEigenvalue(const Matrix3& matrix) {
    Eigen::SelfAdjointEigenSolver<Matrix3> solver;
    const Vector3 values = solver.computeDirect(matrix, Eigen::EigenvaluesOnly).eigenvalues();
    return values[0] - 1e-7 * (values[2] - values[0]);
}

/// Schur complement of `other` in a positive definite matrix: the response of `half` while the other half moves freely.
/// `coupling` is the block between them, with one row for each row of `half`. Zero if `other` is not positive definite.
Matrix3 freeHalf(const Matrix3& half, const Matrix3& coupling, const Matrix3& other) {
    const Eigen::LLT<Matrix3> factor(other);
    if (factor.info() != Eigen::Success) return Matrix3::Zero();
    const Matrix3 root = factor.matrixL().solve(Matrix3(coupling.transpose()));
    return half - root.transpose() * root;
}

/// The largest mass t in [0, upper] with rest - t diag(0, 1) positive semidefinite.
double largestMass(const Matrix6& rest, double upper) {
    const Matrix3 moving =
        freeHalf(rest.bottomRightCorner<3, 3>(), rest.bottomLeftCorner<3, 3>(), rest.topLeftCorner<3, 3>());
    return std::clamp(smallestEigenvalue(moving), 0.0, upper);
}

/// The largest factor t in [0, upper] with rest - t diag(inertia, 0) positive semidefinite.
double largestInertia(const Matrix6& rest, const Vector3& inertia, double upper) {
    const Matrix3 turning =
        freeHalf(rest.topLeftCorner<3, 3>(), rest.topRightCorner<3, 3>(), rest.bottomRightCorner<3, 3>());
    const Vector3 perRoot = inertia.cwiseSqrt().cwiseInverse();
    return std::clamp(smallestEigenvalue(perRoot.asDiagonal() * turning * perRoot.asDiagonal()), 0.0, upper);
}
} // namespace

EffectiveMass computeEffectiveMass(const SpatialInertia& total, double dryMass, const Matrix3& dryInertia,
                                   double length) {
    // In the principal axes of the dry inertia. Axes of a diagonal inertia stay as they are, to the last bit.
    Matrix3 axes = Matrix3::Identity();
    Vector3 moments = dryInertia.diagonal();
    if (!dryInertia.isDiagonal(0.0)) {
        const Eigen::SelfAdjointEigenSolver<Matrix3> principal(dryInertia);
        axes = principal.eigenvectors();
        moments = principal.eigenvalues();
    }
    Matrix6 inAxes = Matrix6::Zero();
    for (int row = 0; row < 6; row += 3)
        for (int column = 0; column < 6; column += 3)
            inAxes.block<3, 3>(row, column) = axes.transpose() * total.matrix().block<3, 3>(row, column) * axes;
    const double scale = inAxes.bottomRightCorner<3, 3>().trace();
    // Made dimensionless, so that the slack is equal for rotation and translation.
    const Vector6 unit = (Vector6() << Vector3::Constant(1.0 / length), Vector3::Ones()).finished();
    const Vector3 inertia = moments / (length * length);
    Matrix6 rest = unit.asDiagonal() * inAxes * unit.asDiagonal();
    rest.diagonal() -= (Vector6() << inertia, Vector3::Constant(dryMass)).finished();
    rest.diagonal().array() += 1e-9 * scale;
    const double addedMass = largestMass(rest, scale);
    rest.diagonal().tail<3>().array() -= addedMass;
    rest.diagonal().array() += 1e-12 * scale; // rounding of the subtraction
    const double largest = inAxes.topLeftCorner<3, 3>().trace() / moments.minCoeff();
    return {dryMass + addedMass, (1.0 + largestInertia(rest, inertia, largest)) * dryInertia};
}

} // namespace ambient
