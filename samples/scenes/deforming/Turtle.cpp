// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/ShapeSequences.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A turtle of [Soliman2024] as a shell with two fore flippers on joints: only their flapping and feathering drives the
/// turtle. A ballast keeps the turtle upright.
class Turtle final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"beats", "1/s", 0.8, 0.1, 3.0, "beats a second"},
                {"flap", "deg", 40.0, 0.0, 55.0, "largest angle of the flippers up and down"},
                {"feather", "deg", 35.0, -50.0, 50.0, "largest turn of the flippers about their length"},
                {"faces", "1", 700.0, 300.0, 3000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        const int faces = static_cast<int>(values["faces"]);
        BodySpec turtle;
        turtle.name = "turtle";
        turtle.driven = context.buildShapes(partsOf(faces, water.density()));
        turtle.convex = false;
        turtle.startDrive = [beats = values["beats"], flap = values["flap"] * kRadiansPerDegree,
                             feather = values["feather"] * kRadiansPerDegree](btFluidShapeDrive& drive) {
            drive.setAmplitudeFunction([=](double time, double* q, double* rates) {
                // The strength rises smoothly over the first beat.
                const double w = 2.0 * ambient::kPi * beats, share = std::min(1.0, time * beats);
                const double strength = share * share * (3.0 - 2.0 * share);
                const double growth = share < 1.0 ? 6.0 * share * (1.0 - share) * beats : 0.0;
                const double sine = std::sin(w * time), cosine = std::cos(w * time);
                q[0] = flap * strength * sine;
                q[1] = -feather * strength * cosine; // the leading edge points along the flipper's motion
                rates[0] = flap * (growth * sine + strength * w * cosine);
                rates[1] = -feather * (growth * cosine - strength * w * sine);
            });
        };
        context.setMedium(water);
        context.addBody(std::move(turtle));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const Vector3& p = end.worldFromBody.position;
        char text[160];
        std::snprintf(text, sizeof text, "swam %.3f m ahead in %.1f s, %.3f m up, at %.3f m/s at the end\n", p.x(),
                      end.time, p.z(), end.velocity.linear.x());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A turtle swims with two flippers";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 1.25;
        spec.panels = {{"speed ahead [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.x(); }},
                       {"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }

  private:
    static ambient::ShapeParts partsOf(int faces, double density) {
        ambient::ShapeParts parts;
        const auto add = [&](const char* name, ambient::TriangleMesh mesh, double mass) {
            parts.parts.push_back({name, std::move(mesh), mass, {}, {}});
        };
        const ambient::TriangleMesh shell = ambient::makeEllipsoid({0.4, 0.3, 0.14}, faces / 2);
        const double displaced = density * ambient::enclosedVolume(shell);
        add("shell", shell, 0.8 * displaced);
        parts.parts[0].points = {{0.2 * displaced, {0.0, 0.0, -0.1}}};
        for (const double side : {1.0, -1.0}) {
            const Vector3 root(0.2, side * 0.29, 0.0);
            ambient::TriangleMesh flipper = ambient::makeEllipsoid({0.08, 0.22, 0.012}, faces / 4);
            flipper = moved(std::move(flipper), root + Vector3(0.0, side * 0.24, 0.0));
            const double mass = density * ambient::enclosedVolume(flipper);
            add(side > 0.0 ? "left flipper" : "right flipper", std::move(flipper), mass);
            parts.parts.back().joints = {{0, root, Vector3::UnitX(), side, false},
                                         {1, root, Vector3::UnitY(), 1.0, false}};
        }
        parts.coordinates.resize(2);
        parts.coordinates[0].name = "flap";
        parts.coordinates[1].name = "feather";
        for (ambient::ShapeCoordinate& c : parts.coordinates) {
            c.least = -1.0;
            c.most = 1.0;
            c.nodes = 5;
        }
        return parts;
    }
};

} // namespace

std::unique_ptr<Scene> createTurtle() {
    return std::make_unique<Turtle>();
}

} // namespace samples
