// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ambient {

int findInvalid(const MediumSample* samples, int count) {
    for (int i = 0; i < count; ++i) {
        const MediumSample& s = samples[i];
        const bool fluid = s.density >= 0.0 && std::isfinite(s.density) && s.dynamicViscosity >= 0.0 &&
                           std::isfinite(s.dynamicViscosity);
        if (!fluid || !s.velocity.allFinite() || !s.acceleration.allFinite()) return i;
    }
    return -1;
}

CallbackMedium::CallbackMedium(Samples samples) : m_samples(std::move(samples)) {
    if (!m_samples) throw std::invalid_argument("CallbackMedium: the function of the samples is empty");
}

MediumSample CallbackMedium::sample(const Vector3& pointInWorld, double time) const {
    MediumSample s;
    m_samples(&pointInWorld, 1, time, &s);
    return s;
}

void CallbackMedium::sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const {
    std::fill(samples, samples + count, MediumSample());
    m_samples(pointsInWorld, count, time, samples);
}

} // namespace ambient
