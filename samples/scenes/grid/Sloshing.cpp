// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridSurface.h"
#include "interface/Scene.h"
#include "scenes/parts/TankWater.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// Water in a tank swings from wall to wall, from a slope of half a wave at rest. A float shows the height at the wall,
/// beside linear theory: a cos(2 pi f t), f = sqrt(g k tanh(k d))/(2 pi), k = pi over the length [Lamb1932, art. 228].
class Sloshing final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"depth", "1", 0.5, 0.15, 1.0, "of the water over the length of the tank"},
                {"amplitude", "1", 0.04, 0.005, 0.1, "of the wave over the length of the tank"},
                {"cells", "1", 32.0, 20.0, 64.0, "cells of the grid along the tank", true}};
    }

    double defaultDuration() const override { return 5.0; }
    double galleryCost() const override { return 6.0; }
    double defaultTimeStep() const override { return 1.0 / 150.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double depth = values["depth"] * kLength, amplitude = values["amplitude"] * kLength;
        const int cells = int(values["cells"]);
        context.setMedium(ambient::UniformMedium::water());
        ambient::FluidGridDef box;
        box.spacing = kLength / cells;
        box.cells = {cells, 6, int(std::ceil((depth + amplitude) / box.spacing)) + 5};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.surface.emplace().distance = [=](const ambient::Vector3& point) {
            return point.z() - depth - amplitude * std::cos(ambient::kPi * point.x() / kLength);
        };
        const ambient::FluidGrid* const grid = context.isVacuum() ? nullptr : &addWaterGrid(context, box).getGrid();
        const double middle = 0.5 * box.size().y();
        context.addMoved("float", ambient::makeSphere(0.02 * kLength, 320), std::make_unique<btEmptyShape>(),
                         [=](double) {
                             const double height = grid ? grid->surface()->heightAt(0.0, middle) : depth;
                             return ambient::Pose{ambient::Quaternion::Identity(), {0.0, middle, height}};
                         });
        if (!grid) return;
        const auto energy = [grid] { return grid->kineticEnergy() + grid->surface()->potentialEnergy(); };
        const double k = ambient::kPi / kLength, rate = std::sqrt(kTankGravity * k * std::tanh(k * depth));
        context.addGauge("height at the wall [m]", [=] { return grid->surface()->heightAt(0.0, middle) - depth; });
        context.addGauge("height at the wall by linear theory [m]",
                         [=] { return amplitude * std::cos(rate * grid->time()); });
        context.addGauge("energy over that at the start [1]", [=, start = energy()] { return energy() / start; });
        addMiddleLine(context, *grid);
    }

    std::string summary(const RunRecord& record) const override {
        if (record.gauges.empty()) return "there is no water\n";
        const double measured = frequencyOf(record.gauges[0].values, record.timeStep);
        const double linear = frequencyOf(record.gauges[1].values, record.timeStep);
        if (!(measured > 0.0 && linear > 0.0)) return "too short for a frequency: see a few periods\n";
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the water swung %.4f times a second, %.4f of linear theory; at the end it had %.3f of its energy\n",
            measured, measured / linear, record.gauges[2].values.back());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Water swings in a tank";
        spec.azimuth = -70.0;
        spec.elevation = 14.0;
        spec.ground = 0.0;
        spec.shownTimes = {0.0, 0.15, 0.3, 0.45, 0.6};
        spec.paths.emplace();
        const auto height = [](std::size_t gauge) {
            return [gauge](const RunRecord& record, int frame) {
                return record.gauges.empty() ? 0.0 : 100.0 * record.gauges[gauge].values[std::size_t(frame)];
            };
        };
        const auto energy = [](const RunRecord& record, int frame) {
            return record.gauges.empty() ? 0.0 : record.gauges[2].values[std::size_t(frame)];
        };
        spec.panels = {
            {"height at the wall [cm]", 1.0, {}, {{"water on the grid", height(0)}, {"linear theory", height(1)}}},
            {"energy over that at the start [1]", 0.1, {}, {{"", energy}}}};
        return spec;
    }

  private:
    static constexpr double kLength = 1.0; ///< of the tank [m]
    /// From the first to the last upward crossing of zero [1/s]; 0: there are no two.
    static double frequencyOf(const std::vector<double>& heights, double timeStep) {
        double first = 0.0, last = 0.0;
        int crossings = 0;
        for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
            if (!(heights[i] < 0.0 && heights[i + 1] >= 0.0)) continue;
            last = timeStep * (double(i) + heights[i] / (heights[i] - heights[i + 1]));
            if (crossings++ == 0) first = last;
        }
        return crossings > 1 ? (crossings - 1) / (last - first) : 0.0;
    }
};

} // namespace

std::unique_ptr<Scene> createSloshing() {
    return std::make_unique<Sloshing>();
}

} // namespace samples
