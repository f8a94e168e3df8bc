// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/FluidGridDef.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ambient {

/// Places of the numbers of a staggered grid in memory: x runs fastest, then y, then z.
/// Component a of the velocity with the indices (i, j, k) lies on the low face along a of cell (i, j, k). Each axis has
/// two layers of borders at either end and one more for the last face.
struct GridLayout {
    static constexpr int kBorder = 2;       ///< layers beyond the box
    static constexpr int kTail = 16;        ///< numbers behind the end that vectorised loops may touch
    std::array<int, 3> cells = {0, 0, 0};   ///< along each axis
    std::array<std::ptrdiff_t, 3> stride{}; ///< between neighbours along each axis

    GridLayout() = default;
    /// Of a box of so many cells along each axis.
    explicit GridLayout(const std::array<int, 3>& of) : cells(of) {
        stride = {1, padded(0), std::ptrdiff_t(padded(0)) * padded(1)};
    }

    /// Numbers along an axis, borders included.
    int padded(int axis) const { return cells[static_cast<std::size_t>(axis)] + 2 * kBorder + 1; }
    /// Numbers of a field without the tail.
    std::size_t size() const { return static_cast<std::size_t>(stride[2] * padded(2)); }
    /// Place of the indices; -kBorder is the first along each axis.
    std::ptrdiff_t index(int i, int j, int k) const {
        return (i + kBorder) + (j + kBorder) * stride[1] + (k + kBorder) * stride[2];
    }
    /// Number of cells.
    int cellCount() const { return cells[0] * cells[1] * cells[2]; }
};

/// A field of numbers in a GridLayout.
using GridField = std::vector<double>;
/// The three components of a velocity.
using GridVelocity = std::array<GridField, 3>;

/// A field of zeros.
inline GridField makeGridField(const GridLayout& layout) {
    return GridField(layout.size() + GridLayout::kTail, 0.0);
}

/// Indices of the faces of a component along its own axis whose velocity is not given: from first to last.
struct FaceRange {
    int first; ///< index
    int last;  ///< index; below `first` if no face is free
};
/// The faces of component `axis` that the flow decides; of a periodic axis the first stands for the last, too.
inline FaceRange freeFaces(const FluidGridDef& def, int axis) {
    const int count = def.cells[static_cast<std::size_t>(axis)];
    if (def.side(axis, false).kind == GridSideKind::Periodic) return {0, count - 1};
    return {def.side(axis, false).kind == GridSideKind::Open ? 0 : 1,
            def.side(axis, true).kind == GridSideKind::Open ? count : count - 1};
}
/// The same along any axis: all cells across that of the component.
inline FaceRange freeFaces(const FluidGridDef& def, int component, int axis) {
    return component == axis ? freeFaces(def, axis) : FaceRange{0, def.cells[static_cast<std::size_t>(axis)] - 1};
}

} // namespace ambient
