// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridSurface.h"
#include "interface/Scene.h"
#include "scenes/parts/TankWater.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A ball falls into a pool, and a block thrown up with it a little later; their waves lift a raft at the other end,
/// which nothing else moves.
class PoolSplash final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"density", "1", 0.6, 0.2, 0.95, "of ball and block over the water's"},
                {"height", "m", 0.25, 0.05, 0.4, "of the ball above the water at the start"},
                {"throw", "m/s", 1.8, 0.0, 2.2, "upward speed of the block at the start"},
                {"spacing", "m", 0.06, 0.04, 0.06, "edge of a cell of the grid"},
                {"spray", "1", 0.0, 0.0, 1.0, "1: drops that are too small for the grid fly on", true}};
    }

    double defaultDuration() const override { return 3.0; }
    double galleryDuration() const override { return 1.8; }
    double galleryCost() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 90.0; }
    std::string defaultSolver() const override { return "fluid"; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::FluidGridDef box;
        box.spacing = values["spacing"];
        const auto count = [&](double metres) { return int(std::lround(metres / box.spacing)); };
        box.cells = {count(2.1), count(1.2), count(1.2)};
        box.surface.emplace().level = kDepth;
        box.surface->hasSpray = values["spray"] > 0.5;
        const double density = ambient::UniformMedium::water().density();
        const std::shared_ptr<ambient::WorldDescription> tank = makeTankWorld(box);
        const double middle = 0.5 * box.size().y(), top = kDepth + values["height"];
        using Kind = ambient::WorldShape::Kind;
        const ambient::Vector3 raft(0.36, 0.48, 0.24);
        addToTank(*tank, "raft", Kind::Box, raft, kRaftDensity * density,
                  {1.7, middle, kDepth + (0.5 - kRaftDensity) * raft.z()});
        addToTank(*tank, "ball", Kind::Sphere, {0.18, 0.0, 0.0}, values["density"] * density,
                  {0.35, middle - 0.2, top + 0.18});
        addToTank(*tank, "block", Kind::Box, {0.3, 0.3, 0.3}, values["density"] * density,
                  {0.85, middle + 0.15, top + 0.15});
        tank->bodies.back().velocity.linear.z() = values["throw"];
        const btFluidGrid* const grid = startTank(context, tank);
        if (!grid) return;
        const ambient::FluidGrid& water = grid->getGrid();
        const double x = 1.3;
        context.addGauge("height of the water before the raft [m]",
                         [&water, x, middle] { return water.surface()->heightAt(x, middle) - kDepth; });
    }

    std::string summary(const RunRecord& record) const override {
        double low = 1e300, high = -1e300;
        for (int frame = 0; frame < record.frameCount(); ++frame) {
            low = std::min(low, record.at(frame).worldFromBody.position.z());
            high = std::max(high, record.at(frame).worldFromBody.position.z());
        }
        const double way = record.last().worldFromBody.position.x() - record.at(0).worldFromBody.position.x();
        char text[160];
        std::snprintf(text, sizeof text, "the waves moved the raft up and down by %.1f cm and %.1f cm along\n",
                      100.0 * (high - low), 100.0 * way);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Waves of falling bodies lift a raft";
        spec.azimuth = -58.0;
        spec.elevation = 18.0;
        spec.ground = 0.0;
        spec.exposure = 0.3;
        spec.colours = PlotColours::Curves;
        const auto height = [](const RunRecord& record, int frame) {
            return record.gauges.empty() ? 0.0 : 100.0 * record.gauges[0].values[std::size_t(frame)];
        };
        spec.panels = {{"height [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"height of the water before the raft [cm]", 1.0, {}, {{"", height}}}};
        return spec;
    }

  private:
    static constexpr double kDepth = 0.42;      ///< of the water [m]
    static constexpr double kRaftDensity = 0.3; ///< over the water's
};

} // namespace

std::unique_ptr<Scene> createPoolSplash() {
    return std::make_unique<PoolSplash>();
}

} // namespace samples
