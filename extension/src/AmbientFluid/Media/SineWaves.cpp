// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/SineWaves.h"

#include "AmbientFluid/Media/FastSine.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kWaveBlock = 32;

/// Sums over the waves at a block of points: elevation h and horizontal velocity (u, v), with the derivatives by time
/// and place (t, x, y) for velocity and acceleration of the surface.
struct Sums {
    double x[kWaveBlock], y[kWaveBlock];
    double h[kWaveBlock], ht[kWaveBlock], hx[kWaveBlock], hy[kWaveBlock];
    double htt[kWaveBlock], htx[kWaveBlock], hty[kWaveBlock], hxx[kWaveBlock], hxy[kWaveBlock], hyy[kWaveBlock];
    double u[kWaveBlock], v[kWaveBlock], ut[kWaveBlock], vt[kWaveBlock], ux[kWaveBlock], uy[kWaveBlock], vy[kWaveBlock];
};

/// Adds up all waves at the first `count` points.
struct AddWaves {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          Sums& sums) {
        for (int i = 0; i < count; i += L)
            addWaves<L>(waves, time, i, sums);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addWaves(const std::vector<WaveSet::Prepared>& waves, double time, int i,
                                               Sums& b) {
        using Real = typename Lanes<L>::Real;
        const Real x = load<Real>(b.x + i), y = load<Real>(b.y + i);
        Real h = {}, ht = {}, hx = {}, hy = {}, htt = {}, htx = {}, hty = {}, hxx = {}, hxy = {}, hyy = {};
        Real u = {}, v = {}, ut = {}, vt = {}, ux = {}, uy = {}, vy = {};
        for (const WaveSet::Prepared& wave : waves) {
            const double a = wave.amplitude, w = wave.frequency, kx = wave.kx, ky = wave.ky;
            const double orbit = a * w * wave.orbit;
            Real s, c;
            sineCosine<L>(kx * x + ky * y + (wave.phase - w * time), s, c);
            const Real as = a * s, ac = a * c;
            const Real us = (orbit * wave.ex) * s, vs = (orbit * wave.ey) * s;
            h += ac;
            ht += w * as;
            hx -= kx * as;
            hy -= ky * as;
            htt -= (w * w) * ac;
            htx += (w * kx) * ac;
            hty += (w * ky) * ac;
            hxx -= (kx * kx) * ac;
            hxy -= (kx * ky) * ac;
            hyy -= (ky * ky) * ac;
            u += (orbit * wave.ex) * c;
            v += (orbit * wave.ey) * c;
            ut += w * us;
            vt += w * vs;
            ux -= kx * us;
            uy -= ky * us; // equals vx
            vy -= ky * vs;
        }
        const Real* const sums[] = {&h,   &ht, &hx, &hy, &htt, &htx, &hty, &hxx, &hxy,
                                    &hyy, &u,  &v,  &ut, &vt,  &ux,  &uy,  &vy};
        double* const out[] = {b.h,   b.ht, b.hx, b.hy, b.htt, b.htx, b.hty, b.hxx, b.hxy,
                               b.hyy, b.u,  b.v,  b.ut, b.vt,  b.ux,  b.uy,  b.vy};
        for (int sum = 0; sum < 17; ++sum)
            store<Real>(out[sum] + i, *sums[sum]);
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
    for (int first = 0; first < count; first += kWaveBlock) {
        const int size = std::min(kWaveBlock, count - first);
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
