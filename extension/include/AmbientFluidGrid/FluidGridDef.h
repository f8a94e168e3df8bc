// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace ambient {

/// Kind of a side of a grid's box.
enum class GridSideKind {
    Wall,     ///< no flow through it, no slip along it
    SlipWall, ///< no flow through it, free slip
    Periodic, ///< joined with the opposite side, which must be periodic too
    Inflow,   ///< given velocity
    Open      ///< pressure 0; the flow leaves without a change along the normal, and enters with the side's velocity
};

/// One side of a grid's box.
struct GridSide {
    GridSideKind kind = GridSideKind::Wall; ///< kind of the side
    /// World axes [m/s]: of a wall along itself, of the inflow in any direction, of the water beyond an open side (at
    /// rest by default); else unused.
    Vector3 velocity = Vector3::Zero();
};

/// The surface of the water in a grid's box at the start, with air of pressure 0 above it.
struct GridSurfaceDef {
    double level = 0.0;    ///< height of the surface, world frame [m]
    double gravity = 9.81; ///< along -z [m/s^2], > 0
    /// If set, in place of the level: negative in the water, positive in the air, near the surface about the distance
    /// from it; world frame [m].
    std::function<double(const Vector3& point)> distance;
    /// Whether drops thinner than two cells fly on as spray, and give their volume back where they fall; false: they
    /// vanish, and their volume goes to all of the surface.
    bool hasSpray = false;
};

/// Box, resolution and fluid of a FluidGrid.
struct FluidGridDef {
    Vector3 lowCorner = Vector3::Zero();     ///< world frame [m]
    double spacing = 0.1;                    ///< edge of a cell [m], > 0
    std::array<int, 3> cells = {32, 32, 32}; ///< along x, y and z, 4 to 512 each
    std::array<GridSide, 6> sides;           ///< low x, high x, low y, high y, low z, high z; default: walls
    double density = 998.2;                  ///< [kg/m^3], > 0; default: water
    double dynamicViscosity = 1.0e-3;        ///< [Pa s], >= 0; default: water
    Vector3 velocity = Vector3::Zero();      ///< of the fluid at the start, and of new cells of shift() [m/s]
    /// With a surface: the fluid falls and has waves. Side walls and the bottom are walls, slip walls or periodic; the
    /// high side of z is a wall, a slip wall or open, at least four cells above the highest crest: a lid nearer damps.
    std::optional<GridSurfaceDef> surface;

    /// Low or high side of an axis. \param axis 0 to 2
    const GridSide& side(int axis, bool high) const {
        return sides[static_cast<std::size_t>(2 * axis + (high ? 1 : 0))];
    }
    /// Sets all sides to one kind, with the velocity `velocity` of this structure.
    void setSides(GridSideKind kind) { sides.fill({kind, velocity}); }
    Vector3 size() const { return spacing * Vector3(cells[0], cells[1], cells[2]); } ///< of the box [m]
    Vector3 highCorner() const { return lowCorner + size(); }                        ///< world frame [m]
    /// Whether a point lies in the box or on its sides; false if it is not finite. \param point world frame [m]
    bool contains(const Vector3& point) const {
        return ((point - lowCorner).array() >= 0.0).all() && ((highCorner() - point).array() >= 0.0).all();
    }
};

/// \throws std::invalid_argument naming the value that is out of range
void requireValid(const FluidGridDef& def);

} // namespace ambient
