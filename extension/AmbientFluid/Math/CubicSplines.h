// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// Many functions of one variable at knots: a row per knot.
using KnotRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// How a cubic spline ends.
enum class SplineEnds {
    AtRest,      ///< slope 0 at both ends
    Periodic,    ///< the first knot follows the last
    Antiperiodic ///< as Periodic, but with the opposite sign
};

/// Slopes at the knots of the cubic splines through `values` that have continuous second derivatives.
/// \param steps between successive knots, positive; one less than knots for AtRest, else as many as knots
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

} // namespace ambient
