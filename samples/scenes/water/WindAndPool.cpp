// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/RiverFlow.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

using ambient::UniformMedium;
using ambient::Vector3;

constexpr double kWidth = 4.0, kDepth = 1.2, kBank = 0.4, kTerrace = 5.0, kPool = 4.0, kEnd = 14.0; // [m]

/// A wind zone blows balls off a terrace into a pool, and a river carries them away: three regions with separate media
/// in still air.
class WindAndPool final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"balls", "1", 9.0, 1.0, 15.0, "number of balls", true},
                {"diameter", "m", 0.4, 0.1, 0.5, "diameter of a ball"},
                {"lightest", "kg/m3", 5.0, 2.0, 900.0, "density of the first ball; 5: a beach ball"},
                {"heaviest", "kg/m3", 40.0, 2.0, 900.0, "density of the last ball; the others lie in between"},
                {"wind", "m/s", 8.0, 0.0, 20.0, "wind speed over the terrace and the pool"},
                {"current", "m/s", 1.5, 0.0, 4.0, "speed of the water in the middle of the river"},
                {"faces", "1", 320.0, 80.0, 4000.0, "approximate number of triangles of a ball", true}};
    }

    double defaultDuration() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto air = std::make_shared<UniformMedium>(UniformMedium::air());
        const auto water = std::make_shared<UniformMedium>(UniformMedium::water());
        const auto wind = std::make_shared<UniformMedium>(air->movingAt({values["wind"], 0.0, 0.0}));
        const auto level = std::make_shared<ambient::FlatSurface>(0.0);
        const double side = 0.5 * kWidth, sky = 2.0;
        context.setMedium(air);
        context.addRegion({-kTerrace, -side, kBank}, {0.0, side, sky}, wind);
        context.addRegion({0.0, -side, -kDepth}, {kPool, side, sky},
                          std::make_shared<ambient::DividedMedium>(water, wind, level));
        context.addRegion({kPool, -side, -kDepth}, {kEnd, side, sky}, riverUnderAir({values["current"], kWidth}));
        addGround(context);
        addBalls(values, context);
    }

    bool finished(const RunRecord& run) const override { return furthest(run, run.frameCount() - 1, 1) > kEnd; }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1;
        const Afloat afloat = afloatIn(record, end), inRiver = afloatIn(record, end, kPool);
        int first = 0;
        while (first < end && furthest(record, first, 1) < 0.0)
            ++first;
        char text[300];
        std::snprintf(text, sizeof text,
                      "the first ball left the terrace after %.2f s; at the end %d of %d are afloat, %d in the river\n"
                      "%.3f of Archimedes' volume is under water on average\n",
                      record.at(first).time, afloat.count, record.bodyCount(), inRiver.count, afloat.meanDraft);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Wind blows balls into a pool, a river takes them away";
        spec.wide = true;
        spec.shownTimes = {0.0, 2.0, 5.0, 1e9};
        spec.colours = PlotColours::Bodies;
        spec.panels = {wayPanel("way downwind [m]", "ball"),
                       {"speed of the fastest [m/s]", 0.1, {}, {{"", largestSpeed}}}};
        spec.azimuth = -70.0;
        spec.elevation = 25.0;
        return spec;
    }

  private:
    /// Adds the terrace, the bed, and the banks of pool and river.
    static void addGround(SceneContext& context) {
        const ambient::Quaternion level = ambient::Quaternion::Identity();
        const double thickness = 0.3, width = kWidth + 2.0 * thickness, bottom = -kDepth - thickness;
        context.addStaticBox("terrace", {kTerrace, width, kBank - bottom},
                             {level, {-0.5 * kTerrace, 0.0, 0.5 * (kBank + bottom)}});
        context.addStaticBox("bed", {kEnd, width, thickness}, {level, {0.5 * kEnd, 0.0, bottom + 0.5 * thickness}});
        for (const int side : {-1, 1})
            context.addStaticBox(side < 0 ? "bank-1" : "bank-2", {kEnd, thickness, kDepth + 0.5 * kBank},
                                 {level, {0.5 * kEnd, 0.5 * side * (kWidth + thickness), 0.25 * kBank - 0.5 * kDepth}});
    }

    /// Places the balls in rows of three on the terrace.
    static void addBalls(const ParameterValues& values, SceneContext& context) {
        const double radius = 0.5 * values["diameter"];
        const auto model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
        const int count = static_cast<int>(values["balls"]);
        for (int i = 0; i < count; ++i) {
            const double share = count > 1 ? i / (count - 1.0) : 0.0;
            const double density = values["lightest"] * std::pow(values["heaviest"] / values["lightest"], share);
            const Ball hollow = {radius, density * model->volume(), 2.0 / 3.0};
            BodySpec ball = makeBall("ball-" + paddedNumber(i + 1, count), hollow, model);
            ball.restitution = 0.7;
            ball.worldFromBody.position = {-1.5 - 3.2 * radius * (i / 3), 3.2 * radius * (i % 3 - 1), kBank + radius};
            context.addBody(std::move(ball))->setActivationState(DISABLE_DEACTIVATION);
        }
    }
};

} // namespace

std::unique_ptr<Scene> createWindAndPool() {
    return std::make_unique<WindAndPool>();
}

} // namespace samples
