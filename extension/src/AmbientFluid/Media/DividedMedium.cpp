// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/DividedMedium.h"

#include <stdexcept>

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
}

std::array<double, 2> DividedMedium::heightRange(double time) const {
    return m_surface->heightRange(time);
}

MediumSample DividedMedium::sample(const Vector3& pointInWorld, double time) const {
    const bool isBelow = m_surface->depth(pointInWorld, time) > 0.0;
    return (isBelow ? *m_below : *m_above).sample(pointInWorld, time);
}

} // namespace ambient
