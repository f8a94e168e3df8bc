// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/GalerkinRows.h"

#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>

namespace ambient {
namespace {

/// Second moments of a panel about its centroid per unit area: xx, yy, zz, xy, yz, zx [m^2].
std::array<double, 6> secondMoments(const Panel& panel) {
    std::array<double, 6> m{};
    for (const Vector3& corner : panel.corner) {
        const Vector3 d = corner - panel.centroid;
        const double add[6] = {d.x() * d.x(), d.y() * d.y(), d.z() * d.z(),
                               d.x() * d.y(), d.y() * d.z(), d.z() * d.x()};
        for (int k = 0; k < 6; ++k)
            m[k] += add[k] / 12.0;
    }
    return m;
}

/// The arrays of FarPanels and of FarKernels.
struct FarArrays {
    const double *x, *y, *z, *area, *radius, *moment[6];
    double *single, *adjoint, *ratio;
    int count;
};

struct EvaluateFar {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FarArrays& at, int i, const double* normal) {
        using Real = typename Lanes<L>::Real;
        for (int j = 0; j < at.count; j += L) {
            const Real dx = load<Real>(at.x + j) - at.x[i], dy = load<Real>(at.y + j) - at.y[i],
                       dz = load<Real>(at.z + j) - at.z[i], area = load<Real>(at.area + j);
            const Real r2 = dx * dx + dy * dy + dz * dz + 1e-300;
            const Real r = squareRoot(r2), inverse = 1.0 / r, inverse2 = inverse * inverse;
            Real c[6]; // sum C of the second moments of both panels
            for (int k = 0; k < 6; ++k)
                c[k] = load<Real>(at.moment[k] + j) + at.moment[k][i];
            const Real cx = c[0] * dx + c[3] * dy + c[5] * dz, cy = c[3] * dx + c[1] * dy + c[4] * dz,
                       cz = c[5] * dx + c[4] * dy + c[2] * dz; // C d
            const Real quadratic = (dx * cx + dy * cy + dz * cz) * inverse2, trace = c[0] + c[1] + c[2];
            const Real single = at.area[i] * area * inverse * (1.0 + 0.5 * inverse2 * (3.0 * quadratic - trace));
            const Real nd = normal[0] * dx + normal[1] * dy + normal[2] * dz,
                       ncd = normal[0] * cx + normal[1] * cy + normal[2] * cz;
            const Real dipole = nd + inverse2 * (7.5 * nd * quadratic - 1.5 * nd * trace - 3.0 * ncd);
            store<Real>(at.single + j, single);
            store<Real>(at.adjoint + j, area * dipole * inverse * inverse2);
            store<Real>(at.ratio + j, r / (load<Real>(at.radius + j) + at.radius[i]));
        }
    }
};

/// The arrays of MiddlePoints.
struct MiddleArrays {
    const double *x, *y, *z;
    double *inverse, *adjoint[3];
    int count;
};

struct EvaluateMiddle {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const MiddleArrays& at, const double (&ofPanel)[3][3], const double* normal) {
        using Real = typename Lanes<L>::Real;
        for (int b = 0; b < at.count; b += L) {
            Real sum{}, kernel[3];
            for (int a = 0; a < 3; ++a) {
                const Real dx = load<Real>(at.x + b) - ofPanel[a][0], dy = load<Real>(at.y + b) - ofPanel[a][1],
                           dz = load<Real>(at.z + b) - ofPanel[a][2];
                const Real inverse2 = 1.0 / (dx * dx + dy * dy + dz * dz), inverse = squareRoot(inverse2);
                sum += inverse;
                kernel[a] = (normal[0] * dx + normal[1] * dy + normal[2] * dz) * inverse * inverse2;
            }
            store<Real>(at.inverse + b, sum);
            // The barycentric coordinates of a point of the rule are 2/3 at its nearest corner and 1/6 at the others.
            const Real ofAll = (kernel[0] + kernel[1] + kernel[2]) * (1.0 / 6.0);
            for (int a = 0; a < 3; ++a)
                store<Real>(at.adjoint[a] + b, ofAll + 0.5 * kernel[a]);
        }
    }
};

struct SumFluxes {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* const* flux, const double* weight, std::size_t count,
                                          double* sum) {
        using Real = typename Lanes<L>::Real;
        for (int row = 0; row < kLanes; row += L) {
            Real s0{}, s1{}, s2{};
            for (std::size_t t = 0; t < count; ++t) {
                const Real f = load<Real>(flux[t] + row);
                s0 += f * weight[3 * t];
                s1 += f * weight[3 * t + 1];
                s2 += f * weight[3 * t + 2];
            }
            store<Real>(sum + row, s0);
            store<Real>(sum + kLanes + row, s1);
            store<Real>(sum + 2 * kLanes + row, s2);
        }
    }
};

} // namespace

FarPanels::FarPanels(const std::vector<Panel>& panels) {
    const std::size_t count = static_cast<std::size_t>(wholeVectors(static_cast<int>(panels.size())));
    for (std::size_t j = 0; j < count; ++j) {
        const Panel& p = panels[std::min(j, panels.size() - 1)];
        x.push_back(p.centroid.x());
        y.push_back(p.centroid.y());
        z.push_back(p.centroid.z());
        area.push_back(j < panels.size() ? p.area : 0.0);
        radius.push_back(p.radius);
        const std::array<double, 6> m = secondMoments(p);
        for (int k = 0; k < 6; ++k)
            moment[k].push_back(m[k]);
    }
}

void FarKernels::evaluate(const FarPanels& panels, int i, const Vector3& normal) {
    FarArrays at;
    at.x = panels.x.data();
    at.y = panels.y.data();
    at.z = panels.z.data();
    at.area = panels.area.data();
    at.radius = panels.radius.data();
    for (int k = 0; k < 6; ++k)
        at.moment[k] = panels.moment[k].data();
    for (auto& v : m_numbers)
        v.resize(panels.x.size());
    at.single = m_numbers[0].data();
    at.adjoint = m_numbers[1].data();
    at.ratio = m_numbers[2].data();
    at.count = static_cast<int>(panels.x.size());
    runVectorised<EvaluateFar>(at, i, normal.data());
}

void MiddlePoints::evaluate(const Vector3* ofPanel, const Vector3& normal) {
    MiddleArrays at;
    at.count = m_points.fillUp();
    for (auto& v : m_numbers)
        v.resize(at.count);
    at.x = m_points.row(0);
    at.y = m_points.row(1);
    at.z = m_points.row(2);
    at.inverse = m_numbers[0].data();
    double from[3][3];
    for (int a = 0; a < 3; ++a) {
        at.adjoint[a] = m_numbers[1 + a].data();
        for (int d = 0; d < 3; ++d)
            from[a][d] = ofPanel[a][d];
    }
    runVectorised<EvaluateMiddle>(at, from, normal.data());
}

void WeightedFluxes::clear() {
    m_flux.clear();
    m_weight.clear();
}

CornerLoad WeightedFluxes::sum() const {
    CornerLoad result;
    runVectorised<SumFluxes>(m_flux.data(), m_weight.data(), m_flux.size(), result.data());
    return result;
}

} // namespace ambient
