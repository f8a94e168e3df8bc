// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/CubicSplines.h"

#include <Eigen/SparseLU>

namespace ambient {
namespace {

using Rows = std::vector<Eigen::Triplet<double>>;

/// Equation `row` of the slopes at a knot inside: the second derivative is the same on both sides.
void addKnot(Rows& rows, int row, int before, int at, int after, double left, double right) {
    rows.emplace_back(row, before, right);
    rows.emplace_back(row, at, 2.0 * (left + right));
    rows.emplace_back(row, after, left);
}

Eigen::MatrixXd solveRows(const Rows& rows, const Eigen::MatrixXd& right) {
    Eigen::SparseMatrix<double> matrix(right.rows(), right.rows());
    matrix.setFromTriplets(rows.begin(), rows.end());
    Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
    solver.compute(matrix);
    return solver.solve(right).transpose();
}

/// Slopes at the knots of a row of two or three knots.
Eigen::MatrixXd polynomialSlopes(const std::vector<double>& knots, const Eigen::MatrixXd& values) {
    Eigen::MatrixXd slopes(values.rows(), values.cols());
    for (Eigen::Index i = 0; i < values.cols(); ++i)
        slopes.col(i) = values * derivativeWeights(knots, knots[static_cast<std::size_t>(i)]);
    return slopes;
}

} // namespace

CubicSplines::CubicSplines(std::vector<double> knots, Eigen::MatrixXd values, bool isPeriodic)
    : m_knots(std::move(knots)), m_values(std::move(values)) {
    const int n = intervalCount();
    if (isPeriodic) {
        m_values.conservativeResize(Eigen::NoChange, n + 1);
        m_values.col(n) = m_values.col(0);
    }
    const auto chord = [this](int i) -> Eigen::RowVectorXd {
        return (m_values.col(i + 1) - m_values.col(i)).transpose() / length(i);
    };
    if (!isPeriodic && n < 3) {
        m_slopes = polynomialSlopes(m_knots, m_values);
        return;
    }
    const int unknowns = isPeriodic ? n : n + 1;
    Rows rows;
    Eigen::MatrixXd right(unknowns, m_values.rows());
    for (int i = isPeriodic ? 0 : 1; i < n; ++i) {
        const int before = (i + n - 1) % n;
        addKnot(rows, i, before, i, isPeriodic ? (i + 1) % n : i + 1, length(before), length(i));
        right.row(i) = 3.0 * (length(i) * chord(before) + length(before) * chord(i));
    }
    if (!isPeriodic) {
        const auto addEnd = [&](int knot, int next, int outer, int inner) {
            const double h = length(outer), k = length(inner), both = h + k;
            rows.emplace_back(knot, knot, k);
            rows.emplace_back(knot, next, both);
            right.row(knot) = ((h + 2.0 * both) * k * chord(outer) + h * h * chord(inner)) / both;
        };
        addEnd(0, 1, 0, 1);
        addEnd(n, n - 1, n - 1, n - 2);
    }
    m_slopes = solveRows(rows, right);
    if (isPeriodic) {
        m_slopes.conservativeResize(Eigen::NoChange, n + 1);
        m_slopes.col(n) = m_slopes.col(0);
    }
}

Eigen::VectorXd CubicSplines::at(int interval, double fraction) const {
    const double s = fraction, r = 1.0 - s, h = length(interval);
    return r * r * (1.0 + 2.0 * s) * m_values.col(interval) + s * s * (1.0 + 2.0 * r) * m_values.col(interval + 1) +
           h * s * r * (r * m_slopes.col(interval) - s * m_slopes.col(interval + 1));
}

Eigen::VectorXd derivativeWeights(const std::vector<double>& nodes, double place) {
    // Lagrange's polynomials: the derivative of prod_k (x - x_k)/(x_j - x_k).
    const auto n = static_cast<Eigen::Index>(nodes.size());
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(n);
    for (Eigen::Index j = 0; j < n; ++j)
        for (Eigen::Index m = 0; m < n; ++m) {
            if (m == j) continue;
            double term = 1.0 / (nodes[j] - nodes[m]);
            for (Eigen::Index k = 0; k < n; ++k)
                if (k != j && k != m) term *= (place - nodes[k]) / (nodes[j] - nodes[k]);
            weights[j] += term;
        }
    return weights;
}

} // namespace ambient
