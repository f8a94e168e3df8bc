// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/FluidGrid.h"

#include <array>
#include <string>
#include <vector>

namespace ambient {

/// Header of a table of the water of a grid with a surface: time, heights at the probes, volume, energies, shift, and
/// the volume of the spray if there is any.
std::string surfaceHeader(std::size_t probes, bool hasSpray);
/// Its row for the present time. \param grid with a surface \param probes places [m]
std::string surfaceRow(double time, const FluidGrid& grid, const std::vector<std::array<double, 2>>& probes);

} // namespace ambient
