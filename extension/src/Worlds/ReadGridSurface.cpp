// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ambient {
namespace {

/// A standing wave of the surface.
struct SurfaceMode {
    double amplitude;
    std::array<double, 2> halfWaves; ///< in the box
};

/// A column of water, or a place without water.
struct SurfaceColumn {
    std::array<double, 2> low, high; ///< -infinity and infinity at the sides of the box
    double height;

    /// Signed distance of its sides, negative inside.
    double outside(const Vector3& point) const {
        return std::max(std::max(low[0] - point.x(), point.x() - high[0]),
                        std::max(low[1] - point.y(), point.y() - high[1]));
    }
};

SurfaceMode readMode(const WorldValue& value) {
    const WorldObject object(value, "grid_mode");
    const WorldValue halves = object.at("half_waves");
    const std::vector<double> counts = halves.numbers(2, 2);
    for (const double count : counts)
        if (!(count >= 0.0 && count <= 512.0) || count != std::floor(count))
            halves.refuse("are not two whole numbers from 0 to 512");
    return {object.at("amplitude").number(), {counts[0], counts[1]}};
}

SurfaceColumn readColumn(const WorldValue& value, const FluidGridDef& box) {
    const WorldObject object(value, "grid_column");
    const std::vector<double> low = object.at("min").numbers(2, 2), high = object.at("max").numbers(2, 2);
    SurfaceColumn column{{low[0], low[1]}, {high[0], high[1]}, object.at("height").number()};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (!(column.low[axis] < column.high[axis])) object.at("max").refuse("is not above 'min'");
        if (column.low[axis] <= box.lowCorner[int(axis)]) column.low[axis] = -kInfinity;
        if (column.high[axis] >= box.highCorner()[int(axis)]) column.high[axis] = kInfinity;
    }
    return column;
}

/// Distances of a surface with standing waves, and columns in place of it.
std::function<double(const Vector3&)> distanceOf(double height, std::vector<SurfaceMode> modes,
                                                 std::vector<SurfaceColumn> columns, const FluidGridDef& box) {
    return [=, corner = box.lowCorner, size = box.size()](const Vector3& point) {
        const double x = kPi * (point.x() - corner.x()) / size.x(), y = kPi * (point.y() - corner.y()) / size.y();
        double surface = height;
        for (const SurfaceMode& mode : modes)
            surface += mode.amplitude * std::cos(mode.halfWaves[0] * x) * std::cos(mode.halfWaves[1] * y);
        double distance = point.z() - surface;
        for (const SurfaceColumn& column : columns) {
            // Water of the column within, of the rest outside, and of both at the sides between them.
            const double within = point.z() - column.height, side = column.outside(point);
            distance = std::min({std::max(within, side), std::max(distance, -side), std::max(within, distance)});
        }
        return distance;
    };
}

} // namespace

void readGridSurface(const WorldValue& value, const Vector3& gravity, FluidGridDef& box) {
    GridSurfaceDef surface;
    surface.gravity = -gravity.z();
    if (!(surface.gravity > 0.0) || gravity.x() != 0.0 || gravity.y() != 0.0) value.refuse("needs gravity along -z");
    if (value.value.is_number()) {
        surface.level = value.number();
    } else {
        const WorldObject object(value, "grid_surface");
        surface.level = object.at("height").number();
        surface.hasSpray = object.flag("spray", false);
        std::vector<SurfaceMode> modes;
        std::vector<SurfaceColumn> columns;
        for (const WorldValue& mode : object.list("modes"))
            modes.push_back(readMode(mode));
        for (const WorldValue& column : object.list("columns"))
            columns.push_back(readColumn(column, box));
        if (!modes.empty() || !columns.empty())
            surface.distance = distanceOf(surface.level, std::move(modes), std::move(columns), box);
    }
    box.surface = surface;
    try {
        requireValid(box);
    } catch (const std::invalid_argument& error) {
        value.refuse(error.what());
    }
}

std::vector<std::array<double, 2>> readGridProbes(const WorldObject& grid, const FluidGridDef& box) {
    std::vector<std::array<double, 2>> probes;
    for (const WorldValue& value : grid.list("probes")) {
        if (!box.surface) value.refuse("needs a surface");
        const std::vector<double> place = value.numbers(2, 2);
        const Vector3 point(place[0], place[1], box.lowCorner.z());
        if (!box.contains(point)) value.refuse("is outside the box of the grid");
        probes.push_back({place[0], place[1]});
    }
    return probes;
}

} // namespace ambient
