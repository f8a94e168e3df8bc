// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/CombinedFlows.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/SampleBlocks.h"

#include <algorithm>
#include <utility>

namespace ambient {

SumFlow::SumFlow(std::vector<std::shared_ptr<const AmbientFlow>> flows) : m_flows(std::move(flows)) {
    if (m_flows.empty()) throw std::invalid_argument("SumFlow: there is no flow to add");
    for (const auto& flow : m_flows)
        if (!flow) throw std::invalid_argument("SumFlow: a flow is null");
}

bool SumFlow::isUniform() const {
    return std::all_of(m_flows.begin(), m_flows.end(), [](const auto& flow) { return flow->isUniform(); });
}

void SumFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    m_flows.front()->sampleMany(pointsInWorld, count, time, samples);
    for (std::size_t f = 1; f < m_flows.size(); ++f)
        forEachBlock(count, [&](int first, int size) {
            FlowSample block[kSampleBlock];
            m_flows[f]->sampleMany(pointsInWorld + first, size, time, block);
            for (int i = 0; i < size; ++i) {
                samples[first + i].velocity += block[i].velocity;
                samples[first + i].gradient += block[i].gradient;
                samples[first + i].rate += block[i].rate;
            }
        });
}

MovedFlow::MovedFlow(std::shared_ptr<const AmbientFlow> flow, const FlowPlacement& placement)
    : m_flow(std::move(flow)), m_placement(placement) {
    if (!m_flow) throw std::invalid_argument("MovedFlow: the flow is null");
    const double length = placement.worldFromFlow.orientation.norm();
    if (!placement.worldFromFlow.isFinite() || !(length > 0.0))
        throw std::invalid_argument("MovedFlow: worldFromFlow is not a finite pose");
    requireFinite(placement.drift, "MovedFlow: drift");
    requireThat(std::isfinite(placement.factor), "MovedFlow: factor must be finite", placement.factor);
    requireThat(std::isfinite(placement.time), "MovedFlow: time must be finite", placement.time);
    m_rotation = placement.worldFromFlow.orientation.normalized().toRotationMatrix();
}

void MovedFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const Vector3 origin = m_placement.worldFromFlow.position + time * m_placement.drift;
    forEachBlock(count, [&](int first, int size) {
        Vector3 points[kSampleBlock];
        std::fill_n(points, kSampleBlock, origin);
        for (int i = 0; i < size; ++i)
            points[i] = m_rotation.transpose() * (pointsInWorld[first + i] - origin);
        m_flow->sampleMany(points, size, time + m_placement.time, samples + first);
        for (int i = first; i < first + size; ++i) {
            const Matrix3 gradient = m_rotation * samples[i].gradient * m_rotation.transpose();
            samples[i].velocity = m_placement.factor * (m_rotation * samples[i].velocity);
            samples[i].gradient = m_placement.factor * gradient;
            samples[i].rate =
                m_placement.factor * (m_rotation * samples[i].rate) - samples[i].gradient * m_placement.drift;
        }
    });
}

} // namespace ambient
