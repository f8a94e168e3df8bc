// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveFlow.h"

#include "AmbientFluid/Media/FastSine.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kBlock = 32;

/// Sums over the waves at some points: velocity (u, v, w) and its derivatives by time and place, in the water's axes.
/// z is cut off at the mean level and the bed, `above` is what of it is above the mean level, `moving` 0 where the
/// profiles do not change with z.
struct Sums {
    double x[kBlock], y[kBlock], z[kBlock], above[kBlock], moving[kBlock], kz[kBlock];
    double u[kBlock], v[kBlock], w[kBlock], ut[kBlock], vt[kBlock], wt[kBlock];
    double ux[kBlock], uy[kBlock], uz[kBlock], vy[kBlock], vz[kBlock], wx[kBlock], wy[kBlock], wz[kBlock];
};

/// Adds up all waves at the first `count` points.
struct AddWaves {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          Sums& b) {
        for (int i = 0; i < count; i += L)
            addWaves<L>(waves, time, i, b);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addWaves(const std::vector<WaveSet::Prepared>& waves, double time, int i,
                                               Sums& b) {
        using Real = typename Lanes<L>::Real;
        const Real x = load<Real>(b.x + i), y = load<Real>(b.y + i), z = load<Real>(b.z + i);
        const Real above = load<Real>(b.above + i), moving = load<Real>(b.moving + i);
        Real u = {}, v = {}, w = {}, ut = {}, vt = {}, wt = {};
        Real ux = {}, uy = {}, uz = {}, vy = {}, vz = {}, wx = {}, wy = {}, wz = {};
        for (const WaveSet::Prepared& wave : waves) {
            const double k = wave.k, kx = wave.kx, ky = wave.ky, ex = wave.ex, ey = wave.ey, frequency = wave.frequency;
            Real s, c;
            sineCosine<L>(kx * x + ky * y + (wave.phase - frequency * time), s, c);
            const Real kz = larger(Real(k * z), splat<Real>(-700.0)); // deeper, exp(k z) underflows
            const Real down = exponential<L>(kz);
            Real across0 = wave.profile * down, along0 = across0;
            if (wave.bedEcho != 0.0) {
                const Real up = (wave.profile * wave.bedEcho) / down;
                across0 += up;
                along0 -= up;
            }
            // Horizontal and vertical profiles, and how they change with z.
            const Real across = across0 + k * above * along0, along = along0 + k * above * across0;
            const Real acrossZ = k * moving * along0 * c, alongZ = k * moving * across0 * s;
            const Real ac = across * c, as = across * s, lc = along * c;
            u += ex * ac;
            v += ey * ac;
            w += along * s;
            ut += (frequency * ex) * as;
            vt += (frequency * ey) * as;
            wt -= frequency * lc;
            ux -= (ex * kx) * as;
            uy -= (ex * ky) * as; // which is vx
            vy -= (ey * ky) * as;
            uz += ex * acrossZ;
            vz += ey * acrossZ;
            wx += kx * lc;
            wy += ky * lc;
            wz += alongZ;
        }
        const Real* const sums[] = {&u, &v, &w, &ut, &vt, &wt, &ux, &uy, &uz, &vy, &vz, &wx, &wy, &wz};
        double* const out[] = {b.u, b.v, b.w, b.ut, b.vt, b.wt, b.ux, b.uy, b.uz, b.vy, b.vz, b.wx, b.wy, b.wz};
        for (int sum = 0; sum < 14; ++sum)
            store<Real>(out[sum] + i, *sums[sum]);
    }
};

} // namespace

void WaveFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const Matrix3& axes = m_waves.worldFromWater();
    const bool isAligned = axes.isIdentity(0.0);
    const StillWater& water = m_waves.water();
    const double crest = m_waves.largestCrest();
    for (int first = 0; first < count; first += kBlock) {
        const int size = std::min(kBlock, count - first);
        Sums b = {};
        for (int i = 0; i < size; ++i) {
            const Vector3& world = pointsInWorld[first + i];
            const Vector3 p = isAligned ? world : Vector3(axes.transpose() * world);
            const double z = p.z() - water.level;
            b.x[i] = p.x();
            b.y[i] = p.y();
            b.z[i] = std::min(std::max(z, -water.depth), 0.0);
            b.above[i] = std::min(std::max(z, 0.0), crest);
            b.moving[i] = z < crest && z > -water.depth ? 1.0 : 0.0;
        }
        runVectorised<AddWaves>(m_waves.waves(), time, size, b);
        for (int i = 0; i < size; ++i) {
            Matrix3 gradient;
            gradient << b.ux[i], b.uy[i], b.uz[i], b.uy[i], b.vy[i], b.vz[i], b.wx[i], b.wy[i], b.wz[i];
            const Vector3 velocity(b.u[i], b.v[i], b.w[i]), rate(b.ut[i], b.vt[i], b.wt[i]);
            if (isAligned)
                samples[first + i] = {velocity, gradient, rate};
            else
                samples[first + i] = {axes * velocity, axes * gradient * axes.transpose(), axes * rate};
        }
    }
}

} // namespace ambient
