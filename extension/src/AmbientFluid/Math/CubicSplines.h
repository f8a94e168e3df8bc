// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// Many functions of one variable at knots: a row per knot.
using KnotRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// How a cubic spline ends.
enum class SplineEnds {
    AtRest,       ///< slope 0 at both ends
    Periodic,     ///< the first knot follows the last
    Antiperiodic, ///< as Periodic, but with the opposite sign
    NotAKnot      ///< the first two cubics are one, as are the last two: exact for cubics
};

/// Slopes at the knots of the cubic splines through `values` that have continuous second derivatives. NotAKnot with two
/// or three knots: of the polynomial through them. [DeBoor1978, ch. IV]
/// \param steps between successive knots, positive; one less than knots for AtRest and NotAKnot, else as many as knots
KnotRows splineSlopes(const std::vector<double>& steps, const KnotRows& values, SplineEnds ends);

/// Weights of the values at two knots, then of the slopes there.
struct HermiteWeights {
    double value[4]; ///< of the function
    double rate[4];  ///< of its derivative

    /// The cubic between two knots. \param share of the way, 0 to 1 \param step between the knots
    static HermiteWeights cubic(double share, double step) {
        const double s = share, r = 1.0 - share;
        return {{r * r * (1.0 + 2.0 * s), s * s * (1.0 + 2.0 * r), step * s * r * r, -step * s * s * r},
                {-6.0 * s * r / step, 6.0 * s * r / step, r * (1.0 - 3.0 * s), s * (1.0 - 3.0 * r)}};
    }
    /// The straight line between two knots; slopes do not count.
    static HermiteWeights straight(double share, double step) {
        return {{1.0 - share, share, 0.0, 0.0}, {-1.0 / step, 1.0 / step, 0.0, 0.0}};
    }
};

/// Weights of the values at `nodes` in the derivative at `place` of the polynomial through them.
Eigen::VectorXd derivativeWeights(const std::vector<double>& nodes, double place);

/// Cubic splines through vectors at increasing knots, periodic or NotAKnot.
class CubicSplines {
  public:
    /// \param knots at least 2, and for periodic ones the end of the period after them
    /// \param values a column per knot; periodic: the column of the end of the period is that of the first knot
    CubicSplines(std::vector<double> knots, const Eigen::MatrixXd& values, bool isPeriodic);

    /// The vector in the interval from knot `interval` to the next. \param fraction of the interval, in [0, 1]
    Eigen::VectorXd at(int interval, double fraction) const;

    const std::vector<double>& knots() const { return m_knots; }               ///< of the constructor
    int intervalCount() const { return static_cast<int>(m_knots.size()) - 1; } ///< between the knots
    /// Length of an interval.
    double length(int interval) const {
        const auto i = static_cast<std::size_t>(interval);
        return m_knots[i + 1] - m_knots[i];
    }

  private:
    std::vector<double> m_knots;
    KnotRows m_values, m_slopes; // the end of the period included
};

} // namespace ambient
