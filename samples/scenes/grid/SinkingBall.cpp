// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/WaterGrid.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A ball sinks through a fluid on a grid, from rest to its terminal speed. The load equals the measured drag of a ball
/// at one diameter a second in unbounded fluid.
class SinkingBall final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"reynolds", "1", 30.0, 0.5, 200.0, "of the terminal speed in unbounded fluid, by measured drag"},
                {"density", "1", 2.0, 1.02, 8.0, "of the ball over the fluid's"},
                {"width", "1", 5.0, 3.0, 12.0, "of the tank over the diameter"},
                {"fineness", "1", 6.0, 5.0, 12.0, "cells of the grid across the ball"}};
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        // At this viscosity the ball sinks about a diameter a second.
        const double speed = kDiameter, density = 998.2;
        const double viscosity = density * speed * kDiameter / values["reynolds"];
        context.setMedium(ambient::UniformMedium(density, viscosity));
        ambient::FluidGridDef box;
        box.density = density;
        box.dynamicViscosity = viscosity;
        box.spacing = kDiameter / values["fineness"];
        const int across = int(std::lround(values["width"] * values["fineness"]));
        const int up = int(std::lround(12.0 * values["fineness"]));
        box.cells = {across, across, up};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.sides[4].kind = box.sides[5].kind = ambient::GridSideKind::Open;
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-0.5 * size.x(), -0.5 * size.y(), 1.5 * kDiameter - size.z()};
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        ambient::GridBody ball;
        ball.distance = ambient::sphereDistance(0.5 * kDiameter);
        ball.radius = 0.5 * kDiameter;
        const double displaced = density * ambient::kPi / 6.0 * std::pow(kDiameter, 3);
        ball.mass = values["density"] * displaced;
        ball.inertia = 0.1 * ball.mass * kDiameter * kDiameter * ambient::Matrix3::Identity();
        const double drag = 24.0 / values["reynolds"] * (1.0 + 0.15 * std::pow(values["reynolds"], 0.687));
        ball.load.linear.z() = -drag * 0.125 * density * speed * speed * ambient::kPi * kDiameter * kDiameter;
        water.addFree("ball", ambient::makeSphere(0.5 * kDiameter, 720), ball);
        water.start();
        if (context.isVacuum()) return;
        context.addSlice([&water] { return middleSlice(water.grid(), PlotView::Side, SliceQuantity::Speed, 3); });
    }

    std::string summary(const RunRecord& record) const override {
        double fastest = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            fastest = std::max(fastest, -record.at(frame).velocity.linear.z());
        char text[160];
        std::snprintf(text, sizeof text, "the ball sank at up to %.4f m/s, %.3f of the speed by measured drag\n",
                      fastest, fastest / kDiameter);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A ball sinks through a fluid that the grid resolves";
        spec.azimuth = -90.0;
        spec.elevation = 2.0;
        spec.exposure = 2.0;
        spec.panels = {{"sinking speed [m/s]", 0.001, [](const BodySample& s) { return -s.velocity.linear.z(); }}};
        return spec;
    }

  private:
    static constexpr double kDiameter = 0.01; ///< [m]
};

} // namespace

std::unique_ptr<Scene> createSinkingBall() {
    return std::make_unique<SinkingBall>();
}

} // namespace samples
