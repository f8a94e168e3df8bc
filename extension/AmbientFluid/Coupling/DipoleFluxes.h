// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CurrentSheet.h"

namespace ambient {

/// Fluxes through the hats of a sheet of the flows of dipoles that lie over the whole surface at a distance, three
/// columns for each place. They stand for the flows of bodies whose centres are not nearer, and which may be much
/// smaller than the sheet: harmonics about its centre do not converge for these.
/// \param distance from the surface, and about that between the places [m]; above 0
Matrix dipoleFluxes(const CurrentSheet& sheet, double distance);

} // namespace ambient
