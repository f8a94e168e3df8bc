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

/// Adds all waves at the first `count` points.
struct AddWaves {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          Sums& b) {
        for (const WaveSet::Prepared& wave : waves)
            for (int i = 0; i < count; i += L)
                addWave<L>(wave, time, i, b);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addWave(const WaveSet::Prepared& wave, double time, int i, Sums& b) {
        using Real = typename Lanes<L>::Real;
        const double w = wave.frequency, k = wave.k, kx = wave.kx, ky = wave.ky, ex = wave.ex, ey = wave.ey;
        const double scale = wave.amplitude * w / (1.0 - wave.bedEcho);
        Real s, c;
        sineCosine<L>(kx * load<Real>(b.x + i) + ky * load<Real>(b.y + i) + (wave.phase - w * time), s, c);
        const Real kz = larger(Real(k * load<Real>(b.z + i)), splat<Real>(-700.0)); // deeper, exp(k z) underflows
        const Real down = exponential<L>(kz), up = wave.bedEcho / down;
        const Real across0 = scale * (down + up), along0 = scale * (down - up);
        const Real rise = k * load<Real>(b.above + i), moving = k * load<Real>(b.moving + i);
        // Horizontal and vertical profiles, and how they change with z.
        const Real across = across0 + rise * along0, along = along0 + rise * across0;
        const Real acrossZ = moving * along0, alongZ = moving * across0;
        const Real ac = across * c, as = across * s, lc = along * c, ls = along * s;
        add<Real>(b.u + i, ex * ac);
        add<Real>(b.v + i, ey * ac);
        add<Real>(b.w + i, ls);
        add<Real>(b.ut + i, w * ex * as);
        add<Real>(b.vt + i, w * ey * as);
        add<Real>(b.wt + i, -w * lc);
        add<Real>(b.ux + i, -(ex * kx) * as);
        add<Real>(b.uy + i, -(ex * ky) * as); // which is vx
        add<Real>(b.vy + i, -(ey * ky) * as);
        add<Real>(b.wx + i, kx * lc);
        add<Real>(b.wy + i, ky * lc);
        add<Real>(b.uz + i, ex * acrossZ * c);
        add<Real>(b.vz + i, ey * acrossZ * c);
        add<Real>(b.wz + i, alongZ * s);
    }
};

} // namespace

void WaveFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const Matrix3& axes = m_waves.worldFromWater();
    const StillWater& water = m_waves.water();
    const double crest = m_waves.largestCrest();
    for (int first = 0; first < count; first += kBlock) {
        const int size = std::min(kBlock, count - first);
        Sums b = {};
        for (int i = 0; i < size; ++i) {
            const Vector3 p = axes.transpose() * pointsInWorld[first + i];
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
            samples[first + i].velocity = axes * Vector3(b.u[i], b.v[i], b.w[i]);
            samples[first + i].gradient = axes * gradient * axes.transpose();
            samples[first + i].rate = axes * Vector3(b.ut[i], b.vt[i], b.wt[i]);
        }
    }
}

} // namespace ambient
