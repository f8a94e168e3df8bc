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

/// A flat spinning stone is thrown at the water: the water set in motion throws the stone up again, and the spin keeps
/// its attitude. The cavity and the spray behind a real stone, which then skips more often, are not modelled: the upper
/// side is wetted as soon as it submerges.
class StonesSkipping final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 10.0, 0.1, 50.0, "speed at release"},
                {"descent", "deg", 10.0, 0.0, 90.0, "angle of the path below the horizontal at release"},
                {"attitude", "deg", 20.0, -90.0, 90.0, "angle of the flat side to the water, front edge up"},
                {"spin", "1/s", 25.0, -100.0, 100.0, "turns per second about the short axis"},
                {"radius", "m", 0.05, 0.005, 1.0, "radius of the stone, a flat ellipsoid"},
                {"thickness", "m", 0.015, 0.002, 1.0, "thickness of the stone"},
                {"density", "kg/m3", 2600.0, 100.0, 20000.0, "density of the stone (water: 998.2)"},
                {"height", "m", 0.2, 0.0, 10.0, "height of the centre above the water at release"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 1.5; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double descent = values["descent"] * kRadiansPerDegree;
        context.setMedium(waterUnderAir());
        BodySpec stone;
        stone.name = "stone";
        stone.model = context.buildModel(ambient::makeEllipsoid(
            {values["radius"], values["radius"], 0.5 * values["thickness"]}, static_cast<int>(values["faces"])));
        stone.shape = convexHullOf(stone.model->mesh().vertices, 1e-4);
        stone.fill(values["density"]);
        stone.worldFromBody = {ambient::expSO3({0.0, -values["attitude"] * kRadiansPerDegree, 0.0}),
                               {0.0, 0.0, values["height"]}};
        stone.velocity.linear = values["speed"] * ambient::Vector3(std::cos(descent), 0.0, -std::sin(descent));
        stone.velocity.angular =
            stone.worldFromBody.orientation * ambient::Vector3(0.0, 0.0, values["spin"] * kRadiansPerTurn);
        context.addBody(std::move(stone));
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        char line[200];
        int skips = 0, entry = 0;
        bool wasDry = true;
        for (int frame = 1; record.medium && frame < record.frameCount(); ++frame) {
            const bool dry = immersionOf(record, frame).submergedVolume == 0.0;
            if (wasDry && !dry) entry = frame - 1;
            if (!wasDry && dry) {
                const BodySample &in = record.at(entry), &out = record.at(frame);
                std::snprintf(
                    line, sizeof line,
                    "skip %d at %.2f m: %.0f ms in the water, along it %.2f -> %.2f m/s, up %.2f -> %.2f m/s, "
                    "short axis %.1f -> %.1f deg from the vertical\n",
                    ++skips, out.worldFromBody.position.x(), 1e3 * (out.time - in.time), in.velocity.linear.x(),
                    out.velocity.linear.x(), in.velocity.linear.z(), out.velocity.linear.z(), tiltDegrees(in),
                    tiltDegrees(out));
                text += line;
            }
            wasDry = dry;
        }
        const BodySample& end = record.last();
        std::snprintf(line, sizeof line, "skipped %d times; at the end at %.2f m, %.2f m above the water, %.2f m/s\n",
                      skips, end.worldFromBody.position.x(), end.worldFromBody.position.z(),
                      end.velocity.linear.norm());
        return text + line;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A flat stone skips over water";
        spec.wide = true;
        spec.exposure = 0.05;
        spec.panels = {
            {"height of the centre [m]", 0.05, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
            {"speed along the water [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.x(); }},
            {"tilt of the short axis [deg]", 1.0, tiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createStonesSkipping() {
    return std::make_unique<StonesSkipping>();
}

} // namespace samples
