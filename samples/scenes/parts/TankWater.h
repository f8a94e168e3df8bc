// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"

#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "Worlds/WorldFile.h"

namespace samples {

constexpr double kTankGravity = 9.81; ///< of surfaces and worlds, by default [m/s^2]

/// The water of a grid with a surface at present, for pictures: its surface by surface nets, and its sides at the walls
/// of the box.
RecordedTank tankOf(const ambient::FluidGrid& grid);

/// Lets pictures show the water of a grid. Without a surface nothing happens.
/// \param grid outlives the run
void showTank(SceneContext& context, const ambient::FluidGrid& grid);

/// The heights of the water that stands on the floor, in the plane in the middle of the box, along x, as a line for
/// pictures and plots: a point in each column of cells, on the floor where it is dry [m]. Drops in the air are left
/// out. \param context records it in every frame
void addMiddleLine(SceneContext& context, const ambient::FluidGrid& grid);

/// A tank of water on a grid as a world to be filled: the box with a surface and planes at its floor and sides.
/// \param box lengths, cells and surface; receives slip walls
std::shared_ptr<ambient::WorldDescription> makeTankWorld(ambient::FluidGridDef box);

/// Adds a free body to a tank, which the grid resolves. \param size box: lengths; sphere: radius, 0, 0 [m]
/// \param at its centre [m]
void addToTank(ambient::WorldDescription& tank, const std::string& name, ambient::WorldShape::Kind kind,
               const ambient::Vector3& size, double density, const ambient::Vector3& at);

/// Puts a tank with its bodies into the world of a run. \returns the grid; null in vacuum
btFluidGrid* startTank(SceneContext& context, std::shared_ptr<const ambient::WorldDescription> tank);

} // namespace samples
