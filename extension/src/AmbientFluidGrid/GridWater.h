// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluidGrid/FluidGrid.h"

#include <memory>

namespace ambient {

/// The water of a FluidGrid with a surface as a medium under air, for bodies that the grid does not resolve: they float
/// in the grid's waves and feel its flow. The grid does not feel them.
///
/// The surface has the height of the topmost water of each column of cells, bilinear between them. The flow below has
/// the velocity of the grid, and for its material acceleration the change of velocity by gravity and pressure in the
/// grid's last part of a step. Outside of the box there is no water, except beyond periodic sides, where it goes on
/// level. The medium has copies of the grid's numbers: it stays as it is until update(), and may outlive the grid.
class GridWater {
  public:
    /// \param grid with a surface \throws std::invalid_argument if it has none
    /// \param air above the surface; default: air at rest
    explicit GridWater(const FluidGrid& grid, const UniformMedium& air = UniformMedium::air());
    ~GridWater();

    /// Takes over the present state of the grid of the constructor, or of one like it. No body may be in its step.
    void update(const FluidGrid& grid);
    /// Always the same object.
    const std::shared_ptr<const FluidMedium>& medium() const { return m_medium; }

  private:
    struct Fields;
    class Flow;
    class Surface;

    std::shared_ptr<Fields> m_fields; ///< shared with flow and surface
    std::shared_ptr<const FluidMedium> m_medium;
};

} // namespace ambient
