// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/Callbacks.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/SampleBlocks.h"

#include <algorithm>
#include <utility>

namespace ambient {

CallbackSurface::CallbackSurface(Samples samples, const Vector3& up) : WaterSurface(up), m_samples(std::move(samples)) {
    if (!m_samples) throw std::invalid_argument("CallbackSurface: the function of the samples is empty");
}

CallbackSurface::CallbackSurface(Heights heights, const Vector3& direction, double lengthStep, double timeStep)
    : WaterSurface(direction), m_heights(std::move(heights)), m_lengthStep(lengthStep), m_timeStep(timeStep) {
    if (!m_heights) throw std::invalid_argument("CallbackSurface: the function of the heights is empty");
    requirePositive(lengthStep, "CallbackSurface: lengthStep");
    requirePositive(timeStep, "CallbackSurface: timeStep");
    m_first = up().unitOrthogonal();
    m_second = up().cross(m_first);
}

void CallbackSurface::sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const {
    if (m_heights)
        return forEachBlock(
            count, [&](int first, int size) { differentiate(pointsInWorld + first, size, time, samples + first); });
    SurfaceSample still;
    still.normal = up();
    std::fill(samples, samples + count, still);
    m_samples(pointsInWorld, count, time, samples);
}

void CallbackSurface::differentiate(const Vector3* pointsInWorld, int count, double time,
                                    SurfaceSample* samples) const {
    Vector3 points[5 * kSampleBlock];
    double heights[5 * kSampleBlock], before[kSampleBlock], after[kSampleBlock];
    for (int i = 0; i < count; ++i) {
        Vector3* p = points + 5 * i;
        p[0] = pointsInWorld[i];
        p[1] = p[0] - m_lengthStep * m_first;
        p[2] = p[0] + m_lengthStep * m_first;
        p[3] = p[0] - m_lengthStep * m_second;
        p[4] = p[0] + m_lengthStep * m_second;
    }
    m_heights(points, 5 * count, time, heights);
    m_heights(pointsInWorld, count, time - m_timeStep, before);
    m_heights(pointsInWorld, count, time + m_timeStep, after);
    for (int i = 0; i < count; ++i) {
        const double *h = heights + 5 * i, two = 2.0 * m_lengthStep;
        SurfaceSample& s = samples[i];
        s.height = h[0];
        s.normal = (up() - (h[2] - h[1]) / two * m_first - (h[4] - h[3]) / two * m_second).normalized();
        s.velocity = (after[i] - before[i]) / (2.0 * m_timeStep) * up();
        s.acceleration = (after[i] - 2.0 * h[0] + before[i]) / (m_timeStep * m_timeStep) * up();
    }
}

} // namespace ambient
