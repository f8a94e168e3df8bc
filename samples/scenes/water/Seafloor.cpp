// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/shapes/Propeller.h"
#include "scenes/shapes/Rabbit.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kMargin = 0.001; // margin of the collision shapes [m]

/// The underwater releases of [Padilla2025, sec. 6.5]: silicone bodies, slightly denser than water, sink, land and come
/// to rest; one lands on a slope and rolls down. The rabbit and the propeller replace the paper's meshes.
class Seafloor final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"density", "kg/m3", 1060.0, 1001.0, 20000.0, "density of the bodies (silicone: 1060, water: 998.2)"},
                {"depth", "m", 1.0, 0.3, 20.0, "depth of the floor below the points of release"},
                {"tilt", "deg", 50.0, -180.0, 180.0, "tilt of the bodies at release"},
                {"slope", "deg", 25.0, 0.0, 60.0, "slope of the rock below the ellipsoid"},
                {"friction", "1", 0.6, 0.0, 2.0, "friction coefficient between bodies and floor"},
                {"faces", "1", 720.0, 320.0, 8000.0, "approximate number of triangles of each mesh", true}};
    }

    double defaultDuration() const override { return 15.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const int faces = static_cast<int>(values["faces"]);
        context.setMedium(ambient::UniformMedium::water());
        addGround(values, context);
        PiecedMesh ellipsoid{ambient::makeEllipsoid({0.05, 0.03, 0.02}, faces)};
        ellipsoid.pieces = {ellipsoid.mesh.vertices};
        release("ellipsoid", ellipsoid, -0.03, values, context);
        release("propeller", makePropeller(thickPropeller(0.16, 25.0 * kRadiansPerDegree), faces), -0.68, values,
                context);
        release("rabbit", makeRabbit(0.12, faces), 0.75, values, context);
    }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            double fastest = 0.0;
            int moving = 0; // last frame with motion
            for (int frame = 0; frame < record.frameCount(); ++frame) {
                const double speed = record.at(frame, body).velocity.linear.norm();
                fastest = std::max(fastest, speed);
                if (speed > 0.001) moving = frame;
            }
            const BodySample& end = record.last(body);
            char text[200];
            std::snprintf(text, sizeof text,
                          "%-9s fastest %.3f m/s, slower than 1 mm/s from %.2f s on, %.2g m/s at the end\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(), fastest, record.at(moving).time,
                          end.velocity.linear.norm());
            lines += text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "Silicone bodies sink to the sea floor";
        spec.ground = -values["depth"];
        spec.exposure = 0.4;
        spec.pictureEnd = 8.0;
        spec.nameBodies = true;
        const double depth = values["depth"];
        spec.panels = {{"height of the centre above the floor [m]", 0.01,
                        [depth](const BodySample& s) { return s.worldFromBody.position.z() + depth; }},
                       {"speed [m/s]", 1e-5, [](const BodySample& s) { return s.velocity.linear.norm(); }, {}, true}};
        return spec;
    }

  private:
    static void addGround(const ParameterValues& values, SceneContext& context) {
        const ambient::Quaternion lean = ambient::expSO3({0.0, values["slope"] * kRadiansPerDegree, 0.0});
        const ambient::Vector3 size(0.3, 0.4, 0.1);
        context.addFloor(-values["depth"])->setFriction(btScalar(std::sqrt(values["friction"])));
        const ambient::Vector3 centre(0.02, 0.0, -values["depth"]);
        context.addStaticBox("rock", size, {lean, centre})->setFriction(btScalar(std::sqrt(values["friction"])));
    }

    static void release(const char* name, const PiecedMesh& solid, double x, const ParameterValues& values,
                        SceneContext& context) {
        BodySpec body;
        body.name = name;
        body.model = context.buildModel(solid.mesh);
        body.shape = compoundOf(solid.pieces, kMargin);
        body.convex = solid.pieces.size() == 1;
        body.fill(values["density"]);
        body.friction = std::sqrt(values["friction"]);
        body.worldFromBody = {ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}) * solid.modelFromBody,
                              {x, 0.0, 0.0}};
        context.addBody(std::move(body));
    }
};

} // namespace

std::unique_ptr<Scene> createSeafloor() {
    return std::make_unique<Seafloor>();
}

} // namespace samples
