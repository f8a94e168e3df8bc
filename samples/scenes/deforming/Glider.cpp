// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"

namespace samples {
namespace {

/// An underwater glider grows and shrinks a little, and shifts a mass fore and aft at the same time. The glider sinks
/// with its nose down and rises with its nose up, and glides ahead both times.
class Glider final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"period", "s", 20.0, 2.0, 200.0, "of a dive and a climb"},
                {"shift", "m", 0.12, 0.0, 0.25, "of the mass, fore and aft"},
                {"volume", "%", 1.0, 0.0, 5.0, "change of the volume, up and down"},
                {"faces", "1", 500.0, 320.0, 5120.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 40.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr int keys = 12;
        const ambient::TriangleMesh hull = ambient::makeEllipsoid({0.5, 0.35, 0.06}, static_cast<int>(values["faces"]));
        ambient::ShapeSequence dive = loopOf(keys, values["period"], [&](double phase) {
            ambient::TriangleMesh mesh = hull;
            for (ambient::Vector3& v : mesh.vertices)
                v.z() *= 1.0 - 0.01 * values["volume"] * std::sin(phase);
            return mesh;
        });
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        const double mass = water.density() * ambient::enclosedVolume(hull);
        constexpr double share = 0.3; // of the moving mass
        dive.mass = (1.0 - share) * mass;
        ambient::MovingMass ballast{share * mass, {}};
        for (int k = 0; k < keys; ++k)
            ballast.path.push_back(
                {values["shift"] * std::sin(2.0 * ambient::kPi * k / keys), 0.0, -0.04}); // below: upright
        dive.extraMasses.push_back(std::move(ballast));
        BodySpec glider;
        glider.name = "glider";
        glider.deforming = context.buildShape(dive);
        context.setMedium(water);
        context.addBody(std::move(glider));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double low = 0.0, high = 0.0;
        for (const BodySample& s : record.samples) {
            low = std::min(low, s.worldFromBody.position.z());
            high = std::max(high, s.worldFromBody.position.z());
        }
        char text[200];
        std::snprintf(text, sizeof text, "glided %.3f m ahead in %.1f s, between %.3f m and %.3f m of height\n",
                      end.worldFromBody.position.x(), end.time, low, high);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A glider dives and climbs by shifting a mass";
        spec.wide = true;
        spec.exposure = 4.0;
        spec.panels = {{"height [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"tilt of the nose down [deg]", 1.0, signedTiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createGlider() {
    return std::make_unique<Glider>();
}

} // namespace samples
