// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/BoxSolver.h"
#include "AmbientFluidGrid/GridLayout.h"

namespace ambient {

/// Sets the given velocities on the sides, and the borders beyond them.
void fillVelocityBorders(const FluidGridDef& def, const GridLayout& layout, GridVelocity& velocity);
/// Sets what the flow carries in through open sides, for momentumRates: the velocity of the side instead of the one
/// that leaves. With the velocity within carried in, fast water at a side feeds itself: it brings energy u^3/2 per area
/// in.
void fillEnteringVelocity(const FluidGridDef& def, const GridLayout& layout, GridVelocity& velocity);
/// Sets the borders of a pressure: even at walls and inflow, odd at open sides.
void fillPressureBorders(const FluidGridDef& def, const GridLayout& layout, GridField& pressure);
/// Sets the borders of a quantity that has no change along the normal of any side: the distance from a surface.
void fillEvenBorders(const FluidGridDef& def, const GridLayout& layout, GridField& field);
/// The lines of the pressure's equation, with the same borders. With a surface the
/// high end of z has pressure 0: the air is there.
std::array<LineOperator, 3> pressureLines(const FluidGridDef& def);
/// Sets the borders of a carried quantity: no change along the normal, zero where fluid flows in.
void fillScalarBorders(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity,
                       GridField& scalar);

} // namespace ambient
