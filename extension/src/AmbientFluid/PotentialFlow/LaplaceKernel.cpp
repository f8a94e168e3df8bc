// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/PotentialFlow/PanelLanes.h"

#include <algorithm>

namespace ambient {
namespace {

/// integratePanel() at points in whole vectors.
struct IntegrateAtPoints {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const HatNumbers& panel, const double* x, const double* y, const double* z,
                                          int count, double* const (&out)[5]) {
        using Real = typename Lanes<L>::Real;
        for (int i = 0; i < count; i += L) {
            Real doubleLayer[3];
            const PanelIntegralLanes<Real> result = integrateHatLanes<L>(panel, x + i, y + i, z + i, doubleLayer);
            store<Real>(out[0] + i, result.singleLayer);
            store<Real>(out[1] + i, result.solidAngle);
            for (int k = 0; k < 3; ++k)
                store<Real>(out[2 + k] + i, doubleLayer[k]);
        }
    }
};

} // namespace

Panel::Panel(const Vector3& a, const Vector3& b, const Vector3& c) : corner{a, b, c} {
    centroid = (a + b + c) / 3.0;
    const Vector3 areaVector = 0.5 * (b - a).cross(c - a);
    area = areaVector.norm();
    normal = areaVector / area;
    for (int k = 0; k < 3; ++k) {
        const Vector3 edge = corner[(k + 1) % 3] - corner[k];
        edgeLength[k] = edge.norm();
        edgeNormal[k] = (edge / edgeLength[k]).cross(normal);
        radius = std::max(radius, (corner[k] - centroid).norm());
    }
    // The hat of a corner falls from 1 to 0 at the opposite edge, over the height 2 area / length.
    for (int k = 0; k < 3; ++k) {
        const int opposite = (k + 1) % 3;
        hatGradient[k] = -(edgeLength[opposite] / (2.0 * area)) * edgeNormal[opposite];
    }
}

PanelIntegrals integratePanel(const Panel& panel, const Vector3& p) {
    const Vector3 a = panel.corner[0] - p, b = panel.corner[1] - p, c = panel.corner[2] - p;
    const double ra = a.norm(), rb = b.norm(), rc = c.norm();
    const double z = panel.normal.dot(p - panel.centroid);

    PanelIntegrals result;
    const double triple = a.dot(b.cross(c));
    const double denominator = ra * rb * rc + a.dot(b) * rc + b.dot(c) * ra + c.dot(a) * rb;
    result.solidAngle = -2.0 * portable::atan2(triple, denominator);

    const std::array<double, 3> r = {ra, rb, rc};
    result.singleLayer = -z * result.solidAngle;
    for (int k = 0; k < 3; ++k)
        result.doubleLayer[k] = panel.hat(k, p) * result.solidAngle;
    for (int k = 0; k < 3; ++k) {
        const double length = panel.edgeLength[k];
        const double sum = r[k] + r[(k + 1) % 3];
        // On the edge itself the logarithm diverges but its factor vanishes: a floor keeps the product at zero.
        const double edgeLog = portable::log((sum + length) / std::max(sum - length, 1e-15 * length));
        result.singleLayer += panel.edgeNormal[k].dot(panel.corner[k] - p) * edgeLog;
        for (int m = 0; m < 3; ++m)
            result.doubleLayer[m] -= z * panel.hatGradient[m].dot(panel.edgeNormal[k]) * edgeLog;
    }
    return result;
}

void PanelPoints::integrate(const Panel& panel) {
    const int count = m_points.fillUp();
    double* out[5];
    for (int k = 0; k < 5; ++k) {
        m_integrals[k].resize(count);
        out[k] = m_integrals[k].data();
    }
    runVectorised<IntegrateAtPoints>(HatNumbers(panel), m_points.row(0), m_points.row(1), m_points.row(2), count, out);
}

PanelIntegrals PanelPoints::at(int i) const {
    return {m_integrals[0][i], m_integrals[1][i], {m_integrals[2][i], m_integrals[3][i], m_integrals[4][i]}};
}

double panelSelfIntegral(const Panel& panel) {
    const double perimeter = panel.edgeLength[0] + panel.edgeLength[1] + panel.edgeLength[2];
    double sum = 0.0;
    for (double length : panel.edgeLength)
        sum -= portable::log1p(-2.0 * length / perimeter) / length;
    return 4.0 / 3.0 * panel.area * panel.area * sum;
}

} // namespace ambient
