// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// Ellipsoids are thrown from the air into water, side by side, each steeper than the one before. The added mass of the
/// water slows and turns them. [Soliman2024, fig. 7]
class TwoMedia final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"count", "1", 4.0, 1.0, 12.0, "number of ellipsoids", true},
                {"speed", "m/s", 5.0, 0.1, 50.0, "speed at release"},
                {"flattest", "deg", 20.0, 1.0, 90.0, "angle of the flattest throw below the horizontal"},
                {"steepest", "deg", 80.0, 1.0, 90.0, "angle of the steepest throw below the horizontal"},
                {"attack", "deg", 10.0, -180.0, 180.0, "angle of the long axis above the flight path"},
                {"spin", "1/s", 0.0, -50.0, 50.0, "turns per second about the horizontal axis across the throw"},
                {"density", "kg/m3", 1300.0, 50.0, 20000.0, "density of the ellipsoids (water: 998.2)"},
                {"drag", "1", 1.0, 0.0, 1.0, "factor on the surface forces; 0: only the inertia of the fluids"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 1.5; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(waterUnderAir());
        ambient::FluidBodyDef fluid;
        fluid.pressureScale = fluid.frictionScale = values["drag"];
        const auto model =
            context.buildModel(ambient::makeEllipsoid({0.2, 0.1, 0.06}, static_cast<int>(values["faces"])), fluid);
        const int count = static_cast<int>(values["count"]);
        for (int i = 0; i < count; ++i) {
            const double share = count > 1 ? double(i) / (count - 1) : 0.0;
            const double degrees = values["flattest"] + share * (values["steepest"] - values["flattest"]);
            const double angle = degrees * kRadiansPerDegree, attack = values["attack"] * kRadiansPerDegree;
            const ambient::Vector3 way(std::cos(angle), 0.0, -std::sin(angle));
            BodySpec body;
            body.name = shortNumber(tenths(degrees)) + " deg";
            body.model = model;
            body.shape = convexHullOf(model->mesh().vertices, 1e-4);
            body.fill(values["density"]);
            body.worldFromBody = {ambient::expSO3({0.0, angle - attack, 0.0}), ambient::Vector3(1.2 * i, 0.6 * i, 0.0) +
                                                                                   0.3 * ambient::Vector3::UnitZ() -
                                                                                   0.3 * way};
            body.velocity = {{0.0, values["spin"] * kRadiansPerTurn, 0.0}, values["speed"] * way};
            context.addBody(std::move(body));
        }
    }

    std::string summary(const RunRecord& record) const override {
        std::string text = "at entry -> wholly under water; momentum with that of the fluid around\n";
        char line[300];
        for (int body = 0; body < record.bodyCount(); ++body) {
            const int end = record.frameCount() - 1, before = std::max(0, firstFrame(record, body, true) - 1);
            const int after = firstFrame(record, body, false);
            const BodySample &a = record.at(before, body), &b = record.at(after, body);
            if (after > end || after <= before) continue;
            std::snprintf(line, sizeof line,
                          "%s: %.2f s, %.3f s long: %.2f -> %.2f m/s, path %.1f -> %.1f deg below the horizon, "
                          "momentum (%.2f, %.2f) -> (%.2f, %.2f) kg m/s\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(), a.time, b.time - a.time,
                          a.velocity.linear.norm(), b.velocity.linear.norm(), descentDegrees(a), descentDegrees(b),
                          a.momentum.linear.x(), a.momentum.linear.z(), b.momentum.linear.x(), b.momentum.linear.z());
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Ellipsoids thrown from the air into water (below z = 0)";
        spec.wide = true;
        spec.nameBodies = true;
        spec.exposure = 0.1;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"speed [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"momentum, with that of the fluid [kg m/s]", 0.1,
                        [](const BodySample& s) { return s.momentum.linear.norm(); }}};
        return spec;
    }

  private:
    static double descentDegrees(const BodySample& s) {
        return std::atan2(-s.velocity.linear.z(), s.velocity.linear.x()) / kRadiansPerDegree;
    }

    /// First frame in which a part of the body, or the whole body, is under water; frameCount() if there is none.
    static int firstFrame(const RunRecord& record, int body, bool part) {
        const double whole = record.bodies[static_cast<std::size_t>(body)].model->volume();
        for (int frame = 0; record.medium && frame < record.frameCount(); ++frame) {
            const double wet = immersionOf(record, frame, body).submergedVolume;
            if (part ? wet > 0.0 : wet >= (1.0 - 1e-12) * whole) return frame;
        }
        return record.frameCount();
    }
};

} // namespace

std::unique_ptr<Scene> createTwoMedia() {
    return std::make_unique<TwoMedia>();
}

} // namespace samples
