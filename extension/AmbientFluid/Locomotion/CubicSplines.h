// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace ambient {

/// Cubic splines through vectors at increasing knots: periodic ones, or those of open rows with the "not a knot" ends,
/// which are exact for cubics. Rows of up to three knots are polynomials. [DeBoor1978, ch. IV]
class CubicSplines {
  public:
    /// \param knots at least 2, and for periodic ones the end of the period after them
    /// \param values a column per knot; periodic: the column of the end of the period is that of the first knot
    CubicSplines(std::vector<double> knots, Eigen::MatrixXd values, bool isPeriodic);

    /// The vector in the interval from knot `interval` to the next. \param fraction of the interval, in [0, 1]
    Eigen::VectorXd at(int interval, double fraction) const;

    int intervalCount() const { return static_cast<int>(m_knots.size()) - 1; }              ///< between the knots
    double length(int interval) const { return m_knots[interval + 1] - m_knots[interval]; } ///< of an interval

  private:
    std::vector<double> m_knots;
    Eigen::MatrixXd m_values, m_slopes; // a column per knot, the end of the period included
};

/// Weights of the values at `nodes` in the derivative at `place` of the polynomial through them.
Eigen::VectorXd derivativeWeights(const std::vector<double>& nodes, double place);

} // namespace ambient
