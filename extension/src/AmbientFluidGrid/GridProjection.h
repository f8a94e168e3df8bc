// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

namespace ambient {

class GridSurface;

/// Makes a velocity on a grid free of divergence: a part of FluidGrid's step that may be replaced.
class GridProjection {
  public:
    virtual ~GridProjection() = default;

    /// Gives bodies their share of what advection and forces have changed.
    /// \param change of the velocity on all faces, in a part of a step
    virtual void absorb(const GridVelocity& change) = 0;
    /// Applies the loads of bodies, and the viscosity of the fluid with friction at bodies, over the duration.
    /// \param pressure of the last projection, over the density, with borders \param velocity with borders
    virtual void diffuse(double duration, const GridField& pressure, GridVelocity& velocity) = 0;
    /// Removes the divergence; applies the loads of bodies before it unless diffuse() did.
    /// \param velocity with borders \param pressure receives the pressure over the density in all cells, without
    /// borders
    virtual void project(double duration, GridVelocity& velocity, GridField& pressure) = 0;
    /// Moves the bodies to the end of the duration. \param velocity set inside bodies by fillSolids()
    virtual void advance(double duration, const GridVelocity& velocity) = 0;
    /// Sets the velocity where it is not the fluid's: inside bodies.
    virtual void fillSolids(GridVelocity& velocity) const = 0;
    /// Moves the box of the grid. \param corner low corner of the box, world frame [m]
    virtual void setLowCorner(const Vector3& corner) = 0;

    /// Limits the fluid to the water below a surface; the air above it has pressure 0. Called before the first step of
    /// a grid with a surface. \param surface kept by reference; null: no more steps follow
    virtual void setSurface(const GridSurface* surface) = 0;
    /// Share of fluid of each face, with borders; 1 without bodies.
    virtual const GridVelocity& weights() const = 0;
    /// Continues the distance of the surface into the bodies, level from outside. \param distance with borders
    /// \returns the number of bodies that are not absent
    virtual int extendDistance(GridField& distance) = 0;
};

} // namespace ambient
