// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/StokesletPanel.h"

namespace ambient {
namespace {

/// xx, yy, zz, yz, zx, xy of the symmetric part of a b^T.
void packSymmetric(const Vector3& a, const Vector3& b, double (&out)[6]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] * b[k];
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[3 + k] = 0.5 * (a[i] * b[j] + a[j] * b[i]);
    }
}

/// Constant tensors of a panel.
struct StokesletNumbers : PanelNumbers {
    explicit StokesletNumbers(const Panel& panel) : PanelNumbers(panel) {
        packSymmetric(panel.normal, panel.normal, upright);
        for (int k = 0; k < 3; ++k) {
            const Vector3 nu = panel.edgeNormal[k];
            const Vector3 along = panel.normal.cross(nu);
            packSymmetric(nu, nu, across[k]);
            packSymmetric(nu, along, sheared[k]);
            packSymmetric(2.0 * nu, panel.normal, tilted[k]);
        }
    }
    double upright[6], across[3][6], sheared[3][6], tilted[3][6];
};

struct IntegrateStokeslets {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const StokesletNumbers& panel, const double* x, const double* y,
                                          const double* z, int count, double* const (&out)[6]) {
        using Real = typename Lanes<L>::Real;
        for (int i = 0; i < count; i += L) {
            const PanelSight<Real> sight(panel, load<Real>(x + i), load<Real>(y + i), load<Real>(z + i));
            const EdgeLogarithms<L> edgeLog(panel, sight);
            const PanelIntegralLanes<Real> laplace =
                sight.integrals(panel, arcTangent<L>(sight.triple, sight.denominator), edgeLog.of);
            Real a[3], b[3], c[3];
            for (int k = 0; k < 3; ++k) {
                a[k] = -dot(panel.edgeNormal[k], sight.toCorner[k]) * edgeLog.of[k];
                // Distances to the ends of an edge: their difference from the sums that the sight has.
                b[k] = sight.sum[(k + 2) % 3] - sight.sum[(k + 1) % 3];
                c[k] = -sight.depth * edgeLog.of[k];
            }
            const Real upright = -sight.depth * laplace.solidAngle - laplace.singleLayer;
            for (int e = 0; e < 6; ++e) {
                Real sum = upright * panel.upright[e];
                for (int k = 0; k < 3; ++k)
                    sum += a[k] * panel.across[k][e] + b[k] * panel.sheared[k][e] + c[k] * panel.tilted[k][e];
                if (e < 3) sum += 2.0 * laplace.singleLayer;
                store<Real>(out[e] + i, sum);
            }
        }
    }
};

} // namespace

StokesletPoints::StokesletPoints(const std::vector<Panel>& panels) {
    const std::size_t whole = static_cast<std::size_t>(wholeVectors(static_cast<int>(panels.size())));
    for (std::vector<double>* row : {&m_x, &m_y, &m_z})
        row->resize(whole);
    for (std::size_t i = 0; i < whole; ++i) {
        const Vector3& p = panels[std::min(i, panels.size() - 1)].centroid;
        m_x[i] = p.x();
        m_y[i] = p.y();
        m_z[i] = p.z();
    }
}

void StokesletPoints::integrate(const Panel& panel, int first, int end, std::array<std::vector<double>, 6>& out) const {
    const int from = first / kLanes * kLanes, count = wholeVectors(end - from);
    double* rows[6];
    for (int e = 0; e < 6; ++e) {
        out[static_cast<std::size_t>(e)].resize(m_x.size());
        rows[e] = out[static_cast<std::size_t>(e)].data() + from;
    }
    runVectorised<IntegrateStokeslets>(StokesletNumbers(panel), m_x.data() + from, m_y.data() + from, m_z.data() + from,
                                       count, rows);
}

} // namespace ambient
