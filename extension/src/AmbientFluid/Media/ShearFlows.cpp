// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/ShearFlows.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <utility>

namespace ambient {

UniformStream::UniformStream(const Vector3& velocity) : m_velocity(velocity) {
    requireFinite(velocity, "UniformStream: velocity");
}

UniformStream::UniformStream(std::function<UniformFlow(double time)> flow) : m_flow(std::move(flow)) {
    if (!m_flow) throw std::invalid_argument("UniformStream: the function of time is empty");
}

void UniformStream::sampleMany(const Vector3*, int count, double time, FlowSample* samples) const {
    FlowSample s;
    s.velocity = m_velocity;
    if (m_flow) {
        const UniformFlow flow = m_flow(time);
        s.velocity = flow.velocity;
        s.rate = flow.acceleration;
    }
    std::fill(samples, samples + count, s);
}

LinearFlow::LinearFlow(const Vector3& origin, const Vector3& velocity, const Matrix3& gradient)
    : m_origin(origin), m_velocity(velocity), m_gradient(gradient) {
    requireFinite(origin, "LinearFlow: origin");
    requireFinite(velocity, "LinearFlow: velocity");
    if (!gradient.allFinite()) throw std::invalid_argument("LinearFlow: gradient is not finite");
}

void LinearFlow::sampleMany(const Vector3* pointsInWorld, int count, double, FlowSample* samples) const {
    for (int i = 0; i < count; ++i) {
        samples[i].velocity = m_velocity + m_gradient * (pointsInWorld[i] - m_origin);
        samples[i].gradient = m_gradient;
        samples[i].rate.setZero();
    }
}

BoundaryLayerFlow::BoundaryLayerFlow(const BoundaryLayerDef& def, Law law, double parameter)
    : m_def(def), m_law(law), m_parameter(parameter), m_scale(1.0) {
    m_def.up = requireDirection(def.up, "BoundaryLayerFlow: up");
    requireFinite(def.velocity, "BoundaryLayerFlow: velocity");
    requirePositive(def.referenceHeight, "BoundaryLayerFlow: referenceHeight");
    requireThat(std::isfinite(def.groundHeight), "BoundaryLayerFlow: groundHeight must be finite", def.groundHeight);
    const double climb = def.velocity.dot(m_def.up);
    requireThat(std::abs(climb) <= 1e-9 * def.velocity.norm(),
                "BoundaryLayerFlow: velocity must be along the ground, with a component along up of 0", climb);
}

BoundaryLayerFlow BoundaryLayerFlow::logarithmic(const BoundaryLayerDef& def, double roughness) {
    requirePositive(roughness, "BoundaryLayerFlow: roughness");
    BoundaryLayerFlow flow(def, Law::Logarithmic, roughness);
    flow.m_scale = 1.0 / portable::log1p(def.referenceHeight / roughness);
    return flow;
}

BoundaryLayerFlow BoundaryLayerFlow::powerLaw(const BoundaryLayerDef& def, double exponent) {
    requireThat(exponent >= 0.0 && exponent <= 1.0, "BoundaryLayerFlow: exponent must be 0 to 1", exponent);
    return BoundaryLayerFlow(def, Law::Power, exponent);
}

void BoundaryLayerFlow::sampleMany(const Vector3* pointsInWorld, int count, double, FlowSample* samples) const {
    constexpr double linearBelow = 0.01;
    const double reference = m_def.referenceHeight;
    for (int i = 0; i < count; ++i) {
        const double z = m_def.up.dot(pointsInWorld[i]) - m_def.groundHeight;
        double factor = 0.0, slope = 0.0;
        if (z > 0.0 && m_law == Law::Logarithmic) {
            factor = m_scale * portable::log1p(z / m_parameter);
            slope = m_scale / (z + m_parameter);
        } else if (z > 0.0) {
            const double s = std::max(z / reference, linearBelow), power = portable::pow(s, m_parameter);
            const bool linear = z < linearBelow * reference;
            slope = linear ? power / (linearBelow * reference) : m_parameter * power / z;
            factor = linear ? slope * z : power;
        }
        samples[i].velocity = factor * m_def.velocity;
        samples[i].gradient.noalias() = (slope * m_def.velocity) * m_def.up.transpose();
        samples[i].rate.setZero();
    }
}

} // namespace ambient
