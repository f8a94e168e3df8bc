// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SumMetric.h"

#include "AmbientFluid/Math/RigidRegistration.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {

SumMetric::SumMetric(std::vector<std::shared_ptr<const ShapeMetric>> parts) : m_parts(std::move(parts)) {
    if (m_parts.empty()) throw std::invalid_argument("sum of metrics: there are none");
    for (const auto& part : m_parts) {
        if (!part) throw std::invalid_argument("sum of metrics: one is null");
        if (!part->isLinear())
            throw std::invalid_argument("sum of metrics: " + part->name() + " is not linear, and cannot be added");
        if (part->isInertia() != m_parts.front()->isInertia())
            throw std::invalid_argument("sum of metrics: inertia (kg) and dissipation (kg/s) do not add up");
        if (part->needs() == FrameElements::Points) continue;
        if (m_needs != FrameElements::Points && part->needs() != m_needs)
            throw std::invalid_argument("sum of metrics: one is on edges and one on faces");
        m_needs = part->needs();
    }
}

std::string SumMetric::name() const {
    std::string text;
    for (const auto& part : m_parts)
        text += (text.empty() ? "" : " + ") + part->name();
    return text;
}

bool SumMetric::hasAffineForm() const {
    return std::all_of(m_parts.begin(), m_parts.end(), [](const auto& part) { return part->hasAffineForm(); });
}

bool SumMetric::isDense() const {
    return std::any_of(m_parts.begin(), m_parts.end(), [](const auto& part) { return part->isDense(); });
}

ShapeReduction SumMetric::reduce(const Shape& shape, const PointColumns& velocity) const {
    ShapeReduction sum;
    for (const auto& part : m_parts) {
        const ShapeReduction reduction = part->reduce(shape, velocity);
        sum.locked += reduction.locked;
        sum.momentum += reduction.momentum;
    }
    return sum;
}

AffineForm SumMetric::affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const {
    AffineForm sum;
    for (const auto& part : m_parts)
        sum += part->affineForm(shape, other, origins);
    return sum;
}

void SumMetric::addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const {
    for (const auto& part : m_parts)
        part->addRegistration(shape, other, sums);
}

} // namespace ambient
