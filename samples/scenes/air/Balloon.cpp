// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Balloon.h"

#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Swerving.h"
#include "scenes/parts/WeightedSolid.h"

#include <cmath>

namespace samples {
namespace {

/// The balloon of [Padilla2025, sec. 6.7 and fig. 15], released at rest. Buoyancy acts at the centre of volume, weight
/// nearer to the knot; the added mass of the air exceeds the mass of the balloon. The paper gives neither size nor
/// masses: the defaults are those of a party balloon filled with helium. With gas 1.24 the balloon is filled with air
/// and sinks.
class Balloon final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {
            {"diameter", "m", 0.28, 0.02, 5.0, "largest diameter of the balloon; the length is 1.45 times as large"},
            {"gas", "kg/m3", 0.17, 0.05, 10.0,
             "density inside: 0.17 for helium, 1.24 for air at the pressure of the skin"},
            {"skin", "kg", 0.003, 0.00001, 10.0, "mass of the rubber"},
            {"knot", "kg", 0.003, 0.0, 1.0, "mass at the lower end: the knot and anything tied to it"},
            {"tilt", "deg", 10.0, -180.0, 180.0, "angle between the axis and the vertical at release; 180: knot up"},
            {"separation", "deg", 90.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
            {"faces", "1", 500.0, 200.0, 8000.0, "approximate number of triangles", true},
            meshParameter(),
            meshScaleParameter()};
    }

    double defaultDuration() const override { return 5.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto generated = [&values] {
            return PiecedMesh{makeBalloon(values["diameter"], static_cast<int>(values["faces"]))};
        };
        const PiecedMesh skin = meshOf(values, generated);
        const WeightedSolid solid =
            weightedSolid(skin.mesh, balloonParts(skin.mesh, values["skin"], values["knot"], values["gas"]));
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * kRadiansPerDegree;
        BodySpec balloon;
        balloon.name = "balloon";
        balloon.model = context.buildModel(solid.solid.mesh, fluid);
        balloon.shape = compoundOf(solid.solid.pieces, 0.001);
        balloon.convex = false;
        balloon.mass = solid.mass;
        balloon.inertia = solid.inertia;
        balloon.worldFromBody.orientation =
            ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}) * solid.solid.modelFromBody;
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(balloon));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const Swerving swerving = swervingOf(record);
        char text[300];
        std::snprintf(text, sizeof text,
                      "%s %.3f m in %.3f s, %.2f m/s on average over the second half\n"
                      "swerved up to %.3f m from the straight line, turned round %d times, tilt up to %.1f deg\n",
                      end.worldFromBody.position.z() > 0.0 ? "rose" : "sank", std::fabs(end.worldFromBody.position.z()),
                      end.time, std::fabs(meanDescent(record, 0.5 * end.time, end.time)), swerving.distance,
                      swerving.turns, swerving.tilt);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A balloon let go";
        spec.exposure = 0.3;
        spec.pictureEnd = 2.0;
        spec.panels = {{"speed upwards [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.z(); }},
                       {"tilt of the axis towards +x [deg]", 1.0, signedTiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createBalloon() {
    return std::make_unique<Balloon>();
}

} // namespace samples
