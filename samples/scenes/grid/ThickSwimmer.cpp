// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// Purcell's swimmer, three links on two hinges, in thick fluid on a grid. One hinge moves after the other, and the
/// body swims; in reverse order the body swims back. If the hinges move together, they undo their work.
class ThickSwimmer final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"order", "1", 1.0, -1.0, 1.0, "1: the rear hinge leads, -1: it follows, 0: both move as one", true},
                {"amplitude", "rad", 0.8, 0.0, 1.2, "swing of the outer links to each side"},
                {"reynolds", "1", 1.0, 0.1, 100.0, "speed of a swing times a link's length over the viscosity"}};
    }

    double defaultDuration() const override { return 3.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double rate = 2.0 * ambient::kPi, swing = values["amplitude"], order = values["order"];
        const double density = 998.2;
        const double viscosity = density * rate * std::max(swing, 0.1) * kLink * kLink / values["reynolds"];
        context.setMedium(ambient::UniformMedium(density, viscosity));
        ambient::FluidGridDef box;
        box.density = density;
        box.dynamicViscosity = viscosity;
        box.spacing = kCell;
        box.cells = {72, 4, 48};
        box.sides[2].kind = box.sides[3].kind = ambient::GridSideKind::Periodic;
        const ambient::Vector3 size = box.size();
        box.lowCorner = -0.5 * size;
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        const auto shape = [=](double time) {
            const double phase = rate * time, lead = 0.25 * ambient::kPi * order;
            const double front = swing * std::cos(phase - lead), rear = swing * std::cos(phase + lead);
            const ambient::Pose half = inSlab(0.5 * kLink, 0.0, 0.0), back = inSlab(-0.5 * kLink, 0.0, 0.0);
            return std::vector<ambient::Pose>{ambient::Pose(), back * inSlab(0.0, 0.0, rear) * back,
                                              half * inSlab(0.0, 0.0, front) * half};
        };
        const char* const names[] = {"middle", "rear", "front"};
        const std::vector<ambient::Pose> start = shape(0.0);
        for (std::size_t link = 0; link < 3; ++link) {
            ambient::GridBody body = slabBar(0.5 * kLink - kRadius, kRadius, size.y(), density);
            body.worldFromBody = start[link];
            water.addFree(names[link], slabBarMesh(0.5 * kLink - kRadius, kRadius), body);
        }
        water.join(0, shape);
        water.start();
        if (context.isVacuum()) return;
        context.addSlice([&water] { return middleSlice(water.grid(), PlotView::Side, SliceQuantity::Speed, 4); });
    }

    std::string summary(const RunRecord& record) const override {
        const int cycle = int(std::lround(1.0 / record.timeStep)), last = record.frameCount() - 1;
        char text[160];
        if (last < cycle) return "the run is shorter than a cycle of 1 s\n";
        std::snprintf(text, sizeof text, "in its last cycle the swimmer went %.2f mm ahead, %.3f of a link's length\n",
                      1e3 * (aheadAt(record, last) - aheadAt(record, last - cycle)),
                      (aheadAt(record, last) - aheadAt(record, last - cycle)) / kLink);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Purcell's swimmer in thick fluid on a grid";
        spec.azimuth = -90.0;
        spec.elevation = 6.0;
        spec.exposure = 1.5;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"way ahead [mm]", 1.0, {}, {{"", [](const RunRecord& r, int frame) {
                                                         return 1e3 * (aheadAt(r, frame) - aheadAt(r, 0));
                                                     }}}}};
        return spec;
    }

  private:
    static constexpr double kCell = 0.01, kLink = 0.14, kRadius = 0.015; ///< [m]

    /// Centre of mass along x.
    static double aheadAt(const RunRecord& record, int frame) {
        double sum = 0.0;
        for (int link = 0; link < 3; ++link)
            sum += record.at(frame, link).worldFromBody.position.x();
        return sum / 3.0;
    }
};

} // namespace

std::unique_ptr<Scene> createThickSwimmer() {
    return std::make_unique<ThickSwimmer>();
}

} // namespace samples
