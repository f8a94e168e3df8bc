// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/BorrowedVector.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <algorithm>
#include <cstddef>

namespace ambient {

/// Fills rows from samples: calls ask(places, count, samples) once for all points, then put(i, sample) for each.
template <class Sample, class Ask, class Put>
void fillFromSamples(const PointRows& points, Ask ask, Put put) {
    const std::size_t count = static_cast<std::size_t>(points.count);
    BorrowedVector<Vector3> places(count);
    BorrowedVector<Sample> samples(count);
    points.copyTo(places.data());
    std::fill_n(samples.data(), count, Sample());
    ask(places.data(), points.count, samples.data());
    for (int i = 0; i < points.count; ++i)
        put(i, samples[static_cast<std::size_t>(i)]);
}

} // namespace ambient
