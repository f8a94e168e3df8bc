// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"

#include <array>
#include <memory>

namespace ambient {

/// Two media with a surface between them, such as water under air.
/// A body cut by the surface is in both media at once, each face in its own. Usage:
///
///     auto water = std::make_shared<UniformMedium>(UniformMedium::water());
///     auto air = std::make_shared<UniformMedium>(UniformMedium::air());
///     fluid.setMedium(std::make_shared<DividedMedium>(water, air, std::make_shared<FlatSurface>(0.0)));
class DividedMedium final : public FluidMedium {
  public:
    /// \param below the medium under the surface
    /// \param above the medium over the surface; null: a vacuum. At no point of the surface denser than `below`.
    /// \param surface the boundary between the two
    /// \throws std::invalid_argument if `below` or `surface` is null, one of the media is itself divided, or `above` is
    /// denser: uniform media and layers are looked at here, at the surface over the origin at time 0, others where a
    /// body meets the surface
    DividedMedium(std::shared_ptr<const FluidMedium> below, std::shared_ptr<const FluidMedium> above,
                  std::shared_ptr<const WaterSurface> surface);

    const FluidMedium& below() const { return *m_below; }      ///< the lower medium; not divided itself
    const FluidMedium& above() const { return *m_above; }      ///< the upper medium; a vacuum if none was given
    const WaterSurface& surface() const { return *m_surface; } ///< the boundary between the two media

    /// Lowest and highest height of the surface at `time`, along surface().up() [m]; infinite if unknown.
    std::array<double, 2> heightRange(double time) const;

    /// The medium at the point; on the surface itself the upper one.
    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    bool isSteady() const override { return m_below->isSteady() && m_above->isSteady() && m_surface->isSteady(); }
    const DividedMedium* divided() const override { return this; }

  private:
    std::shared_ptr<const FluidMedium> m_below, m_above;
    std::shared_ptr<const WaterSurface> m_surface;
};

} // namespace ambient
