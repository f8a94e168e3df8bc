// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/shapes/Propeller.h"
#include "scenes/shapes/Rabbit.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// The underwater releases of [Padilla2025, sec. 6.5 and fig. 13]: silicone bodies, slightly denser than water, glide,
/// turn and spin as they sink. Density and separation angle (1.1 pi/2) are those of the paper, which gives no sizes.
class Underwater final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"body", "1", 0.0, 0.0, 3.0,
                 "1: ellipsoid, 2: propeller, 3: rabbit, 0: all, side by side; mesh= takes its place (0: the rabbit's)",
                 true},
                {"density", "kg/m3", 1060.0, 1.0, 20000.0, "density of the bodies (silicone: 1060, water: 998.2)"},
                {"tilt", "deg", 30.0, -180.0, 180.0, "tilt about y at release"},
                {"separation", "deg", 99.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
                {"faces", "1", 932.0, 320.0, 8000.0, "approximate number of triangles of each mesh", true},
                meshParameter(),
                meshScaleParameter()};
    }

    double defaultDuration() const override { return 6.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const int which = static_cast<int>(values["body"]), faces = static_cast<int>(values["faces"]);
        context.setMedium(ambient::UniformMedium::water());
        const auto ellipsoid = [faces] {
            const auto mesh = ambient::makeEllipsoid({0.05, 0.03, 0.02}, faces);
            return PiecedMesh{mesh, {mesh.vertices}};
        };
        const auto propeller = [faces] { return makePropeller(thickPropeller(0.16, 25.0 * kRadiansPerDegree), faces); };
        const auto rabbit = [faces] { return makeRabbit(0.12, faces); };
        const bool ours = values.file("mesh").empty();
        const auto addBody = [&](int number, const char* name, const std::function<PiecedMesh()>& generated, double x) {
            if (which != 0 && which != number) return;
            const bool given = !ours && (which == number || number == 3);
            release(given ? "mesh" : name, given ? meshOf(values, generated) : generated(), x, values, context);
        };
        addBody(1, "ellipsoid", ellipsoid, -0.6);
        addBody(2, "propeller", propeller, 0.0);
        addBody(3, "rabbit", rabbit, 0.6);
    }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const BodySample &start = record.at(0, body), &end = record.last(body);
            const ambient::Vector3 path = end.worldFromBody.position - start.worldFromBody.position;
            char text[200];
            std::snprintf(text, sizeof text,
                          "%-9s sank %.3f m and went %.3f m sideways in %.2f s; at the end %.3f m/s down, %.2f rad/s\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(), -path.z(), path.head<2>().norm(),
                          end.time, -end.velocity.linear.z(), end.velocity.angular.norm());
            lines += text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Silicone bodies sink through water";
        spec.exposure = 0.4;
        spec.pictureEnd = 4.0;
        spec.nameBodies = true;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"angular speed [rad/s]", 0.1, [](const BodySample& s) { return s.velocity.angular.norm(); }}};
        return spec;
    }

  private:
    static void release(const char* name, const PiecedMesh& solid, double x, const ParameterValues& values,
                        SceneContext& context) {
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * kRadiansPerDegree;
        BodySpec body;
        body.name = name;
        body.model = context.buildModel(solid.mesh, fluid);
        body.shape = compoundOf(solid.pieces, 0.001);
        body.convex = false;
        body.fill(values["density"]);
        body.worldFromBody = {ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}) * solid.modelFromBody,
                              {x, 0.0, 0.0}};
        context.addBody(std::move(body));
    }
};

} // namespace

std::unique_ptr<Scene> createUnderwater() {
    return std::make_unique<Underwater>();
}

} // namespace samples
