// SPDX-License-Identifier: Zlib
#include "WaterGrid.h"

#include "exporters/GnuplotText.h"

#include <algorithm>
#include <cmath>

namespace samples {

btFluidGrid& addWaterGrid(SceneContext& context, const ambient::FluidGridDef& box) {
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box = box;
    info.m_log = [&context](const std::string& line) { context.report(line); };
    auto grid = std::make_unique<btFluidGrid>(context.fluid(), info);
    btFluidGrid& added = *grid;
    context.addAction(std::move(grid));
    context.addSolvedBodies(added);
    return added;
}

RecordedSlice middleSlice(const ambient::FluidGrid& grid, PlotView view, SliceQuantity quantity, int flowStride,
                          double aside) {
    const int right = view == PlotView::Front ? 1 : 0, up = view == PlotView::Top ? 1 : 2;
    const int across = 3 - right - up;
    const ambient::FluidGridDef& def = grid.def();
    const auto cells = [&](int axis) { return def.cells[static_cast<std::size_t>(axis)]; };
    RecordedSlice slice;
    slice.view = view;
    slice.left = def.lowCorner[right];
    slice.bottom = def.lowCorner[up];
    slice.spacing = def.spacing;
    slice.columns = cells(right);
    slice.rows = cells(up);
    slice.isSigned = quantity == SliceQuantity::Vorticity;
    slice.quantity = quantity == SliceQuantity::Dye     ? "dye [1]"
                     : quantity == SliceQuantity::Speed ? "speed of the water [m/s]"
                                                        : "vorticity across the slice [1/s]";
    int at[3];
    at[across] = std::clamp(cells(across) / 2 + int(std::lround(aside / def.spacing)), 0, cells(across) - 1);
    slice.across = grid.centerOf(at[across], at[across], at[across])[across];
    slice.place = format("slice at %s = %.2g m", across == 0 ? "x" : across == 1 ? "y" : "z", slice.across);
    slice.flowStride = flowStride;
    for (at[up] = 0; at[up] < slice.rows; ++at[up])
        for (at[right] = 0; at[right] < slice.columns; ++at[right])
            slice.values.push_back(quantity == SliceQuantity::Dye ? grid.dye(at[0], at[1], at[2])
                                   : quantity == SliceQuantity::Speed
                                       ? grid.velocityAt(grid.centerOf(at[0], at[1], at[2])).norm()
                                       : grid.vorticity(at[0], at[1], at[2])[across]);
    for (int row = 0; flowStride > 0 && row < slice.rows / flowStride; ++row)
        for (int column = 0; column < slice.columns / flowStride; ++column) {
            const double step = flowStride * def.spacing;
            ambient::Vector3 point;
            point[right] = slice.left + (column + 0.5) * step;
            point[up] = slice.bottom + (row + 0.5) * step;
            point[across] = slice.across;
            const ambient::Vector3 velocity = grid.velocityAt(point);
            slice.flow.emplace_back(velocity[right], velocity[up]);
        }
    return slice;
}

} // namespace samples
