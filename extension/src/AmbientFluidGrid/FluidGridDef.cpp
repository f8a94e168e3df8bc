// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGridDef.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

constexpr const char* kSideNames[] = {"low x", "high x", "low y", "high y", "low z", "high z"};

[[noreturn]] void reject(const std::string& why) {
    throw std::invalid_argument("FluidGridDef: " + why);
}

void requireValidSide(const FluidGridDef& def, int side) {
    const GridSide& at = def.sides[static_cast<std::size_t>(side)];
    const GridSide& opposite = def.sides[static_cast<std::size_t>(side ^ 1)];
    const std::string name = std::string("the side ") + kSideNames[side];
    if (!at.velocity.allFinite()) reject(name + " has a velocity that is not finite");
    if (at.kind == GridSideKind::Periodic && opposite.kind != GridSideKind::Periodic)
        reject(name + " is periodic, the opposite side is not");
    if (at.kind == GridSideKind::Wall && at.velocity[side / 2] != 0.0)
        reject(name + " is a wall that moves inwards or outwards");
}

void requireValidSurface(const FluidGridDef& def) {
    const GridSurfaceDef& surface = *def.surface;
    if (!(surface.gravity > 0.0) || !std::isfinite(surface.gravity))
        reject("the gravity of the surface is " + std::to_string(surface.gravity) + " m/s^2");
    const double low = def.lowCorner.z(), high = def.highCorner().z();
    if (!surface.distance && !(surface.level > low && surface.level < high))
        reject("the level of the surface is " + std::to_string(surface.level) + " m, outside the box from " +
               std::to_string(low) + " to " + std::to_string(high) + " m");
    for (std::size_t side = 0; side < 6; ++side) {
        const GridSideKind kind = def.sides[side].kind;
        const bool isTop = side == 5;
        const bool fits = kind == GridSideKind::Wall || kind == GridSideKind::SlipWall ||
                          (isTop ? kind == GridSideKind::Open : side < 4 && kind == GridSideKind::Periodic);
        if (!fits)
            reject(std::string("the side ") + kSideNames[side] + " beside a surface is " +
                   (isTop       ? "neither a wall, a slip wall nor open"
                    : side == 4 ? "neither a wall nor a slip wall"
                                : "neither a wall, a slip wall nor periodic"));
    }
}

} // namespace

void requireValid(const FluidGridDef& def) {
    constexpr int kFewest = 4, kMost = 512;
    if (!(def.spacing > 0.0) || !std::isfinite(def.spacing))
        reject("the spacing is " + std::to_string(def.spacing) + " m");
    for (const int count : def.cells)
        if (count < kFewest || count > kMost)
            reject(std::to_string(count) + " cells along an axis; 4 to 512 are possible");
    if (!(def.density > 0.0) || !std::isfinite(def.density)) reject("the density is " + std::to_string(def.density));
    if (!(def.dynamicViscosity >= 0.0) || !std::isfinite(def.dynamicViscosity))
        reject("the viscosity is " + std::to_string(def.dynamicViscosity));
    if (!def.lowCorner.allFinite()) reject("the corner is not finite");
    if (!def.velocity.allFinite()) reject("the velocity is not finite");
    double inflow = 0.0, speeds = 0.0; // through all sides of a given flow, in faces times velocity
    bool isOpen = false;
    for (int side = 0; side < 6; ++side) {
        requireValidSide(def, side);
        const GridSide& at = def.sides[static_cast<std::size_t>(side)];
        isOpen = isOpen || at.kind == GridSideKind::Open;
        if (at.kind != GridSideKind::Inflow) continue;
        const int axis = side / 2;
        const double faces = double(def.cells[std::size_t((axis + 1) % 3)]) * def.cells[std::size_t((axis + 2) % 3)];
        inflow += faces * (side % 2 == 0 ? 1.0 : -1.0) * at.velocity[axis];
        speeds += faces * std::abs(at.velocity[axis]);
    }
    if (def.surface) requireValidSurface(def);
    if (!isOpen && std::abs(inflow) > 1e-12 * speeds) reject("more flows in than out, and no side is open");
}

} // namespace ambient
