// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/UniformMedium.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {

UniformMedium::UniformMedium(double density, double dynamicViscosity) {
    if (!(density > 0.0) || !std::isfinite(density))
        throw std::invalid_argument("UniformMedium: fluid density must be positive and finite, got " +
                                    std::to_string(density) + " kg/m^3");
    if (!(dynamicViscosity >= 0.0) || !std::isfinite(dynamicViscosity))
        throw std::invalid_argument("UniformMedium: dynamic viscosity must be zero or positive and finite, got " +
                                    std::to_string(dynamicViscosity) + " Pa s");
    m_still.density = density;
    m_still.dynamicViscosity = dynamicViscosity;
}

UniformMedium UniformMedium::movingAt(const Vector3& velocity) const {
    if (!velocity.allFinite()) throw std::invalid_argument("UniformMedium: the ambient velocity is not finite");
    UniformMedium moving = *this;
    moving.m_still.velocity = velocity;
    moving.m_flow = nullptr;
    return moving;
}

UniformMedium UniformMedium::movingAs(std::function<UniformFlow(double time)> flow) const {
    UniformMedium moving = *this;
    moving.m_flow = std::move(flow);
    return moving;
}

MediumSample UniformMedium::sample(const Vector3&, double time) const {
    MediumSample s = m_still;
    if (m_flow) {
        const UniformFlow flow = m_flow(time);
        s.velocity = flow.velocity;
        s.acceleration = flow.acceleration;
    }
    return s;
}

} // namespace ambient
