// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/SampleBlocks.h"
#include "AmbientFluid/Media/SampleRows.h"

namespace ambient {

/// Fills rows from samples: calls sampleBlock(places, size, samples) for each block of points, then put(i, sample) for
/// each point.
template <class Sample, class SampleBlock, class Put>
void fillFromSamples(const PointRows& points, SampleBlock sampleBlock, Put put) {
    forEachBlock(points.count, [&](int first, int size) {
        Vector3 places[kSampleBlock];
        Sample samples[kSampleBlock];
        std::fill_n(places, kSampleBlock, points.origin);
        for (int i = 0; i < size; ++i)
            places[i] = points[first + i];
        sampleBlock(places, size, samples);
        for (int i = 0; i < size; ++i)
            put(first + i, samples[i]);
    });
}

} // namespace ambient
