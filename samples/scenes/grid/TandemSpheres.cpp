// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// Two balls are held in a stream, the second one beside the first, or behind the first with less drag.
class TandemSpheres final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"reynolds", "1", 100.0, 1.0, 300.0, "speed times diameter over the viscosity"},
                {"behind", "1", 2.0, 0.0, 4.0, "distance of the second ball's centre behind the first, in diameters"},
                {"aside", "1", 0.0, 0.0, 2.0, "the same beside it; with 0 and 0 there is one ball"},
                {"fineness", "1", 6.0, 5.0, 16.0, "cells of the grid across a ball"}};
    }

    double defaultDuration() const override { return 12.0; }
    double defaultTimeStep() const override { return 1.0 / 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium medium = ambient::UniformMedium::water();
        context.setMedium(medium);
        ambient::FluidGridDef box = ResolvedWater::boxOf(medium);
        const double speed = values["reynolds"] * box.dynamicViscosity / (box.density * kDiameter);
        box.velocity.x() = speed;
        box.spacing = kDiameter / values["fineness"];
        const auto count = [&](double diameters) { return int(std::lround(diameters * values["fineness"])); };
        box.cells = {count(8.0), count(5.0), count(5.0)};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.sides[0].kind = ambient::GridSideKind::Inflow;
        box.sides[1].kind = ambient::GridSideKind::Open;
        const ambient::Vector3 second(values["behind"], 0.0, values["aside"]);
        const ambient::Vector3 middle = 0.5 * kDiameter * second;
        box.lowCorner = middle - 0.5 * box.size() - ambient::Vector3(0.5 * kDiameter, 0.0, 0.0);
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        const ambient::TriangleMesh mesh = ambient::makeSphere(0.5 * kDiameter, 720);
        ambient::GridBody ball;
        ball.distance = ambient::sphereDistance(0.5 * kDiameter);
        ball.radius = 0.5 * kDiameter;
        water.addLed("first", mesh, ball);
        ball.worldFromBody.position = kDiameter * second;
        if (second.norm() > 0.0) water.addLed("second", mesh, ball);
        water.start();
        const double unit = 0.125 * box.density * speed * speed * ambient::kPi * kDiameter * kDiameter;
        for (int body = 0; body < (second.norm() > 0.0 ? 2 : 1); ++body) {
            const std::string name = body == 0 ? "first" : "second";
            context.addGauge(name + " drag coefficient", [&water, unit, body] { return water.force(body).x() / unit; });
            context.addGauge(name + " force upwards, as coefficient",
                             [&water, unit, body] { return water.force(body).z() / unit; });
        }
        if (context.isVacuum()) return;
        context.addSlice([&water] { return middleSlice(water.grid(), PlotView::Side, SliceQuantity::Speed, 3); });
    }

    std::string summary(const RunRecord& record) const override {
        char text[300];
        const auto end = [&](std::size_t gauge) { return record.gauges[gauge].values.back(); };
        if (record.bodyCount() == 1)
            std::snprintf(text, sizeof text, "drag coefficient %.3f\n", end(0));
        else
            std::snprintf(text, sizeof text,
                          "drag coefficients %.3f and %.3f: the second ball has %.2f times the drag of the first\n"
                          "coefficients of the forces upwards %.3f and %.3f\n",
                          end(0), end(2), end(2) / end(0), end(1), end(3));
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A ball in the wake of another has less drag";
        spec.azimuth = -90.0;
        spec.elevation = 4.0;
        spec.colours = PlotColours::Curves;
        const auto curve = [](std::size_t gauge, const char* name) -> PlotCurve {
            // The first frames get a later value: their own force is the impulse of the start.
            return {name, [gauge](const RunRecord& r, int frame) {
                        const int shown = std::max(frame, std::min(15, r.frameCount() - 1));
                        return r.gauges[gauge].values[std::size_t(shown)];
                    }};
        };
        std::vector<PlotCurve> curves = {curve(0, "first")};
        if (values["behind"] + values["aside"] > 0.0) curves.push_back(curve(2, "second"));
        spec.panels = {{"drag coefficient [1]", 0.1, {}, curves}};
        return spec;
    }

  private:
    static constexpr double kDiameter = 0.01; ///< [m]
};

} // namespace

std::unique_ptr<Scene> createTandemSpheres() {
    return std::make_unique<TandemSpheres>();
}

} // namespace samples
