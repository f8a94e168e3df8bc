// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FluidMedium.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/RowsFromSamples.h"

namespace ambient {

void requireValid(const MediumSample& sample) {
    constexpr double kMost = 1e30, kLight = 3e8;
    requireThat(sample.density >= 0.0 && sample.density <= kMost,
                "the medium's density [kg/m^3] must be finite and not negative", sample.density);
    requireThat(sample.dynamicViscosity >= 0.0 && sample.dynamicViscosity <= kMost,
                "the medium's viscosity [Pa s] must be finite and not negative", sample.dynamicViscosity);
    requireFinite(sample.velocity, "the medium's velocity");
    const double speed = sample.velocity.norm(), acceleration = sample.acceleration.norm();
    requireThat(speed <= kLight, "the medium's speed [m/s] must be below that of light", speed);
    requireThat(acceleration <= kMost, "the medium's acceleration [m/s^2] must be finite", acceleration);
}

void FluidMedium::sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const {
    for (int i = 0; i < count; ++i)
        samples[i] = sample(pointsInWorld[i], time);
}

void FluidMedium::sampleRows(const PointRows& points, double time, MediumRows& rows) const {
    fillFromSamples<MediumSample>(
        points,
        [&](const Vector3* places, int count, MediumSample* samples) { sampleMany(places, count, time, samples); },
        [&](int i, const MediumSample& sample) {
            rows.density[static_cast<std::size_t>(i)] = sample.density;
            rows.dynamicViscosity[static_cast<std::size_t>(i)] = sample.dynamicViscosity;
            rows.velocity.set(i, sample.velocity);
            rows.acceleration.set(i, sample.acceleration);
        });
}

} // namespace ambient
