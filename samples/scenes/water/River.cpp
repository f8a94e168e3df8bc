// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/RiverFlow.h"

#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// Logs drift down a river past two bridge piers; some hit the piers. The river is faster in the middle than at the
/// banks.
class RiverScene final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"logs", "1", 12.0, 1.0, 100.0, "number of logs", true},
                {"length", "m", 1.6, 0.2, 10.0, "length of a log"},
                {"thickness", "m", 0.3, 0.05, 2.0, "diameter of a log"},
                {"density", "kg/m3", 600.0, 50.0, 950.0, "density of the wood (water: 998.2)"},
                {"current", "m/s", 1.2, 0.0, 5.0, "speed of the water in the middle of the river"},
                {"width", "m", 10.0, 4.0, 100.0, "width of the river"},
                {"pier", "m", 0.6, 0.1, 2.0, "radius of the two piers, each a quarter of the width from the middle"},
                {"seed", "1", 1.0, 1.0, 1e6, "seed of the random places of the logs", true},
                {"faces", "1", 100.0, 48.0, 4000.0, "approximate number of triangles of a log", true}};
    }

    double defaultDuration() const override { return 15.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        River river = {values["current"], values["width"], values["pier"]};
        const ambient::Quaternion level = ambient::Quaternion::Identity();
        for (const int side : {-1, 1}) {
            river.piers.push_back({0.0, side * 0.25 * river.width, 0.0});
            const std::string suffix = side < 0 ? "-1" : "-2";
            context.addStaticCylinder("pier" + suffix, river.pierRadius, 3.0, {level, river.piers.back()});
            context.addStaticBox("bank" + suffix, {4.0 * river.width, 1.0, 2.0},
                                 {level, {0.5 * river.width, side * (0.5 * river.width + 0.5), 0.0}});
        }
        const std::shared_ptr<const ambient::FluidMedium> medium = riverUnderAir(river);
        context.setMedium(medium);
        addLogs(values, *medium, context);
    }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1, count = record.bodyCount();
        double slowest = 1e30, fastest = -1e30, mean = 0.0, draft = 0.0, turned = 0.0;
        int past = 0;
        for (int body = 0; body < count; ++body) {
            const BodySample &first = record.at(0, body), &s = record.at(end, body);
            const double speed = (s.worldFromBody.position - first.worldFromBody.position).x() / s.time;
            slowest = std::min(slowest, speed);
            fastest = std::max(fastest, speed);
            mean += speed / count;
            past += s.worldFromBody.position.x() > 0.0;
            turned += std::acos(std::min(1.0, std::abs(axisOf(first).dot(axisOf(s))))) * 180.0 / ambient::kPi / count;
            if (record.medium) draft += relativeDraft(record, end, body) / count;
        }
        char text[400];
        std::snprintf(text, sizeof text,
                      "%d of %d logs have passed the piers; mean speed over ground %.2f m/s (%.2f to %.2f m/s)\n"
                      "they turned by %.0f deg on average; %.3f of Archimedes' volume is under water at the end\n",
                      past, count, mean, slowest, fastest, turned, draft);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Logs drift down a river past two piers";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.shownTimes = {0.0, 5.0, 10.0, 1e9};
        spec.colours = PlotColours::Bodies;
        spec.panels = {wayPanel("downstream of the piers [m]", "log"),
                       {"speed of the fastest log [m/s]", 0.1, {}, {{"", largestSpeed}}}};
        return spec;
    }

  private:
    /// Places the logs in rows across the river upstream of the piers, at rest relative to the water.
    static void addLogs(const ParameterValues& values, const ambient::FluidMedium& medium, SceneContext& context) {
        const double radius = 0.5 * values["thickness"], length = values["length"], cell = 1.1 * length;
        const auto model = context.buildModel(ambient::makeCylinder(radius, length, static_cast<int>(values["faces"])));
        ambient::SeededRandom random(static_cast<std::uint64_t>(values["seed"]));
        const int count = static_cast<int>(values["logs"]);
        const int row = std::max(1, static_cast<int>((values["width"] - 1.0) / cell));
        for (int i = 0; i < count; ++i) {
            BodySpec log;
            log.name = "log-" + paddedNumber(i + 1, count);
            log.model = model;
            log.shape = cylinderOf(radius, length);
            log.fill(values["density"]);
            const double angle = random.angle();
            log.worldFromBody.orientation =
                ambient::expSO3({0.0, 0.0, angle}) * ambient::expSO3({0.0, ambient::kPi / 2.0, 0.0});
            log.worldFromBody.position = {-2.0 * cell - (i / row) * cell, (i % row - 0.5 * (row - 1)) * cell, 0.0};
            log.worldFromBody.position.z() = floatingHeight(log, medium);
            log.velocity.linear =
                medium.sample(log.worldFromBody.position - ambient::Vector3(0, 0, radius), 0.0).velocity;
            context.addBody(std::move(log));
        }
    }
};

} // namespace

std::unique_ptr<Scene> createRiver() {
    return std::make_unique<RiverScene>();
}

} // namespace samples
