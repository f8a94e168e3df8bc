// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaterSurface.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/RowsFromSamples.h"

#include <algorithm>
#include <limits>

namespace ambient {

WaterSurface::WaterSurface(const Vector3& up) : m_up(requireDirection(up, "WaterSurface: up")) {}

SurfaceSample WaterSurface::sample(const Vector3& pointInWorld, double time) const {
    SurfaceSample s;
    sampleMany(&pointInWorld, 1, time, &s);
    return s;
}

void WaterSurface::sampleRows(const PointRows& points, double time, SurfaceRows& rows) const {
    fillFromSamples<SurfaceSample>(
        points,
        [&](const Vector3* places, int count, SurfaceSample* samples) { sampleMany(places, count, time, samples); },
        [&](int i, const SurfaceSample& sample) {
            rows.height[static_cast<std::size_t>(i)] = sample.height;
            rows.normal.set(i, sample.normal);
            rows.velocity.set(i, sample.velocity);
        });
}

std::array<double, 2> WaterSurface::heightRange(double) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {-infinity, infinity};
}

FlatSurface::FlatSurface(double height, const Vector3& normal) : WaterSurface(normal), m_height(height) {
    requireThat(std::isfinite(height), "FlatSurface: height must be finite", height);
}

void FlatSurface::sampleMany(const Vector3*, int count, double, SurfaceSample* samples) const {
    SurfaceSample s;
    s.height = m_height;
    s.normal = up();
    std::fill(samples, samples + count, s);
}

int findInvalid(const SurfaceSample* samples, int count) {
    for (int i = 0; i < count; ++i) {
        const SurfaceSample& s = samples[i];
        const bool finite = std::isfinite(s.height) && s.velocity.allFinite() && s.acceleration.allFinite();
        if (!finite || !(std::abs(s.normal.norm() - 1.0) < 1e-3)) return i;
    }
    return -1;
}

} // namespace ambient
