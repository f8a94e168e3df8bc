// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CurrentSheet.h"

namespace ambient {

/// Fluxes through the hats of a sheet of the flows grad R, R the regular solid harmonics of degrees 2 to `degree` about
/// the sheet's centre: 5 columns for degree 2, 7 for 3, and so on. The translations are those of degree 1. Lengths are
/// divided by the radius of the sheet, so that no column is large.
Matrix harmonicFluxes(const CurrentSheet& sheet, int degree);

/// Fluxes through the hats of a sheet of the flows of dipoles that lie over the whole surface at a distance, three
/// columns for each place. They stand for the flows of bodies whose centres are not nearer, and which may be much
/// smaller than the sheet: harmonics about its centre do not converge for these.
/// \param distance from the surface, and about that between the places [m]; above 0
Matrix dipoleFluxes(const CurrentSheet& sheet, double distance);

} // namespace ambient
