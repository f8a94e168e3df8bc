// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/ShearFlows.h"

#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kSameFlux = 1e-9; // of the highest speed: what a velocity turned into the world's axes is off by

void require(bool ok, std::size_t level, const char* problem) {
    if (!ok) throw std::invalid_argument("ProfileFlow: level " + std::to_string(level) + ": " + problem);
}

} // namespace

ProfileFlow::ProfileFlow(std::vector<FlowLevel> levels, const Vector3& up)
    : m_levels(std::move(levels)), m_up(requireDirection(up, "ProfileFlow: up")) {
    if (m_levels.empty()) throw std::invalid_argument("ProfileFlow: the table is empty");
    double fastest = 0.0;
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        require(std::isfinite(m_levels[i].height), i, "the height is not finite");
        require(m_levels[i].velocity.allFinite(), i, "the velocity is not finite");
        require(i == 0 || m_levels[i].height >= m_levels[i - 1].height, i, "the height is below the previous one");
        require(i < 2 || m_levels[i].height > m_levels[i - 2].height, i, "the third of one height");
        fastest = std::max(fastest, m_levels[i].velocity.norm());
    }
    for (std::size_t i = 1; i < m_levels.size(); ++i)
        require(std::fabs(m_up.dot(m_levels[i].velocity - m_levels.front().velocity)) <= kSameFlux * fastest, i,
                "the velocity along up differs from that of level 0");
}

void ProfileFlow::sampleMany(const Vector3* pointsInWorld, int count, double, FlowSample* samples) const {
    for (int i = 0; i < count; ++i) {
        const double height = m_up.dot(pointsInWorld[i]);
        FlowSample& sample = samples[i] = FlowSample();
        const auto above = std::upper_bound(m_levels.begin(), m_levels.end(), height,
                                            [](double h, const FlowLevel& level) { return h < level.height; });
        if (above == m_levels.begin() || above == m_levels.end()) {
            sample.velocity = above == m_levels.begin() ? m_levels.front().velocity : m_levels.back().velocity;
            continue;
        }
        const FlowLevel &low = *(above - 1), &high = *above;
        const Vector3 slope = (high.velocity - low.velocity) / (high.height - low.height);
        sample.velocity = low.velocity + (height - low.height) * slope;
        sample.gradient = slope * m_up.transpose();
    }
}

} // namespace ambient
