// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kPebbleMargin = 0.001; // margin of the collision shape [m]

/// A pebble sinks in water, lands and comes to rest, like the bodies in the underwater releases of
/// [Padilla2025, sec. 6.5]: contacts are Bullet's own, the fluid is the extension's.
class SinkingEllipsoid final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"density", "kg/m3", 1300.0, 100.0, 20000.0, "density of the body (water: 998.2)"},
                {"tilt", "deg", 30.0, -180.0, 180.0, "angle between the short axis and the vertical at release"},
                {"depth", "m", 2.0, 0.2, 100.0, "depth of the ground below the point of release"},
                {"separation", "deg", 90.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles", true},
                meshParameter(),
                meshScaleParameter()};
    }

    double defaultDuration() const override { return 6.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        BodySpec pebble;
        pebble.name = "ellipsoid";
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * kRadiansPerDegree;
        const PiecedMesh solid = meshOf(values, [&] {
            const auto mesh = ambient::makeEllipsoid({0.10, 0.06, 0.03}, static_cast<int>(values["faces"]));
            return PiecedMesh{mesh, {mesh.vertices}};
        });
        pebble.model = context.buildModel(solid.mesh, fluid);
        pebble.shape = convexHullOf(solid.pieces.front(), kPebbleMargin);
        pebble.convex = values.file("mesh").empty();
        pebble.fill(values["density"]);
        pebble.worldFromBody.orientation = ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0});
        context.setMedium(ambient::UniformMedium::water());
        context.addFloor(-values["depth"]);
        context.addBody(std::move(pebble));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double fastest = 0.0;
        for (const BodySample& s : record.samples)
            fastest = std::max(fastest, -s.velocity.linear.z());
        char text[300];
        std::snprintf(text, sizeof text,
                      "sank %.3f m in %.3f s, fastest %.3f m/s\n"
                      "at the end: %.2g m/s, tilt %.1f deg, %.3f m from below the point of release\n",
                      -end.worldFromBody.position.z(), end.time, fastest, end.velocity.linear.norm(), tiltDegrees(end),
                      end.worldFromBody.position.head<2>().norm());
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "An ellipsoid sinking through water";
        spec.ground = -values["depth"];
        spec.exposure = 0.15;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"tilt of the short axis from the vertical [deg]", 1.0, tiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createSinkingEllipsoid() {
    return std::make_unique<SinkingEllipsoid>();
}

} // namespace samples
