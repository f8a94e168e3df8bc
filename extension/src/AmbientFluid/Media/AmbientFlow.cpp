// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/AmbientFlow.h"

#include "AmbientFluid/Media/RowsFromSamples.h"

namespace ambient {

void AmbientFlow::sampleRows(const PointRows& points, double time, MotionRows& rows) const {
    fillFromSamples<FlowSample>(
        points,
        [&](const Vector3* places, int count, FlowSample* samples) { sampleMany(places, count, time, samples); },
        [&](int i, const FlowSample& sample) {
            rows.velocity.set(i, sample.velocity);
            rows.acceleration.set(i, sample.acceleration());
        });
}

} // namespace ambient
