// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/SineWaves.h"

#include "AmbientFluid/Media/FastSine.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kBlock = 32;

/// Sums over the waves at some points: the elevation h and the horizontal velocity (u, v) with the derivatives that the
/// velocity and acceleration of the surface need; t, x, y: by time and place.
struct Sums {
    double x[kBlock], y[kBlock];
    double h[kBlock], ht[kBlock], hx[kBlock], hy[kBlock];
    double htt[kBlock], htx[kBlock], hty[kBlock], hxx[kBlock], hxy[kBlock], hyy[kBlock];
    double u[kBlock], v[kBlock], ut[kBlock], vt[kBlock], ux[kBlock], uy[kBlock], vy[kBlock];
};

/// Adds all waves at the first `count` points.
struct AddWaves {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          Sums& sums) {
        for (const WaveSet::Prepared& wave : waves)
            for (int i = 0; i < count; i += L)
                addWave<L>(wave, time, i, sums);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addWave(const WaveSet::Prepared& wave, double time, int i, Sums& sums) {
        using Real = typename Lanes<L>::Real;
        const double a = wave.amplitude, w = wave.frequency, kx = wave.kx, ky = wave.ky;
        Real s, c;
        sineCosine<L>(kx * load<Real>(sums.x + i) + ky * load<Real>(sums.y + i) + (wave.phase - w * time), s, c);
        const Real as = a * s, ac = a * c;
        const Real us = (a * w * wave.orbit * wave.ex) * s, vs = (a * w * wave.orbit * wave.ey) * s;
        const Real uc = (a * w * wave.orbit * wave.ex) * c, vc = (a * w * wave.orbit * wave.ey) * c;
        add<Real>(sums.h + i, ac);
        add<Real>(sums.ht + i, w * as);
        add<Real>(sums.hx + i, -kx * as);
        add<Real>(sums.hy + i, -ky * as);
        add<Real>(sums.htt + i, -(w * w) * ac);
        add<Real>(sums.htx + i, w * kx * ac);
        add<Real>(sums.hty + i, w * ky * ac);
        add<Real>(sums.hxx + i, -(kx * kx) * ac);
        add<Real>(sums.hxy + i, -(kx * ky) * ac);
        add<Real>(sums.hyy + i, -(ky * ky) * ac);
        add<Real>(sums.u + i, uc);
        add<Real>(sums.v + i, vc);
        add<Real>(sums.ut + i, w * us);
        add<Real>(sums.vt + i, w * vs);
        add<Real>(sums.ux + i, -kx * us);
        add<Real>(sums.uy + i, -ky * us); // which is vx
        add<Real>(sums.vy + i, -ky * vs);
    }
};

SurfaceSample surfaceSample(const Sums& b, int i, double level, const Matrix3& worldFromWater) {
    const double u = b.u[i], v = b.v[i], hx = b.hx[i], hy = b.hy[i];
    const double ax = b.ut[i] + u * b.ux[i] + v * b.uy[i], ay = b.vt[i] + u * b.uy[i] + v * b.vy[i];
    const double w = b.ht[i] + u * hx + v * hy;
    const double az = b.htt[i] + 2.0 * (u * b.htx[i] + v * b.hty[i]) + ax * hx + ay * hy + u * u * b.hxx[i] +
                      2.0 * u * v * b.hxy[i] + v * v * b.hyy[i];
    SurfaceSample s;
    s.height = level + b.h[i];
    s.normal = worldFromWater * Vector3(-hx, -hy, 1.0).normalized();
    s.velocity = worldFromWater * Vector3(u, v, w);
    s.acceleration = worldFromWater * Vector3(ax, ay, az);
    return s;
}

} // namespace

void SineWaves::sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const {
    const Matrix3& axes = m_waves.worldFromWater();
    for (int first = 0; first < count; first += kBlock) {
        const int size = std::min(kBlock, count - first);
        Sums sums = {};
        for (int i = 0; i < size; ++i) {
            sums.x[i] = axes.col(0).dot(pointsInWorld[first + i]);
            sums.y[i] = axes.col(1).dot(pointsInWorld[first + i]);
        }
        runVectorised<AddWaves>(m_waves.waves(), time, size, sums);
        for (int i = 0; i < size; ++i)
            samples[first + i] = surfaceSample(sums, i, m_waves.water().level, axes);
    }
}

} // namespace ambient
