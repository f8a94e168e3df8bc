// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/RovPilot.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A remotely operated vehicle: a block with ballast, neutral in water.
class Rov final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"current", "m/s", 0.3, -1.0, 1.0, "of the water, along x"},
                {"depth", "m", 2.0, 0.0, 100.0, "below the start that the pilot keeps"},
                {"heading", "deg", 90.0, -180.0, 180.0, "that the pilot keeps, from x towards y"},
                {"faces", "1", 600.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 20.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        context.setMedium(water.movingAt({values["current"], 0.0, 0.0}));
        ambient::TriangleMesh hull = ambient::makeBox({0.7, 0.5, 0.3}, static_cast<int>(values["faces"]));
        BodySpec rov;
        rov.name = "rov";
        const ambient::MassProperties solid = ambient::solidMassProperties(hull, water.density());
        rov.mass = solid.mass;
        rov.inertia = solid.inertia.diagonal();
        for (Vector3& vertex : hull.vertices) // the ballast keeps the vehicle upright
            vertex.z() += 0.03;
        rov.model = context.buildModel(hull);
        rov.shape = convexHullOf(hull.vertices, 1e-3);
        btRigidBody* body = context.addBody(std::move(rov));
        const auto pilot = std::make_shared<RovPilot>(context.fluid(), body, Vector3(0.0, 0.0, -values["depth"]),
                                                      values["heading"] * kRadiansPerDegree);
        context.setBeforeStep([pilot](double timeStep) { pilot->act(timeStep); });
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const Vector3& p = end.worldFromBody.position;
        char text[200];
        std::snprintf(text, sizeof text,
                      "after %.1f s the ROV is at %.3f, %.3f, %.3f m, heads %.2f deg and moves at %.2g m/s\n", end.time,
                      p.x(), p.y(), p.z(), headingDegrees(end), end.velocity.linear.norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "An ROV dives, turns and holds its place in a current";
        spec.exposure = 2.0;
        spec.panels = {
            {"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
            {"along the current [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.x(); }},
            {"heading [deg]", 1.0, headingDegrees}};
        return spec;
    }

  private:
    static double headingDegrees(const BodySample& s) {
        const Vector3 nose = s.worldFromBody.orientation * Vector3::UnitX();
        return std::atan2(nose.y(), nose.x()) / kRadiansPerDegree;
    }
};

} // namespace

std::unique_ptr<Scene> createRov() {
    return std::make_unique<Rov>();
}

} // namespace samples
