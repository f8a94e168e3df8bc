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
/// The lines of the pressure's equation, with the same borders.
std::array<LineOperator, 3> pressureLines(const FluidGridDef& def);
/// Sets the borders of a carried quantity: no change along the normal, zero where fluid flows in.
void fillScalarBorders(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity,
                       GridField& scalar);

} // namespace ambient
