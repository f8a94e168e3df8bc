// SPDX-License-Identifier: Zlib
#include "Balls.h"
#include "Floating.h"
#include "RiverFlow.h"
#include "Scene.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kWidth = 4.0, kDepth = 1.2, kPoolEnd = 5.0, kRiverEnd = 16.0, kBank = 0.4; // [m]

/// A zone of wind blows balls off a terrace into a pool, and a river takes them away: three regions, each with a medium
/// of its own, in still air.
class WindAndPool final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"balls", "1", 9.0, 1.0, 18.0, "their number", true},
                {"diameter", "m", 0.4, 0.1, 0.5, "of a ball"},
                {"lightest", "kg/m3", 5.0, 2.0, 900.0, "density of the first ball: a beach ball"},
                {"heaviest", "kg/m3", 40.0, 2.0, 900.0, "of the last one; the others lie between them"},
                {"wind", "m/s", 8.0, 0.0, 20.0, "over the terrace and the pool"},
                {"current", "m/s", 1.5, 0.0, 4.0, "in the middle of the river"},
                {"faces", "1", 80.0, 80.0, 4000.0, "triangles of the mesh of a ball, about", true}};
    }

    double defaultDuration() const override { return 12.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto air = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air());
        const auto wind = std::make_shared<ambient::UniformMedium>(air->movingAt({values["wind"], 0.0, 0.0}));
        const auto water = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
        River river;
        river.speed = values["current"];
        river.width = kWidth;
        const double side = 0.5 * kWidth, sky = 3.0;
        context.setMedium(air);
        context.addRegion({-6.0, -side, kBank}, {0.0, side, sky}, wind);
        context.addRegion(
            {0.0, -side, -kDepth}, {kPoolEnd, side, sky},
            std::make_shared<ambient::DividedMedium>(water, wind, std::make_shared<ambient::FlatSurface>(0.0)));
        context.addRegion({kPoolEnd, -side, -kDepth}, {kRiverEnd, side, sky}, riverUnderAir(river));
        addGround(context);
        addBalls(values, context);
    }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1;
        int inPool = 0, inRiver = 0, afloat = 0;
        double first = -1.0, draft = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const double x = record.at(end, body).worldFromBody.position.x();
            inPool += x > 0.0 && x <= kPoolEnd;
            inRiver += x > kPoolEnd;
            if (x > 0.0 && record.medium) {
                ++afloat;
                draft += relativeDraft(record, end, body);
            }
        }
        for (int frame = 0; frame <= end && first < 0.0; ++frame)
            if (furthest(record, frame, 1) > 0.0) first = record.at(frame).time;
        char text[300];
        std::snprintf(text, sizeof text,
                      "of %d balls %d are on the terrace, %d in the pool, %d in the river; the first left it after "
                      "%.2f s\n%.3f of Archimedes' volume is under water on average of those afloat\n",
                      record.bodyCount(), record.bodyCount() - inPool - inRiver, inPool, inRiver, first,
                      afloat > 0 ? draft / afloat : 0.0);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Wind blows balls into a pool, a river takes them away";
        spec.wide = true;
        spec.shownTimes = {0.0, 2.0, 4.0, 8.0, 1e9};
        spec.colours = PlotColours::Bodies;
        spec.panels = {{"way of the balls [m]", 1.0, [](const BodySample& s) { return s.worldFromBody.position.x(); }},
                       {"speed of the fastest ball [m/s]", 0.1, {}, {{"", largestSpeed}}}};
        spec.azimuth = -70.0;
        spec.elevation = 25.0;
        return spec;
    }

  private:
    /// The terrace, the bed, and the banks of pool and river.
    static void addGround(SceneContext& context) {
        const ambient::Quaternion level = ambient::Quaternion::Identity();
        const double length = kRiverEnd + 6.0, thickness = 0.3;
        context.addStaticBox("terrace", {6.5, kWidth + 2.0 * thickness, kDepth + kBank},
                             {level, {-3.25, 0.0, 0.5 * (kBank - kDepth)}});
        context.addStaticBox("bed", {length, kWidth + 2.0 * thickness, thickness},
                             {level, {0.5 * length, 0.0, -kDepth - 0.5 * thickness}});
        for (const int side : {-1, 1})
            context.addStaticBox(
                side < 0 ? "bank-1" : "bank-2", {length, thickness, kDepth + 0.5 * kBank},
                {level, {0.5 * length, side * 0.5 * (kWidth + thickness), 0.25 * kBank - 0.5 * kDepth}});
    }

    /// In rows of three on the terrace.
    static void addBalls(const ParameterValues& values, SceneContext& context) {
        const double radius = 0.5 * values["diameter"];
        const auto model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
        const int count = static_cast<int>(values["balls"]);
        for (int i = 0; i < count; ++i) {
            const double share = count > 1 ? i / (count - 1.0) : 0.0;
            const double density = values["lightest"] * std::pow(values["heaviest"] / values["lightest"], share);
            BodySpec ball =
                makeBall("ball-" + paddedNumber(i + 1, count), {radius, density * model->volume(), 2.0 / 3.0}, model);
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
