// SPDX-License-Identifier: Zlib
#include "scenes/parts/WaterGrid.h"

#include "Output/FormattedText.h"
#include "scenes/parts/TankWater.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace samples {
namespace {

/// Points moving with the water of a grid, by the midpoint rule.
class CarriedParticles final : public btActionInterface {
  public:
    CarriedParticles(const ambient::FluidGrid& grid, int count) : m_grid(grid) {
        std::mt19937 engine(1);
        const auto share = [&engine] { return double(engine()) / double(std::mt19937::max()); };
        const ambient::Vector3 size = grid.def().size();
        for (int i = 0; i < count; ++i) {
            const double x = share(), y = share(), z = share();
            m_places.push_back(grid.def().lowCorner + ambient::Vector3(x, y, z).cwiseProduct(size));
        }
    }

    void updateAction(btCollisionWorld*, btScalar timeStep) override {
        const double duration = double(timeStep);
        for (ambient::Vector3& place : m_places) {
            if (!m_grid.def().contains(place)) continue;
            const ambient::Vector3 half = place + 0.5 * duration * m_grid.velocityAt(place);
            place += duration * m_grid.velocityAt(half);
        }
    }
    void debugDraw(btIDebugDraw*) override {}

    std::vector<Eigen::Vector3f> places() const {
        std::vector<Eigen::Vector3f> all;
        for (const ambient::Vector3& place : m_places)
            all.push_back(place.cast<float>());
        return all;
    }

  private:
    const ambient::FluidGrid& m_grid;
    std::vector<ambient::Vector3> m_places;
};

} // namespace

btFluidGrid& addWaterGrid(SceneContext& context, const ambient::FluidGridDef& box) {
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box = box;
    info.m_log = [&context](const std::string& line) { context.report(line); };
    auto grid = std::make_unique<btFluidGrid>(context.fluid(), info);
    btFluidGrid& added = *grid;
    context.addAction(std::move(grid));
    context.addSolvedBodies(added);
    showTank(context, added.getGrid());
    return added;
}

void addParticles(SceneContext& context, const btFluidGrid& grid, int count) {
    if (count == 0) return;
    auto particles = std::make_unique<CarriedParticles>(grid.getGrid(), count);
    context.setParticles([&all = *particles] { return all.places(); });
    context.addAction(std::move(particles));
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
    slice.place = ambient::format("slice at %s = %.2g m", across == 0 ? "x" : across == 1 ? "y" : "z", slice.across);
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

RecordedSlice partOf(const RecordedSlice& slice, const PlanePoint& low, const PlanePoint& high) {
    const auto cells = [&](double from, double to, double edge, int count) {
        const auto at = [&](double place) { return int(std::lround((place - edge) / slice.spacing)); };
        const int first = std::clamp(at(from), 0, count - 2);
        return std::pair<int, int>(first, std::clamp(at(to) - first, 2, count - first));
    };
    const auto [left, columns] = cells(low.x(), high.x(), slice.left, slice.columns);
    const auto [bottom, rows] = cells(low.y(), high.y(), slice.bottom, slice.rows);
    RecordedSlice part = slice;
    part.flowStride = 0;
    part.flow.clear();
    part.left += left * slice.spacing;
    part.bottom += bottom * slice.spacing;
    part.columns = columns;
    part.rows = rows;
    part.values.clear();
    for (int row = bottom; row < bottom + rows; ++row)
        for (int column = left; column < left + columns; ++column)
            part.values.push_back(slice.values[std::size_t(row) * std::size_t(slice.columns) + std::size_t(column)]);
    return part;
}

} // namespace samples
