// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SymmetricEigen.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace ambient {

/// The symmetric, positive semidefinite square root of a symmetric, positive semidefinite matrix.
template <class Matrix>
Matrix squareRootOf(const Matrix& matrix) {
    if constexpr (Matrix::RowsAtCompileTime == 3)
        return Eigen::SelfAdjointEigenSolver<Matrix>(matrix).operatorSqrt();
    else
        return symmetricSquareRoot(matrix);
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
