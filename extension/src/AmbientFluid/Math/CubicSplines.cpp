// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/CubicSplines.h"

#include <Eigen/SparseLU>

#include <utility>

namespace ambient {
namespace {

/// Equations of the slopes at the knots, one per knot.
class SlopeEquations {
  public:
    SlopeEquations(const std::vector<double>& steps, const KnotRows& values)
        : m_steps(steps), m_values(values), m_right(Eigen::MatrixXd::Zero(values.rows(), values.cols())) {}

    /// The second derivative is the same on both sides of a knot. \param wrap sign of the values beyond the ends
    void addInside(Eigen::Index knot, double wrap) {
        const Eigen::Index n = m_values.rows(), before = (knot + n - 1) % n, after = (knot + 1) % n;
        const double a = step(before), b = step(knot), signBefore = knot == 0 ? wrap : 1.0,
                     signAfter = after == 0 ? wrap : 1.0;
        m_rows.emplace_back(knot, before, signBefore * b);
        m_rows.emplace_back(knot, knot, 2.0 * (a + b));
        m_rows.emplace_back(knot, after, signAfter * a);
        m_right.row(knot) = 3.0 * ((b / a) * (m_values.row(knot) - signBefore * m_values.row(before)) +
                                   (a / b) * (signAfter * m_values.row(after) - m_values.row(knot)));
    }

    void addRest(Eigen::Index knot) { m_rows.emplace_back(knot, knot, 1.0); }

    /// The third derivative is the same on both sides of the knot beside an end.
    /// \param outer, inner the two steps nearest to the end
    void addNotAKnot(Eigen::Index end, Eigen::Index beside, Eigen::Index outer, Eigen::Index inner) {
        const double h = step(outer), k = step(inner), both = h + k;
        m_rows.emplace_back(end, end, k);
        m_rows.emplace_back(end, beside, both);
        m_right.row(end) = ((h + 2.0 * both) * k * chord(outer) + h * h * chord(inner)) / both;
    }

    KnotRows solve() const {
        Eigen::SparseMatrix<double> matrix(m_right.rows(), m_right.rows());
        matrix.setFromTriplets(m_rows.begin(), m_rows.end());
        Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
        solver.compute(matrix);
        return Eigen::MatrixXd(solver.solve(m_right));
    }

  private:
    double step(Eigen::Index i) const { return m_steps[static_cast<std::size_t>(i)]; }
    Eigen::RowVectorXd chord(Eigen::Index i) const { return (m_values.row(i + 1) - m_values.row(i)) / step(i); }

    const std::vector<double>& m_steps;
    const KnotRows& m_values;
    std::vector<Eigen::Triplet<double>> m_rows;
    Eigen::MatrixXd m_right;
};

} // namespace

KnotRows splineSlopes(const std::vector<double>& steps, const KnotRows& values, SplineEnds ends) {
    if (values.cols() == 0) return KnotRows(values.rows(), 0);
    const Eigen::Index knots = values.rows(), last = knots - 1;
    if (knots < 2) return KnotRows::Zero(knots, values.cols());
    if (ends == SplineEnds::NotAKnot && knots < 4) {
        std::vector<double> places(1, 0.0);
        for (const double step : steps)
            places.push_back(places.back() + step);
        KnotRows slopes(knots, values.cols());
        for (Eigen::Index i = 0; i < knots; ++i)
            slopes.row(i) = derivativeWeights(places, places[static_cast<std::size_t>(i)]).transpose() * values;
        return slopes;
    }
    SlopeEquations equations(steps, values);
    const bool isLoop = ends == SplineEnds::Periodic || ends == SplineEnds::Antiperiodic;
    for (Eigen::Index i = isLoop ? 0 : 1; i < (isLoop ? knots : last); ++i)
        equations.addInside(i, ends == SplineEnds::Antiperiodic ? -1.0 : 1.0);
    if (ends == SplineEnds::AtRest) {
        equations.addRest(0);
        equations.addRest(last);
    }
    if (ends == SplineEnds::NotAKnot) {
        equations.addNotAKnot(0, 1, 0, 1);
        equations.addNotAKnot(last, last - 1, last - 1, last - 2);
    }
    return equations.solve();
}

Eigen::VectorXd derivativeWeights(const std::vector<double>& nodes, double place) {
    // Lagrange's polynomials: the derivative of prod_k (x - x_k)/(x_j - x_k).
    const std::size_t n = nodes.size();
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(n));
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t m = 0; m < n; ++m) {
            if (m == j) continue;
            double term = 1.0 / (nodes[j] - nodes[m]);
            for (std::size_t k = 0; k < n; ++k)
                if (k != j && k != m) term *= (place - nodes[k]) / (nodes[j] - nodes[k]);
            weights[static_cast<Eigen::Index>(j)] += term;
        }
    return weights;
}

CubicSplines::CubicSplines(std::vector<double> knots, const Eigen::MatrixXd& values, bool isPeriodic)
    : m_knots(std::move(knots)) {
    const int n = intervalCount();
    std::vector<double> steps;
    for (int i = 0; i < n; ++i)
        steps.push_back(length(i));
    m_values = values.leftCols(isPeriodic ? n : n + 1).transpose();
    m_slopes = splineSlopes(steps, m_values, isPeriodic ? SplineEnds::Periodic : SplineEnds::NotAKnot);
    if (!isPeriodic) return;
    for (KnotRows* const rows : {&m_values, &m_slopes}) {
        rows->conservativeResize(n + 1, Eigen::NoChange);
        rows->row(n) = rows->row(0);
    }
}

Eigen::VectorXd CubicSplines::at(int interval, double fraction) const {
    const HermiteWeights w = HermiteWeights::cubic(fraction, length(interval));
    return (w.value[0] * m_values.row(interval) + w.value[1] * m_values.row(interval + 1) +
            w.value[2] * m_slopes.row(interval) + w.value[3] * m_slopes.row(interval + 1))
        .transpose();
}

} // namespace ambient
