// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FluidMedium.h"

#include "AmbientFluid/Media/BorrowedVector.h"

#include <algorithm>
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
    const std::size_t count = static_cast<std::size_t>(points.count);
    BorrowedVector<Vector3> places(count);
    BorrowedVector<MediumSample> samples(count);
    points.copyTo(places.data());
    std::fill_n(samples.data(), count, MediumSample());
    sampleMany(places.data(), points.count, time, samples.data());
    for (int i = 0; i < points.count; ++i) {
        const MediumSample& sample = samples[static_cast<std::size_t>(i)];
        rows.density[static_cast<std::size_t>(i)] = sample.density;
        rows.dynamicViscosity[static_cast<std::size_t>(i)] = sample.dynamicViscosity;
        rows.velocity.set(i, sample.velocity);
        rows.acceleration.set(i, sample.acceleration);
    }
}

} // namespace ambient
