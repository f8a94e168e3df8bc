// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <type_traits>

namespace ambient {

/// The symmetric, positive semidefinite square root of a symmetric, positive semidefinite matrix.
template <class Matrix>
Matrix squareRootOf(const Matrix& matrix) {
    // 3x3 matrices are solved in place. Larger ones share the loops for any size, which are compiled once.
    using Solved = std::conditional_t<(Matrix::RowsAtCompileTime > 3), Eigen::MatrixXd, Matrix>;
    return Eigen::SelfAdjointEigenSolver<Solved>(matrix).operatorSqrt();
}

/// The symmetric C with C a C = b: the geometric mean of b and the inverse of a.
/// \param a symmetric, positive definite
/// \param b symmetric, positive semidefinite
template <class Matrix>
Matrix mapBetween(const Matrix& a, const Matrix& b) {
    const Matrix root = squareRootOf(a), inverseRoot = root.inverse();
    return inverseRoot * squareRootOf(Matrix(root * b * root)) * inverseRoot;
}

} // namespace ambient
