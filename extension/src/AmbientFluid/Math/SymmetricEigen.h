// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

// Eigen's decompositions take two to five seconds to compile. Those of larger matrices are compiled once, here.

/// Eigenvalues in ascending order, and their orthonormal eigenvectors as columns.
template <int N>
struct SymmetricEigen {
    Eigen::Matrix<double, N, 1> values;  ///< in ascending order
    Eigen::Matrix<double, N, N> vectors; ///< orthonormal, one a column
};

/// Decomposition of a symmetric matrix. Only the lower triangle is read.
SymmetricEigen<Eigen::Dynamic> symmetricEigen(const Eigen::MatrixXd& matrix);
/// The same for six rows, without allocation.
SymmetricEigen<6> symmetricEigen(const Matrix6& matrix);

/// Eigenvalues of a symmetric matrix in ascending order. Only the lower triangle is read.
Eigen::VectorXd symmetricEigenvalues(const Eigen::MatrixXd& matrix);
/// The same for six rows, without allocation.
Vector6 symmetricEigenvalues(const Matrix6& matrix);

/// Values w and vectors v with a v = w b v, in ascending order; the vectors are orthonormal in the metric b.
/// \param a symmetric \param b symmetric, positive definite
SymmetricEigen<6> generalizedEigen(const Matrix6& a, const Matrix6& b);
/// Values w with a v = w b v, in ascending order. \param a symmetric \param b symmetric, positive definite
Eigen::VectorXd generalizedEigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// The symmetric, positive semidefinite square root of a symmetric, positive semidefinite matrix.
Eigen::MatrixXd symmetricSquareRoot(const Eigen::MatrixXd& matrix);

/// Solution of least norm of the least-squares problem matrix x = right, for each column. Pseudoinverse of `matrix` if
/// `right` is the identity.
Eigen::MatrixXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& right);

} // namespace ambient
