// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneFunctions.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

namespace ambient {

/// A panel as the vectorised loops read it.
struct PanelNumbers {
    explicit PanelNumbers(const Panel& panel) {
        for (int d = 0; d < 3; ++d) {
            normal[d] = panel.normal[d];
            for (int k = 0; k < 3; ++k) {
                corner[k][d] = panel.corner[k][d];
                edgeNormal[k][d] = panel.edgeNormal[k][d];
            }
        }
        for (int k = 0; k < 3; ++k)
            edgeLength[k] = panel.edgeLength[k];
    }
    double corner[3][3], edgeNormal[3][3], normal[3], edgeLength[3];
};

/// Of L points: see PanelIntegrals.
template <class Real>
struct PanelIntegralLanes {
    Real singleLayer, solidAngle;
};

template <class Real>
AMBIENT_ALWAYS_INLINE Real dot(const Real (&a)[3], const Real (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// integratePanel() for L points at once, without the hats.
template <int L>
AMBIENT_ALWAYS_INLINE PanelIntegralLanes<typename Lanes<L>::Real>
integratePanelLanes(const PanelNumbers& panel, const double* x, const double* y, const double* z) {
    using Real = typename Lanes<L>::Real;
    const Real p[3] = {load<Real>(x), load<Real>(y), load<Real>(z)};
    Real to[3][3], distance[3];
    for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < 3; ++d)
            to[k][d] = panel.corner[k][d] - p[d];
        distance[k] = squareRoot(dot(to[k], to[k]));
    }
    const Real cross[3] = {to[1][1] * to[2][2] - to[1][2] * to[2][1], to[1][2] * to[2][0] - to[1][0] * to[2][2],
                           to[1][0] * to[2][1] - to[1][1] * to[2][0]};
    const Real triple = dot(to[0], cross);
    const Real denominator = distance[0] * distance[1] * distance[2] + dot(to[0], to[1]) * distance[2] +
                             dot(to[1], to[2]) * distance[0] + dot(to[2], to[0]) * distance[1];
    PanelIntegralLanes<Real> result;
    result.solidAngle = -2.0 * arcTangent<L>(triple, denominator);
    // Minus the height of p above the panel's plane, times the solid angle
    const Real depth = panel.normal[0] * to[0][0] + panel.normal[1] * to[0][1] + panel.normal[2] * to[0][2];
    result.singleLayer = depth * result.solidAngle;
    for (int k = 0; k < 3; ++k) {
        const double length = panel.edgeLength[k];
        const Real sum = distance[k] + distance[(k + 1) % 3];
        const Real edgeLog =
            naturalLogarithm<L>((sum + length) / larger<Real>(sum - length, splat<Real>(1e-15 * length)));
        result.singleLayer += (panel.edgeNormal[k][0] * to[k][0] + panel.edgeNormal[k][1] * to[k][1] +
                               panel.edgeNormal[k][2] * to[k][2]) *
                              edgeLog;
    }
    return result;
}

} // namespace ambient
