// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridWater.h"

#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridInterpolation.h"
#include "AmbientFluidGrid/GridSurface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace ambient {

/// Copies of the grid's numbers.
struct GridWater::Fields {
    FluidGridDef def;
    GridLayout layout;
    GridVelocity velocity, acceleration; ///< with borders
    std::vector<double> heights;         ///< of the surface above the middle of each column of cells [m]
    std::array<double, 2> range = {0.0, 0.0};

    /// Place of a column, at the nearest one for indices outside.
    double columnAt(int i, int j) const {
        const auto inside = [this](int index, std::size_t axis) {
            const int count = def.cells[axis];
            const bool isPeriodic = def.sides[2 * axis].kind == GridSideKind::Periodic;
            return std::size_t(isPeriodic ? (index % count + count) % count : std::clamp(index, 0, count - 1));
        };
        return heights[inside(j, 1) * std::size_t(def.cells[0]) + inside(i, 0)];
    }

    /// Whether a point is beyond a side that holds the water, with half a cell of room.
    bool isBeyond(const Vector3& point) const {
        for (int axis = 0; axis < 2; ++axis) {
            const double room = 0.5 * def.spacing;
            const bool isOutside =
                point[axis] < def.lowCorner[axis] - room || point[axis] > def.highCorner()[axis] + room;
            if (isOutside && def.side(axis, false).kind != GridSideKind::Periodic) return true;
        }
        return false;
    }

    /// Height and slopes, bilinear between the middles of four columns.
    Vector3 heightAndSlopes(const Vector3& point) const {
        const double x = (point.x() - def.lowCorner.x()) / def.spacing - 0.5,
                     y = (point.y() - def.lowCorner.y()) / def.spacing - 0.5;
        if (!(std::abs(x) < 1e6 && std::abs(y) < 1e6) || isBeyond(point)) return {def.lowCorner.z(), 0.0, 0.0};
        const int i = int(std::floor(x)), j = int(std::floor(y));
        const double u = x - i, v = y - j;
        const double a = columnAt(i, j), b = columnAt(i + 1, j), c = columnAt(i, j + 1), d = columnAt(i + 1, j + 1);
        return {(1.0 - v) * ((1.0 - u) * a + u * b) + v * ((1.0 - u) * c + u * d),
                ((1.0 - v) * (b - a) + v * (d - c)) / def.spacing, ((1.0 - u) * (c - a) + u * (d - b)) / def.spacing};
    }
};

class GridWater::Flow final : public AmbientFlow {
  public:
    explicit Flow(std::shared_ptr<const Fields> fields) : m_fields(std::move(fields)) {}

    void sampleMany(const Vector3* points, int count, double, FlowSample* samples) const override {
        const Fields& f = *m_fields;
        const double step = 0.5 * f.def.spacing;
        for (int p = 0; p < count; ++p) {
            FlowSample& s = samples[p];
            s.velocity = interpolate(f.def, f.layout, f.velocity, points[p]);
            for (int axis = 0; axis < 3; ++axis) {
                const Vector3 aside = step * Vector3::Unit(axis);
                s.gradient.col(axis) = (interpolate(f.def, f.layout, f.velocity, points[p] + aside) -
                                        interpolate(f.def, f.layout, f.velocity, points[p] - aside)) /
                                       (2.0 * step);
            }
            s.rate = interpolate(f.def, f.layout, f.acceleration, points[p]) - s.gradient * s.velocity;
        }
    }

  private:
    std::shared_ptr<const Fields> m_fields;
};

class GridWater::Surface final : public WaterSurface {
  public:
    explicit Surface(std::shared_ptr<const Fields> fields)
        : WaterSurface(Vector3::UnitZ()), m_fields(std::move(fields)) {}

    void sampleMany(const Vector3* points, int count, double, SurfaceSample* samples) const override {
        const Fields& f = *m_fields;
        for (int p = 0; p < count; ++p) {
            const Vector3 at = f.heightAndSlopes(points[p]);
            const Vector3 place(points[p].x(), points[p].y(), at[0]);
            SurfaceSample& s = samples[p];
            s.height = at[0];
            s.normal = Vector3(-at[1], -at[2], 1.0).normalized();
            s.velocity = interpolate(f.def, f.layout, f.velocity, place);
            s.acceleration = interpolate(f.def, f.layout, f.acceleration, place);
        }
    }
    std::array<double, 2> heightRange(double) const override { return m_fields->range; }

  private:
    std::shared_ptr<const Fields> m_fields;
};

GridWater::GridWater(const FluidGrid& grid, const UniformMedium& air) : m_fields(std::make_shared<Fields>()) {
    if (!grid.surface()) throw std::invalid_argument("GridWater: the grid has no surface");
    update(grid);
    const UniformMedium water(grid.def().density, grid.def().dynamicViscosity);
    m_medium =
        std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(water, std::make_shared<Flow>(m_fields)),
                                        std::make_shared<UniformMedium>(air), std::make_shared<Surface>(m_fields));
}

GridWater::~GridWater() = default;

void GridWater::update(const FluidGrid& grid) {
    Fields& f = *m_fields;
    f.def = grid.def();
    f.layout = grid.layout();
    f.velocity = grid.velocity();
    f.acceleration = grid.surfaceAcceleration();
    FluidGridDef slip = f.def; // the acceleration by pressure does not stick to walls
    for (GridSide& side : slip.sides)
        if (side.kind == GridSideKind::Wall) side.kind = GridSideKind::SlipWall;
    fillVelocityBorders(f.def, f.layout, f.velocity);
    fillVelocityBorders(slip, f.layout, f.acceleration);
    f.heights.clear();
    for (int j = 0; j < f.def.cells[1]; ++j)
        for (int i = 0; i < f.def.cells[0]; ++i) {
            const Vector3 center = grid.centerOf(i, j, 0);
            const double height = grid.surface()->heightAt(center.x(), center.y());
            f.heights.push_back(std::isfinite(height) ? height : f.def.lowCorner.z());
        }
    const auto range = std::minmax_element(f.heights.begin(), f.heights.end());
    f.range = {std::min(*range.first, f.def.lowCorner.z()), *range.second};
}

} // namespace ambient
