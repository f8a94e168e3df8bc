// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/AmbientFlow.h"

#include "AmbientFluid/Media/BorrowedVector.h"

#include <algorithm>

namespace ambient {

void AmbientFlow::sampleRows(const PointRows& points, double time, MotionRows& rows) const {
    const std::size_t count = static_cast<std::size_t>(points.count);
    BorrowedVector<Vector3> places(count);
    BorrowedVector<FlowSample> samples(count);
    points.copyTo(places.data());
    std::fill_n(samples.data(), count, FlowSample());
    sampleMany(places.data(), points.count, time, samples.data());
    for (int i = 0; i < points.count; ++i) {
        const FlowSample& sample = samples[static_cast<std::size_t>(i)];
        rows.velocity.set(i, sample.velocity);
        rows.acceleration.set(i, sample.acceleration());
    }
}

} // namespace ambient
