// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FluidMedium.h"

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

} // namespace ambient
