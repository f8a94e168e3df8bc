// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/DividedMedium.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// The default medium above the water.
class Vacuum final : public FluidMedium {
  public:
    MediumSample sample(const Vector3&, double) const override { return {}; }
    bool isUniform() const override { return true; }
};

} // namespace

DividedMedium::DividedMedium(std::shared_ptr<const FluidMedium> below, std::shared_ptr<const FluidMedium> above,
                             std::shared_ptr<const WaterSurface> surface)
    : m_below(std::move(below)), m_above(above ? std::move(above) : std::make_shared<Vacuum>()),
      m_surface(std::move(surface)) {
    if (!m_below || !m_surface) throw std::invalid_argument("DividedMedium: needs a medium below and a surface");
    if (m_below->divided() || m_above->divided())
        throw std::invalid_argument("DividedMedium: its two media must not be divided themselves");
    const auto isKnown = [](const FluidMedium& medium) { return medium.isUniform() || medium.layers(); };
    if (!isKnown(*m_below) || !isKnown(*m_above)) return;
    // Layers may change at the surface itself: just below it, and just above it.
    const Vector3 up = m_surface->up();
    const bool isLayered = !m_below->isUniform() || !m_above->isUniform();
    const double height = isLayered ? m_surface->depth(Vector3::Zero(), 0.0) : 0.0;
    const double apart = 1e-9 * (1.0 + std::abs(height));
    const double ofBelow = m_below->sample((height - apart) * up, 0.0).density;
    const double ofAbove = m_above->sample((height + apart) * up, 0.0).density;
    if (ofAbove > ofBelow)
        throw std::invalid_argument("DividedMedium: the medium above the surface is denser (" +
                                    std::to_string(ofAbove) + " kg/m^3) than that below (" + std::to_string(ofBelow) +
                                    " kg/m^3)");
}

std::array<double, 2> DividedMedium::heightRange(double time) const {
    return m_surface->heightRange(time);
}

MediumSample DividedMedium::sample(const Vector3& pointInWorld, double time) const {
    const bool isBelow = m_surface->depth(pointInWorld, time) > 0.0;
    return (isBelow ? *m_below : *m_above).sample(pointInWorld, time);
}

} // namespace ambient
