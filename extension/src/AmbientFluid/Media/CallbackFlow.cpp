// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/Callbacks.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/SampleBlocks.h"

#include <utility>

namespace ambient {

CallbackFlow::CallbackFlow(Velocities velocities, double lengthStep, double timeStep)
    : m_velocities(std::move(velocities)), m_lengthStep(lengthStep), m_timeStep(timeStep) {
    if (!m_velocities) throw std::invalid_argument("CallbackFlow: the function of the velocities is empty");
    requirePositive(lengthStep, "CallbackFlow: lengthStep");
    requirePositive(timeStep, "CallbackFlow: timeStep");
}

CallbackFlow::CallbackFlow(Samples samples) : m_samples(std::move(samples)) {
    if (!m_samples) throw std::invalid_argument("CallbackFlow: the function of the samples is empty");
}

void CallbackFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    if (m_samples) return m_samples(pointsInWorld, count, time, samples);
    forEachBlock(count,
                 [&](int first, int size) { differentiate(pointsInWorld + first, size, time, samples + first); });
}

void CallbackFlow::differentiate(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    Vector3 points[7 * kSampleBlock], velocities[7 * kSampleBlock], before[kSampleBlock], after[kSampleBlock];
    for (int i = 0; i < count; ++i) {
        Vector3* p = points + 7 * i;
        p[0] = pointsInWorld[i];
        for (int axis = 0; axis < 3; ++axis) {
            p[1 + 2 * axis] = p[0] - m_lengthStep * Vector3::Unit(axis);
            p[2 + 2 * axis] = p[0] + m_lengthStep * Vector3::Unit(axis);
        }
    }
    m_velocities(points, 7 * count, time, velocities);
    m_velocities(pointsInWorld, count, time - m_timeStep, before);
    m_velocities(pointsInWorld, count, time + m_timeStep, after);
    for (int i = 0; i < count; ++i) {
        const Vector3* v = velocities + 7 * i;
        samples[i].velocity = v[0];
        for (int axis = 0; axis < 3; ++axis)
            samples[i].gradient.col(axis) = (v[2 + 2 * axis] - v[1 + 2 * axis]) / (2.0 * m_lengthStep);
        samples[i].rate = (after[i] - before[i]) / (2.0 * m_timeStep);
    }
}

} // namespace ambient
