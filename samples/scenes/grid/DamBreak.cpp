// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridSurface.h"
#include "interface/Scene.h"
#include "scenes/parts/TankWater.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace samples {
namespace {

constexpr double kWidth = 0.25; ///< a, of the column of water at the start [m]
/// Place of the front of an inviscid column twice as high as wide, in widths, over time in sqrt(a/2g): the flow on
/// grids of 12 to 32 cells a width. Measured fronts [MartinMoyce1952] follow about a quarter of a unit of time later,
/// because of gate and bed.
constexpr std::array<std::array<double, 2>, 8> kInviscidFront = {
    {{0.0, 1.0}, {0.6, 1.19}, {1.0, 1.50}, {1.4, 1.90}, {1.8, 2.36}, {2.2, 2.87}, {2.6, 3.41}, {3.0, 4.0}}};

/// Largest x of the water near the floor, in the middle of the tank [m].
double frontOf(const ambient::FluidGrid& grid) {
    const ambient::FluidGridDef& def = grid.def();
    const ambient::GridField& distance = grid.surface()->distance();
    double farthest = def.lowCorner.x();
    for (int k = 0; k < def.cells[2] / 4; ++k)
        for (int i = 0; i + 1 < def.cells[0]; ++i) {
            const auto cell = std::size_t(grid.layout().index(i, def.cells[1] / 2, k));
            if (distance[cell] < 0.0 && distance[cell + 1] >= 0.0)
                farthest = std::max(farthest, grid.centerOf(i, 0, 0).x() +
                                                  def.spacing * distance[cell] / (distance[cell] - distance[cell + 1]));
        }
    return farthest;
}

/// A column of water is let go, runs out over a dry floor, strikes a crate and comes back from the far wall. The front
/// is compared with that of inviscid water and with measurements.
class DamBreak final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"height", "1", 2.0, 1.0, 2.5, "of the column over its width; theory is for 2"},
                {"density", "1", 0.4, 0.1, 3.0, "of the crate over the water's"},
                {"fineness", "1", 10.0, 8.0, 24.0, "cells of the grid along the width of the column", true},
                {"spray", "1", 0.0, 0.0, 1.0, "1: drops that are too small for the grid fly on", true}};
    }

    double defaultDuration() const override { return 1.6; }
    double galleryDuration() const override { return 1.0; }
    double galleryCost() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::FluidGridDef box;
        const int fineness = int(values["fineness"]);
        const double height = values["height"] * kWidth;
        box.spacing = kWidth / fineness;
        box.cells = {6 * fineness, fineness, int(std::ceil(height / box.spacing)) + 5};
        box.surface.emplace().distance = [height](const ambient::Vector3& point) {
            return std::max(point.x() - kWidth, point.z() - height);
        };
        box.surface->hasSpray = values["spray"] > 0.5;
        const double density = ambient::UniformMedium::water().density(), side = 0.55 * kWidth;
        const std::shared_ptr<ambient::WorldDescription> tank = makeTankWorld(box);
        addToTank(*tank, "crate", ambient::WorldShape::Kind::Box, ambient::Vector3::Constant(side),
                  values["density"] * density, {4.6 * kWidth, 0.5 * kWidth, 0.5 * side});
        const btFluidGrid* const grid = startTank(context, tank);
        if (!grid) return;
        const ambient::FluidGrid& water = grid->getGrid();
        addMiddleLine(context, water);
        context.addGauge("front over the width of the column [1]", [&water] { return frontOf(water) / kWidth; });
    }

    std::string summary(const RunRecord& record) const override {
        if (record.gauges.empty()) return "there is no water\n";
        const double time = std::sqrt(0.5 * kWidth / kTankGravity);
        double most = 0.0;
        for (int frame = 0; frame < record.frameCount() && record.at(frame).time <= 2.6 * time; ++frame)
            most = std::max(most, std::abs(record.gauges[0].values[std::size_t(frame)] /
                                               inviscidFront(record.at(frame).time / time, 0.0) -
                                           1.0));
        double way = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            way = std::max(way, record.at(frame).worldFromBody.position.x() - record.at(0).worldFromBody.position.x());
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the front was within %.1f %% of inviscid theory before the crate; the crate went up to %.2f m along\n",
            100.0 * most, way);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A column of water runs out (lines: its surface before)";
        spec.wide = true;
        spec.azimuth = -68.0;
        spec.elevation = 13.0;
        spec.ground = 0.0;
        spec.exposure = 0.15;
        spec.paths.emplace();
        PlotPanel front{"front over the width of the column [1]", 1.0};
        front.abscissa = "time over the square root of width/2g [1]";
        front.traces = [](const RunRecord& record) -> std::vector<PlotTrace> {
            const double time = std::sqrt(0.5 * kWidth / kTankGravity);
            PlotTrace grid{"on the grid", {}}, theory{"inviscid", {}}, measured{"0.25 later, about as measured", {}};
            for (int frame = 0; !record.gauges.empty() && frame < record.frameCount(); ++frame)
                if (record.at(frame).time < 3.2 * time)
                    grid.points.push_back({record.at(frame).time / time, record.gauges[0].values[std::size_t(frame)]});
            for (double t = 0.0; t <= 3.0; t += 0.1)
                theory.points.push_back({t, inviscidFront(t, 0.0)});
            for (double t = 0.4; t <= 3.2; t += 0.2)
                measured.points.push_back({t, inviscidFront(t, 0.25)});
            return {grid, theory, measured};
        };
        spec.panels = {front,
                       {"speed of the crate [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    /// Between the entries of the table. \param lag in its units of time
    static double inviscidFront(double time, double lag) {
        const double t = std::clamp(time - lag, 0.0, kInviscidFront.back()[0]);
        std::size_t next = 1;
        while (next + 1 < kInviscidFront.size() && kInviscidFront[next][0] < t)
            ++next;
        const auto &from = kInviscidFront[next - 1], &to = kInviscidFront[next];
        if (next == 1) return from[1] + (to[1] - from[1]) * std::pow(t / to[0], 2); // it starts from rest
        return from[1] + (to[1] - from[1]) * (t - from[0]) / (to[0] - from[0]);
    }
};

} // namespace

std::unique_ptr<Scene> createDamBreak() {
    return std::make_unique<DamBreak>();
}

} // namespace samples
