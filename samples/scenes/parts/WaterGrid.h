// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"

#include "BulletAmbientFluidGrid/btFluidGrid.h"

namespace samples {

/// Puts a grid into the water of a scene, whose medium is set already. The solvers of the fluid know its bodies.
btFluidGrid& addWaterGrid(SceneContext& context, const ambient::FluidGridDef& box);

/// Puts particles into the water of a grid, at random places of its box. The water carries them along, and pictures may
/// show them. Particles outside the box stay. \param count of all particles
void addParticles(SceneContext& context, const btFluidGrid& grid, int count);

/// Quantity of a slice.
enum class SliceQuantity {
    Dye,
    Speed,    ///< [m/s]
    Vorticity ///< across the slice [1/s]
};

/// A slice through the middle of a grid at the present time. \param flowStride cells between two arrows of the flow in
/// pictures; 0: no arrows
/// \param aside offset from the middle, by whole cells [m]
RecordedSlice middleSlice(const ambient::FluidGrid& grid, PlotView view, SliceQuantity quantity, int flowStride = 0,
                          double aside = 0.0);

/// The cells of a slice with their centres between two corners, without its arrows; at least two by two.
RecordedSlice partOf(const RecordedSlice& slice, const PlanePoint& low, const PlanePoint& high);

} // namespace samples
