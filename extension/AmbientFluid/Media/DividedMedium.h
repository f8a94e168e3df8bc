// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"

#include <array>
#include <memory>

namespace ambient {

/// Two media with a surface between them, such as water under air: a body that the surface cuts is in both at once,
/// each face in its own. Usage:
///
///     auto water = std::make_shared<UniformMedium>(UniformMedium::water());
///     auto air = std::make_shared<UniformMedium>(UniformMedium::air());
///     fluid.setMedium(std::make_shared<DividedMedium>(water, air, std::make_shared<FlatSurface>(0.0)));
class DividedMedium final : public FluidMedium {
  public:
    /// \param above null: nothing, a vacuum. It must not be denser than `below` where both are.
    /// \throws std::invalid_argument when `below` or the surface is null, or one of the two is itself divided
    DividedMedium(std::shared_ptr<const FluidMedium> below, std::shared_ptr<const FluidMedium> above,
                  std::shared_ptr<const WaterSurface> surface);

    const FluidMedium& below() const { return *m_below; }      ///< the medium under the surface, not divided itself
    const FluidMedium& above() const { return *m_above; }      ///< the medium over it; a vacuum where none was given
    const WaterSurface& surface() const { return *m_surface; } ///< where the one ends and the other begins

    /// Heights [m] along surface().up() between which the whole surface is at this time; infinite where not known.
    std::array<double, 2> heightRange(double time) const;

    /// That of the two which is at the point; on the surface itself the one above.
    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    bool isSteady() const override { return m_below->isSteady() && m_above->isSteady() && m_surface->isSteady(); }
    const DividedMedium* divided() const override { return this; }

  private:
    std::shared_ptr<const FluidMedium> m_below, m_above;
    std::shared_ptr<const WaterSurface> m_surface;
};

} // namespace ambient
