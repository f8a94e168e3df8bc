// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridSurface.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "AmbientFluidGrid/SurfaceExtension.h"

namespace ambient {

/// What a FluidGrid with a surface has beside its velocity and pressure.
struct SurfaceFlow {
    /// \throws std::invalid_argument as GridSurface
    explicit SurfaceFlow(const FluidGridDef& def);

    /// Makes the velocity of the water free of divergence, without bodies, and continues it into the air.
    void removeDivergence(double duration, GridVelocity& velocity, GridField& pressure);
    /// Adds the numbers of a state, of which there are stateSize().
    void save(std::vector<double>& state) const;
    void restore(const double* state, const Vector3& corner);
    std::size_t stateSize() const;

    GridSurface surface;
    SurfaceExtension extension;
    ResolvedProjection own;  ///< without bodies
    GridVelocity lastChange; ///< of the velocity by gravity and pressure in the last part, per time, continued [m/s^2]
    GridField divergence;    ///< buffer, per cell [1/s]
    int parts = 0;           ///< since the distances were renewed
    int bodies = -1;         ///< present in the last step; -1: there was none
};

} // namespace ambient
