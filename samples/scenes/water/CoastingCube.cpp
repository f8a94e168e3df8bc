// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include <cstdio>

namespace samples {
namespace {

/// A cube of the water's density is let go with a speed upwards and coasts ([Gao2025, fig. 7]). Added mass alone does
/// not brake the cube; drag stops it within a few of its sizes. A second cube has no drag.
class CoastingCube final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"size", "m", 0.1, 0.01, 2.0, "of the cubes"},
                {"speed", "m/s", 1.0, 0.01, 10.0, "upwards, at the start"},
                {"density", "kg/m3", 998.2, 50.0, 8000.0, "density of the cubes (water: 998.2)"},
                {"drag", "1", 1.0, 0.0, 1.0, "factor on the surface forces of the first cube"},
                {"faces", "1", 300.0, 100.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 2.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium::water());
        const double size = values["size"];
        const ambient::TriangleMesh mesh = ambient::makeBox({size, size, size}, static_cast<int>(values["faces"]));
        for (const bool brakes : {true, false}) {
            ambient::FluidBodyDef fluid;
            fluid.pressureScale = fluid.frictionScale = brakes ? values["drag"] : 0.0;
            BodySpec cube;
            cube.name = brakes ? "with drag" : "without drag";
            cube.model = context.buildModel(mesh, fluid);
            cube.shape = std::make_unique<btBoxShape>(btVector3(1, 1, 1) * btScalar(0.5 * size));
            cube.fill(values["density"]);
            cube.worldFromBody.position.x() = brakes ? 0.0 : 3.0 * size;
            cube.velocity.linear.z() = values["speed"];
            context.addBody(std::move(cube));
        }
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < record.bodyCount(); ++body) {
            char line[160];
            std::snprintf(line, sizeof line, "%-12s went %.4f m in %.2f s, at the end at %.4f m/s\n",
                          record.bodies[std::size_t(body)].name.c_str(), record.last(body).worldFromBody.position.z(),
                          record.last(body).time, record.last(body).velocity.linear.z());
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A cube coasts in water";
        spec.exposure = 0.4;
        spec.nameBodies = true;
        spec.colours = PlotColours::Curves;
        spec.compared = {{0}};
        spec.panels = {{"way [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"speed [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createCoastingCube() {
    return std::make_unique<CoastingCube>();
}

} // namespace samples
