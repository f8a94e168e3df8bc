// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/EllipsoidFish.h"

namespace samples {
namespace {

/// A fish of three ellipsoids swims by beating with its two joints. The segments feel each other's flow through the
/// joints' motors as well. The segments of a second fish do not; the second fish beats in the same way.
class RoboticFish final : public Scene {
  public:
    std::vector<Parameter> parameters() const override { return beatParameters(1.0); }
    double defaultDuration() const override { return 4.0; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        fillFishTank(context);
        btFluidCoupling& coupling = addCoupling(context);
        const auto model = fishSegmentModel(context);
        beat(context, values, addFish(context, coupling, model, "fish", {0, 0, 0}, true));
        beat(context, values, addFish(context, coupling, model, "fish, alone", {0, 0.8, 0}, false));
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        char text[200];
        std::snprintf(text, sizeof text, "swam %.1f mm ahead; segments that do not feel each other: %.1f mm\n",
                      1e3 * fishWay(record, last, 0).x(), 1e3 * fishWay(record, last, kFishSegments).x());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec = fishPlot("A fish of three ellipsoids, coupled by their flow");
        spec.panels = {
            {"way ahead [mm]",
             1.0,
             {},
             {{"coupled", [](const RunRecord& r, int frame) { return 1e3 * fishWay(r, frame, 0).x(); }},
              {"alone", [](const RunRecord& r, int frame) { return 1e3 * fishWay(r, frame, kFishSegments).x(); }}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createRoboticFish() {
    return std::make_unique<RoboticFish>();
}

} // namespace samples
