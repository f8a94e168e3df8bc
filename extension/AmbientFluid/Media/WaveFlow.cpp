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

void addWave(const WaveSet::Prepared& wave, double time, int count, Sums& b) {
    const double speed = wave.amplitude * wave.frequency, w = wave.frequency, k = wave.k, kx = wave.kx, ky = wave.ky;
    const double ex = wave.ex, ey = wave.ey, offset = wave.phase - w * time;
    const double echo = wave.bedEcho, scale = speed / (1.0 - echo);
    for (int i = 0; i < count; ++i)
        b.kz[i] = std::max(k * b.z[i], -700.0); // deeper, exp(k z) underflows
#pragma omp simd
    for (int i = 0; i < count; ++i) {
        double s, c;
        sineCosine(kx * b.x[i] + ky * b.y[i] + offset, s, c);
        const double down = exponential(b.kz[i]), up = echo / down;
        const double across0 = scale * (down + up), along0 = scale * (down - up);
        const double rise = k * b.above[i];
        const double across = across0 + rise * along0,
                     along = along0 + rise * across0; // horizontal and vertical profiles
        const double acrossZ = k * b.moving[i] * along0, alongZ = k * b.moving[i] * across0;
        const double ac = across * c, as = across * s, lc = along * c, ls = along * s;
        b.u[i] += ex * ac;
        b.v[i] += ey * ac;
        b.w[i] += ls;
        b.ut[i] += w * ex * as;
        b.vt[i] += w * ey * as;
        b.wt[i] -= w * lc;
        b.ux[i] -= ex * kx * as;
        b.uy[i] -= ex * ky * as; // which is vx
        b.vy[i] -= ey * ky * as;
        b.wx[i] += kx * lc;
        b.wy[i] += ky * lc;
        b.uz[i] += ex * acrossZ * c;
        b.vz[i] += ey * acrossZ * c;
        b.wz[i] += alongZ * s;
    }
}

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
        for (const WaveSet::Prepared& wave : m_waves.waves())
            addWave(wave, time, size, b);
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
