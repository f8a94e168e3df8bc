// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FlowingMedium.h"

#include "AmbientFluid/Media/SampleBlocks.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ambient {

FlowingMedium::FlowingMedium(std::shared_ptr<const FluidMedium> medium, std::shared_ptr<const AmbientFlow> flow)
    : m_medium(std::move(medium)), m_flow(std::move(flow)) {
    if (!m_medium) throw std::invalid_argument("FlowingMedium: the medium is null");
    if (m_medium->divided())
        throw std::invalid_argument(
            "FlowingMedium: the medium is divided by a surface; let its two media flow instead");
    if (!m_flow) throw std::invalid_argument("FlowingMedium: the flow is null");
}

FlowingMedium::FlowingMedium(const UniformMedium& medium, std::shared_ptr<const AmbientFlow> flow)
    : FlowingMedium(std::make_shared<UniformMedium>(medium), std::move(flow)) {}

MediumSample FlowingMedium::sample(const Vector3& pointInWorld, double time) const {
    MediumSample s = m_medium->sample(pointInWorld, time);
    const FlowSample flow = m_flow->sample(pointInWorld, time);
    s.velocity = flow.velocity;
    s.acceleration = flow.acceleration();
    return s;
}

void FlowingMedium::sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const {
    m_medium->sampleMany(pointsInWorld, count, time, samples);
    forEachBlock(count, [&](int first, int size) {
        FlowSample flow[kSampleBlock];
        m_flow->sampleMany(pointsInWorld + first, size, time, flow);
        for (int i = 0; i < size; ++i) {
            samples[first + i].velocity = flow[i].velocity;
            samples[first + i].acceleration = flow[i].acceleration();
        }
    });
}

void FlowingMedium::sampleRows(const PointRows& points, double time, MediumRows& rows) const {
    if (m_medium->isUniform()) {
        const MediumSample everywhere = m_medium->sample(points.origin, time);
        std::fill_n(rows.density.begin(), points.count, everywhere.density);
        std::fill_n(rows.dynamicViscosity.begin(), points.count, everywhere.dynamicViscosity);
    } else
        m_medium->sampleRows(points, time, rows);
    m_flow->sampleRows(points, time, rows);
}

} // namespace ambient
