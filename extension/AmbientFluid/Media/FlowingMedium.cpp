// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/FlowingMedium.h"

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
    MediumSample s;
    sampleMany(&pointInWorld, 1, time, &s);
    return s;
}

void FlowingMedium::sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const {
    constexpr int blockSize = 64;
    FlowSample flow[blockSize];
    m_medium->sampleMany(pointsInWorld, count, time, samples);
    for (int first = 0; first < count; first += blockSize) {
        const int size = std::min(blockSize, count - first);
        m_flow->sampleMany(pointsInWorld + first, size, time, flow);
        for (int i = 0; i < size; ++i) {
            samples[first + i].velocity = flow[i].velocity;
            samples[first + i].acceleration = flow[i].acceleration();
        }
    }
}

} // namespace ambient
