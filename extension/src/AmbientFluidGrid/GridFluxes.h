// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

namespace ambient {

/// Adds the rate of change of each component by fluxes of momentum, per unit mass [m/s^2], on all faces.
/// Third-order upwind with Koren's limiter, and the viscous flux -nu du/dx. What leaves one control volume enters the
/// next, so that the sum over a periodic box is zero to rounding. [Koren1993]
/// \param velocity with borders \param kinematicViscosity [m^2/s] \param rate overwritten; unspecified in the borders
/// \param flux buffer
void momentumRates(const GridLayout& layout, double spacing, double kinematicViscosity, const GridVelocity& velocity,
                   GridVelocity& rate, GridField& flux);

/// As momentumRates() without advection: nu times the Laplacian of one component.
void viscousRate(const GridLayout& layout, double spacing, double kinematicViscosity, const GridField& component,
                 GridField& rate);

/// Rate of change of a quantity at cell centres that the flow carries [1/s].
void scalarRate(const GridLayout& layout, double spacing, const GridVelocity& velocity, const GridField& scalar,
                GridField& rate, GridField& flux);

} // namespace ambient
