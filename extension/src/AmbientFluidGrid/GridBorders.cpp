// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridBorders.h"

namespace ambient {
namespace {

/// Value beyond a side as a multiple of the mirrored value within, plus a constant.
struct Mirror {
    double factor, constant;
};

/// One line of numbers along an axis.
struct Line {
    double* values; ///< of index 0
    std::ptrdiff_t stride;
    int count; ///< cells

    double& operator()(int i) const { return values[i * stride]; }
};

/// Calls function(line) for all lines along an axis, those in the borders included.
template <class Function>
void forEachLine(const GridLayout& layout, int axis, GridField& field, const Function& function) {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const auto stride = [&](int of) { return layout.stride[static_cast<std::size_t>(of)]; };
    const int count = layout.cells[static_cast<std::size_t>(axis)];
    double* const start = field.data() + GridLayout::kBorder * stride(axis);
    for (int m = 0; m < layout.padded(c); ++m)
        for (int n = 0; n < layout.padded(b); ++n)
            function(Line{start + n * stride(b) + m * stride(c), stride(axis), count});
}

void wrap(const Line& line) {
    for (int m = 0; m < 3; ++m)
        line(line.count + m) = line(m);
    for (int m = 1; m <= 2; ++m)
        line(-m) = line(line.count - m);
}

/// Numbers at cell centres: those beyond the two sides follow from those within.
void mirrorCells(const Line& line, const Mirror& low, const Mirror& high) {
    const int n = line.count;
    for (int m = 0; m < 2; ++m) {
        line(-1 - m) = low.factor * line(m) + low.constant;
        line(n + m) = high.factor * line(n - 1 - m) + high.constant;
    }
    line(n + 2) = line(n + 1);
}

bool isOpen(const GridSide& side) {
    return side.kind == GridSideKind::Open;
}

/// Velocities through the sides: given ones, and the borders beyond them.
void setNormal(const Line& line, const GridSide& low, const GridSide& high, int axis) {
    const int n = line.count;
    const auto given = [axis](const GridSide& side) {
        return side.kind == GridSideKind::Inflow ? side.velocity[axis] : 0.0;
    };
    if (!isOpen(low)) line(0) = given(low);
    if (!isOpen(high)) line(n) = given(high);
    for (int m = 1; m <= 2; ++m) {
        line(-m) = isOpen(low) ? line(0) : 2.0 * line(0) - line(m);
        line(n + m) = isOpen(high) ? line(n) : 2.0 * line(n) - line(n - m);
    }
}

/// Puts a value beyond the open sides of an axis wherever the flow comes in.
/// \param carrier component of the axis
/// \param across stride between the two values of the carrier whose mean goes through a line; 0: one value
/// \param first index of the first number beyond the high side, less the cells of the axis
void fillEntering(const FluidGridDef& def, const GridLayout& layout, int axis, const GridField& carrier,
                  std::ptrdiff_t across, int first, double low, double high, GridField& field) {
    const bool isLowOpen = isOpen(def.side(axis, false)), isHighOpen = isOpen(def.side(axis, true));
    if (!isLowOpen && !isHighOpen) return;
    forEachLine(layout, axis, field, [&](const Line& line) {
        const std::ptrdiff_t at = line.values - field.data();
        const double* const here = carrier.data() + at;
        const double* const before = at >= across ? here - across : here; // no neighbour: a line in the borders
        const auto through = [&](int face) { return here[face * line.stride] + before[face * line.stride]; };
        if (isLowOpen && through(0) > 0.0) line(-1) = line(-2) = low;
        if (isHighOpen && through(line.count) < 0.0) line(line.count + first) = line(line.count + first + 1) = high;
    });
}

Mirror alongSide(const GridSide& side, int component) {
    if (side.kind == GridSideKind::SlipWall || isOpen(side)) return {1.0, 0.0};
    return {-1.0, 2.0 * side.velocity[component]};
}

} // namespace

void fillVelocityBorders(const FluidGridDef& def, const GridLayout& layout, GridVelocity& velocity) {
    for (int component = 0; component < 3; ++component)
        for (int axis = 0; axis < 3; ++axis) {
            const GridSide &low = def.side(axis, false), &high = def.side(axis, true);
            const Mirror lowMirror = alongSide(low, component), highMirror = alongSide(high, component);
            forEachLine(layout, axis, velocity[static_cast<std::size_t>(component)], [&](const Line& line) {
                if (low.kind == GridSideKind::Periodic)
                    wrap(line);
                else if (component == axis)
                    setNormal(line, low, high, axis);
                else
                    mirrorCells(line, lowMirror, highMirror);
            });
        }
}

void fillEnteringVelocity(const FluidGridDef& def, const GridLayout& layout, GridVelocity& velocity) {
    for (int component = 0; component < 3; ++component)
        for (int axis = 0; axis < 3; ++axis) {
            const bool isNormal = component == axis;
            fillEntering(def, layout, axis, velocity[static_cast<std::size_t>(axis)],
                         isNormal ? 0 : layout.stride[static_cast<std::size_t>(component)], isNormal ? 1 : 0,
                         def.side(axis, false).velocity[component], def.side(axis, true).velocity[component],
                         velocity[static_cast<std::size_t>(component)]);
        }
}

void fillPressureBorders(const FluidGridDef& def, const GridLayout& layout, GridField& pressure) {
    for (int axis = 0; axis < 3; ++axis) {
        const GridSide &low = def.side(axis, false), &high = def.side(axis, true);
        const Mirror lowMirror{isOpen(low) ? -1.0 : 1.0, 0.0}, highMirror{isOpen(high) ? -1.0 : 1.0, 0.0};
        forEachLine(layout, axis, pressure, [&](const Line& line) {
            if (low.kind == GridSideKind::Periodic)
                wrap(line);
            else
                mirrorCells(line, lowMirror, highMirror);
        });
    }
}

void fillEvenBorders(const FluidGridDef& def, const GridLayout& layout, GridField& field) {
    for (int axis = 0; axis < 3; ++axis)
        forEachLine(layout, axis, field, [&](const Line& line) {
            if (def.side(axis, false).kind == GridSideKind::Periodic)
                wrap(line);
            else
                mirrorCells(line, {1.0, 0.0}, {1.0, 0.0});
        });
}

std::array<LineOperator, 3> pressureLines(const FluidGridDef& def) {
    const auto end = [](const GridSide& side) {
        if (side.kind == GridSideKind::Periodic) return LineEnd::Periodic;
        return isOpen(side) ? LineEnd::Odd : LineEnd::Even;
    };
    std::array<LineOperator, 3> lines;
    for (int axis = 0; axis < 3; ++axis)
        lines[std::size_t(axis)] = {def.cells[std::size_t(axis)], end(def.side(axis, false)),
                                    end(def.side(axis, true))};
    if (def.surface) lines[2].high = LineEnd::Odd;
    return lines;
}

void fillScalarBorders(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity,
                       GridField& scalar) {
    for (int axis = 0; axis < 3; ++axis) {
        const GridSide &low = def.side(axis, false), &high = def.side(axis, true);
        const Mirror lowMirror{low.kind == GridSideKind::Inflow ? 0.0 : 1.0, 0.0};
        const Mirror highMirror{high.kind == GridSideKind::Inflow ? 0.0 : 1.0, 0.0};
        forEachLine(layout, axis, scalar, [&](const Line& line) {
            if (low.kind == GridSideKind::Periodic)
                wrap(line);
            else
                mirrorCells(line, lowMirror, highMirror);
        });
        fillEntering(def, layout, axis, velocity[static_cast<std::size_t>(axis)], 0, 0, 0.0, 0.0, scalar);
    }
}

} // namespace ambient
