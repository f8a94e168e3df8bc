// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <type_traits>

namespace ambient {

/// The symmetric, positive semidefinite root of a symmetric, positive semidefinite matrix.
template <class Matrix>
Matrix squareRootOf(const Matrix& matrix) {
    // Three by three in place; larger ones with the loops that all sizes share, so that they are compiled once.
    using Solved = std::conditional_t<(Matrix::RowsAtCompileTime > 3), Eigen::MatrixXd, Matrix>;
    return Eigen::SelfAdjointEigenSolver<Solved>(matrix).operatorSqrt();
}

/// The symmetric C with C a C = b, the geometric mean of b and the inverse of a. Both are symmetric and positive
/// definite; b may be semidefinite.
template <class Matrix>
Matrix mapBetween(const Matrix& a, const Matrix& b) {
    const Matrix root = squareRootOf(a), inverseRoot = root.inverse();
    return inverseRoot * squareRootOf(Matrix(root * b * root)) * inverseRoot;
}

} // namespace ambient
