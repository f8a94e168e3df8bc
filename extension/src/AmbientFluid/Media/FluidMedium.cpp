// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FluidMedium.h"

#include "AmbientFluid/Media/RowsFromSamples.h"

#include <stdexcept>
#include <string>

namespace ambient {

void requireValid(const MediumSample& sample) {
    if (!(sample.density >= 0.0) || sample.density > 1e30)
        throw std::invalid_argument("the medium's density must be finite and not negative, got " +
                                    std::to_string(sample.density) + " kg/m^3");
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
