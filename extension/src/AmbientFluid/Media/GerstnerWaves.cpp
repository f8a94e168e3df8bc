// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GerstnerWaves.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/GerstnerLoop.h"

namespace ambient {

GerstnerWaves::GerstnerWaves(const WaveSet& waves) : WaterSurface(waves.water().up), m_waves(waves) {
    requireThat(waves.steepness() < 1.0,
                "GerstnerWaves: crests fold over, the steepness (sum of k a coth(k depth)) must be below 1",
                waves.steepness());
    for (const WaveSet::Prepared& wave : waves.waves()) {
        const double curvature = wave.amplitude * wave.orbit * wave.k * wave.k;
        m_curvature += curvature;
        m_bend += curvature * wave.k;
    }
}

void GerstnerWaves::sampleRows(const PointRows& points, double time, SurfaceRows& rows) const {
    const auto sample = points.inSingle ? sampleGerstnerInSingle : sampleGerstner<double>;
    sample(m_waves, {m_curvature, m_bend}, points, time, rows, nullptr);
}

void GerstnerWaves::sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const {
    PointRows points;
    SurfaceRows rows;
    VectorRows acceleration;
    points.resize(count);
    rows.resize(count);
    acceleration.resize(count);
    for (int i = 0; i < count; ++i)
        points.offset.set(i, pointsInWorld[i]);
    sampleGerstner<double>(m_waves, {m_curvature, m_bend}, points, time, rows, &acceleration);
    for (int i = 0; i < count; ++i)
        samples[i] = {rows.height[static_cast<std::size_t>(i)], rows.normal[i], rows.velocity[i], acceleration[i]};
}

Vector3 GerstnerWaves::surfacePoint(const Vector3& stillPointInWorld, double time) const {
    const Matrix3& axes = m_waves.worldFromWater();
    const double X = axes.col(0).dot(stillPointInWorld), Y = axes.col(1).dot(stillPointInWorld);
    Vector3 point(X, Y, m_waves.water().level);
    for (const WaveSet::Prepared& wave : m_waves.waves()) {
        double s, c;
        sineCosine(wave.kx * X + wave.ky * Y + (wave.phase - wave.frequency * time), s, c);
        point += wave.amplitude * Vector3(-wave.orbit * wave.ex * s, -wave.orbit * wave.ey * s, c);
    }
    return axes * point;
}

} // namespace ambient
