// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {

/// Minimises x.M x / 2 - b.x over x >= 0 by Gauss-Seidel sweeps with projection.
/// The sweeps converge for every positive semidefinite M [Luo1992]. Deterministic.
/// \param matrix M = A^T A of the normal equations; a variable with a diagonal entry <= 0 stays 0
/// \param rightSide b = A^T y
/// \throws std::invalid_argument if a number is not finite: it would leave its variables at 0 without a word
inline Eigen::VectorXd solveNonNegative(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rightSide) {
    constexpr int kMaxSweeps = 1000;
    constexpr double kSettled = 1e-7;
    if (!matrix.allFinite() || !rightSide.allFinite())
        throw std::invalid_argument("solveNonNegative: the equations are not finite");
    Eigen::VectorXd x = Eigen::VectorXd::Zero(rightSide.size());
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
        double largestChange = 0.0;
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            const double diagonal = matrix(i, i);
            if (!(diagonal > 0.0)) continue;
            const double next = std::max(0.0, x(i) + (rightSide(i) - matrix.col(i).dot(x)) / diagonal);
            largestChange = std::max(largestChange, std::abs(next - x(i)));
            x(i) = next;
        }
        if (largestChange <= kSettled * x.maxCoeff()) break;
    }
    return x;
}

} // namespace ambient
