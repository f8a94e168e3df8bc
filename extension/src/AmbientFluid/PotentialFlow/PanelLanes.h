// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneFunctions.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <algorithm>

namespace ambient {

/// Panel data for the vectorised loops.
struct PanelNumbers {
    /// Copies the data; `panel` need not outlive this object.
    explicit PanelNumbers(const Panel& panel) : twiceArea(2.0 * panel.area) {
        for (int d = 0; d < 3; ++d) {
            normal[d] = panel.normal[d];
            centroid[d] = panel.centroid[d];
            for (int k = 0; k < 3; ++k) {
                corner[k][d] = panel.corner[k][d];
                edgeNormal[k][d] = panel.edgeNormal[k][d];
            }
        }
        for (int k = 0; k < 3; ++k)
            edgeLength[k] = panel.edgeLength[k];
        remoteDistance = panel.radius + 3.0 * *std::max_element(edgeLength, edgeLength + 3);
    }
    /// Fields of Panel [m, 1, m^2] as plain numbers, component by component.
    double corner[3][3], edgeNormal[3][3], edgeLength[3], normal[3], centroid[3], twiceArea;
    /// Distance from the centroid beyond which integratePanelLanes<Range::Remote> is valid [m].
    /// There every corner is at least three times the longest edge away.
    double remoteDistance;
};

/// Panel data for the integrals with hat functions.
struct HatNumbers : PanelNumbers {
    /// Copies the data; `panel` need not outlive this object.
    explicit HatNumbers(const Panel& panel) : PanelNumbers(panel) {
        for (int m = 0; m < 3; ++m)
            for (int k = 0; k < 3; ++k) {
                hatGradient[m][k] = panel.hatGradient[m][k];
                slope[m][k] = panel.hatGradient[m].dot(panel.edgeNormal[k]);
            }
    }
    double hatGradient[3][3]; ///< of the hat of each corner [1/m]
    double slope[3][3];       ///< of the hat of corner m across edge k, outwards [1/m]
};

/// Integrals of one panel for L points, see PanelIntegrals.
template <class Real>
struct PanelIntegralLanes {
    /// Int 1/r dA [m], and the solid angle, positive on the outer side.
    Real singleLayer, solidAngle;
};

template <class Real>
AMBIENT_ALWAYS_INLINE Real dot(const Real (&a)[3], const Real (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Real>
AMBIENT_ALWAYS_INLINE Real dot(const double (&a)[3], const Real (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Range of distances of the evaluation points from a panel.
enum class Range {
    Any,   ///< any point off the edges
    Remote ///< at PanelNumbers::remoteDistance or beyond: short series suffice for the logarithms and the angle
};

/// Geometry of a panel relative to L points.
template <class Real>
struct PanelSight {
    Real toCorner[3][3], sum[3]; ///< vectors to the corners; sums of the distances to the two ends of each edge
    Real triple, denominator;    ///< sine and cosine of half the solid angle, times a common factor
    Real depth;                  ///< depth of the points below the plane

    /// \param x, y, z coordinates of the points, one per lane, frame of the panel [m]
    AMBIENT_ALWAYS_INLINE PanelSight(const PanelNumbers& panel, const Real& x, const Real& y, const Real& z) {
        Real distance[3];
        for (int k = 0; k < 3; ++k) {
            toCorner[k][0] = panel.corner[k][0] - x;
            toCorner[k][1] = panel.corner[k][1] - y;
            toCorner[k][2] = panel.corner[k][2] - z;
            distance[k] = squareRoot(dot(toCorner[k], toCorner[k]));
        }
        for (int k = 0; k < 3; ++k)
            sum[k] = distance[k] + distance[(k + 1) % 3];
        depth = dot(panel.normal, toCorner[0]);
        triple = panel.twiceArea * depth;
        denominator = distance[0] * distance[1] * distance[2] + dot(toCorner[0], toCorner[1]) * distance[2] +
                      dot(toCorner[1], toCorner[2]) * distance[0] + dot(toCorner[2], toCorner[0]) * distance[1];
    }

    /// Evaluates the closed forms.
    /// \param halfAngle half the solid angle, positive below the plane
    /// \param edgeLog log of (sum + length) / (sum - length) of each edge
    AMBIENT_ALWAYS_INLINE PanelIntegralLanes<Real> integrals(const PanelNumbers& panel, const Real& halfAngle,
                                                             const Real (&edgeLog)[3]) const {
        PanelIntegralLanes<Real> result;
        result.solidAngle = -2.0 * halfAngle;
        result.singleLayer = depth * result.solidAngle;
        for (int k = 0; k < 3; ++k)
            result.singleLayer += dot(panel.edgeNormal[k], toCorner[k]) * edgeLog[k];
        return result;
    }
};

/// log of (sum + length) / (sum - length) of the edges, for any points.
template <int L>
struct EdgeLogarithms {
    typename Lanes<L>::Real of[3]; ///< of each edge

    /// Evaluates them for L points.
    AMBIENT_ALWAYS_INLINE EdgeLogarithms(const PanelNumbers& panel, const PanelSight<typename Lanes<L>::Real>& sight) {
        using Real = typename Lanes<L>::Real;
        for (int k = 0; k < 3; ++k) {
            const double length = panel.edgeLength[k];
            // On the edge itself the logarithm diverges but its factor vanishes: a floor keeps the product at zero.
            of[k] = naturalLogarithm<L>((sight.sum[k] + length) /
                                        larger<Real>(sight.sum[k] - length, splat<Real>(1e-15 * length)));
        }
    }
};

/// integratePanel() for L points at once. \param doubleLayer receives those of the hats
template <int L>
AMBIENT_ALWAYS_INLINE PanelIntegralLanes<typename Lanes<L>::Real>
integrateHatLanes(const HatNumbers& panel, const double* x, const double* y, const double* z,
                  typename Lanes<L>::Real (&doubleLayer)[3]) {
    using Real = typename Lanes<L>::Real;
    const PanelSight<Real> sight(panel, load<Real>(x), load<Real>(y), load<Real>(z));
    const EdgeLogarithms<L> edgeLog(panel, sight);
    const PanelIntegralLanes<Real> result =
        sight.integrals(panel, arcTangent<L>(sight.triple, sight.denominator), edgeLog.of);
    for (int m = 0; m < 3; ++m) {
        const Real hat = 1.0 - dot(panel.hatGradient[m], sight.toCorner[m]);
        doubleLayer[m] = hat * result.solidAngle + sight.depth * dot(panel.slope[m], edgeLog.of);
    }
    return result;
}

/// integratePanel() for L points at once, without the hat functions.
template <Range range, int L>
AMBIENT_ALWAYS_INLINE PanelIntegralLanes<typename Lanes<L>::Real>
integratePanelLanes(const PanelNumbers& panel, const double* x, const double* y, const double* z) {
    using Real = typename Lanes<L>::Real;
    const PanelSight<Real> sight(panel, load<Real>(x), load<Real>(y), load<Real>(z));
    if constexpr (range == Range::Any) {
        const EdgeLogarithms<L> edgeLog(panel, sight);
        return sight.integrals(panel, arcTangent<L>(sight.triple, sight.denominator), edgeLog.of);
    } else {
        Real edgeLog[3];
        // A single division gives the four quotients length / sum, at most 1/6, and triple / denominator, at most 1/40.
        const Real two = sight.sum[0] * sight.sum[1], three = two * sight.sum[2];
        const Real inverse = 1.0 / (three * sight.denominator);
        const Real ofThree = sight.denominator * inverse, ofTwo = ofThree * sight.sum[2];
        const Real quotient[3] = {panel.edgeLength[0] * (ofTwo * sight.sum[1]),
                                  panel.edgeLength[1] * (ofTwo * sight.sum[0]), panel.edgeLength[2] * (ofThree * two)};
        for (int k = 0; k < 3; ++k) {
            const Real s = quotient[k] * quotient[k];
            Real series = splat<Real>(1.0 / 15.0);
            for (int m = 13; m >= 1; m -= 2)
                series = series * s + 1.0 / m;
            edgeLog[k] = 2.0 * quotient[k] * series;
        }
        const Real t = sight.triple * (three * inverse), s = t * t;
        return sight.integrals(panel, t * (1.0 - s * (1.0 / 3.0 - s * (0.2 - s * (1.0 / 7.0)))), edgeLog);
    }
}

} // namespace ambient
