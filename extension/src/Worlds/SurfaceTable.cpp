// SPDX-License-Identifier: Zlib
#include "Worlds/SurfaceTable.h"

#include "AmbientFluidGrid/GridSurface.h"

#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

void add(std::string& row, double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", number);
    if (!row.empty()) row += ",";
    row += std::isnan(number) ? "nan" : text;
}

} // namespace

std::string surfaceHeader(std::size_t probes, bool hasSpray) {
    std::string text = "time";
    for (std::size_t i = 0; i < probes; ++i)
        text += ",h" + std::to_string(i);
    return text + ",volume,kinetic,potential,shift" + (hasSpray ? ",spray" : "");
}

std::string surfaceRow(double time, const FluidGrid& grid, const std::vector<std::array<double, 2>>& probes) {
    const GridSurface& surface = *grid.surface();
    std::string row;
    add(row, time);
    for (const std::array<double, 2>& probe : probes)
        add(row, surface.heightAt(probe[0], probe[1]));
    for (const double number : {surface.volume(), grid.kineticEnergy(), surface.potentialEnergy(), surface.shift()})
        add(row, number);
    if (grid.def().surface->hasSpray) add(row, surface.sprayVolume());
    return row;
}

} // namespace ambient
