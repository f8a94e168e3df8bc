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

void addWave(const WaveSet::Prepared& wave, double time, int count, Sums& sums) {
    const double a = wave.amplitude, w = wave.frequency, kx = wave.kx, ky = wave.ky;
    const double u = a * w * wave.orbit * wave.ex, v = a * w * wave.orbit * wave.ey;
    const double offset = wave.phase - w * time;
#pragma omp simd
    for (int i = 0; i < count; ++i) {
        double s, c;
        sineCosine(kx * sums.x[i] + ky * sums.y[i] + offset, s, c);
        const double as = a * s, ac = a * c, us = u * s, vs = v * s;
        sums.h[i] += ac;
        sums.ht[i] += w * as;
        sums.hx[i] -= kx * as;
        sums.hy[i] -= ky * as;
        sums.htt[i] -= w * w * ac;
        sums.htx[i] += w * kx * ac;
        sums.hty[i] += w * ky * ac;
        sums.hxx[i] -= kx * kx * ac;
        sums.hxy[i] -= kx * ky * ac;
        sums.hyy[i] -= ky * ky * ac;
        sums.u[i] += u * c;
        sums.v[i] += v * c;
        sums.ut[i] += w * us;
        sums.vt[i] += w * vs;
        sums.ux[i] -= kx * us;
        sums.uy[i] -= ky * us; // which is vx
        sums.vy[i] -= ky * vs;
    }
}

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
        for (const WaveSet::Prepared& wave : m_waves.waves())
            addWave(wave, time, size, sums);
        for (int i = 0; i < size; ++i)
            samples[first + i] = surfaceSample(sums, i, m_waves.water().level, axes);
    }
}

} // namespace ambient
