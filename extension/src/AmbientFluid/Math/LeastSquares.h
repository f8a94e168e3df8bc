// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <cmath>

namespace ambient {

/// Result of minimiseSquares().
struct LeastSquaresResult {
    Eigen::VectorXd parameters;
    double sum = 0.0; ///< of squares
};

/// Levenberg and Marquardt's method with derivatives by differences. [NocedalWright2006, 10.3]
/// \param residuals VectorXd(const VectorXd& parameters), of one size; parameters of about 1
/// \param rounds most steps; ends earlier if a step lowers the sum by less than 1e-7 of it
template <class Residuals>
LeastSquaresResult minimiseSquares(const Residuals& residuals, Eigen::VectorXd start, int rounds) {
    LeastSquaresResult best{std::move(start), 0.0};
    Eigen::VectorXd now = residuals(best.parameters);
    best.sum = now.squaredNorm();
    Eigen::MatrixXd slope(now.size(), best.parameters.size());
    double damping = 1e-2;
    for (int round = 0; round < rounds; ++round) {
        for (Eigen::Index i = 0; i < best.parameters.size(); ++i) {
            Eigen::VectorXd moved = best.parameters;
            const double step = 1e-6 * (1.0 + std::abs(moved[i]));
            moved[i] += step;
            slope.col(i) = (residuals(moved) - now) / step;
        }
        const Eigen::MatrixXd normal = slope.transpose() * slope;
        const Eigen::VectorXd downhill = -(slope.transpose() * now);
        const double before = best.sum;
        while (best.sum == before && damping < 1e10) {
            Eigen::MatrixXd system = normal;
            system.diagonal() += damping * (normal.diagonal().array() + 1e-9 * normal.diagonal().maxCoeff()).matrix();
            const Eigen::VectorXd tried = best.parameters + system.ldlt().solve(downhill);
            const Eigen::VectorXd there = residuals(tried);
            const double sum = there.squaredNorm();
            damping *= sum < before ? 0.2 : 4.0;
            if (!(sum < before)) continue;
            best = {tried, sum};
            now = there;
        }
        damping = std::max(damping, 1e-12);
        if (!(best.sum < (1.0 - 1e-7) * before)) break;
    }
    return best;
}

} // namespace ambient
