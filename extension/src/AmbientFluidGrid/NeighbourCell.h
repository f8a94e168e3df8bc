// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

namespace ambient {

/// The cell at a side of another one.
struct NeighbourCell {
    std::ptrdiff_t cell; ///< the other one itself if the box ends there
    bool isBoxSide;
};

/// \param at index of the cell along the axis of the side \param side twice the axis, and one for its high end
inline NeighbourCell neighbourOf(const FluidGridDef& def, const GridLayout& layout, std::ptrdiff_t cell, int at,
                                 int side) {
    const int axis = side / 2, count = def.cells[std::size_t(axis)];
    const bool high = side % 2 == 1;
    const std::ptrdiff_t stride = layout.stride[std::size_t(axis)];
    if (at != (high ? count - 1 : 0)) return {cell + (high ? stride : -stride), false};
    if (def.side(axis, high).kind != GridSideKind::Periodic) return {cell, true};
    return {cell + (high ? 1 - count : count - 1) * stride, false};
}

/// Whether no body covers a part of a face of the cell. \param weights share of fluid of each face
inline bool isWholeCell(const GridLayout& layout, const GridVelocity& weights, std::ptrdiff_t cell) {
    bool whole = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double* const weight = weights[axis].data() + cell;
        whole = whole && weight[0] >= 1.0 && weight[layout.stride[axis]] >= 1.0;
    }
    return whole;
}

} // namespace ambient
