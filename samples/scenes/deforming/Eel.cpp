// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"

namespace samples {
namespace {

constexpr double kHalfLength = 0.5; // [m]

/// The eel of [Soliman2024] as an ellipsoid with a wave along it, growing towards the tail, in water of its own
/// density. Its flow is exact; its thrust comes from the chosen forces.
class Eel final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"beats", "1/s", 1.5, 0.05, 10.0, "beats a second"},
                {"tail", "m", 0.065, 0.0, 0.12, "amplitude of the wave at the tail"},
                {"wavelength", "m", 0.8, 0.4, 4.0, "of the wave along the body"},
                {"faces", "1", 720.0, 320.0, 5120.0, "approximate number of triangles", true},
                {"keys", "1", 24.0, 8.0, 64.0, "key shapes of a beat", true}};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr double head = 0.015; // amplitude of the wave at the head [m]
        const ambient::TriangleMesh straight =
            ambient::makeEllipsoid({kHalfLength, 0.03, 0.05}, static_cast<int>(values["faces"]));
        const double number = 2.0 * ambient::kPi / values["wavelength"];
        ambient::ShapeSequence beat =
            loopOf(static_cast<int>(values["keys"]), 1.0 / values["beats"], [&](double phase) {
                ambient::TriangleMesh mesh = straight;
                for (ambient::Vector3& v : mesh.vertices) {
                    const double along = 0.5 * (v.x() / kHalfLength + 1.0); // 0 at the head, 1 at the tail
                    const double size = head + (values["tail"] - head) * along * along;
                    v.y() += size * std::sin(number * v.x() - phase);
                }
                return mesh;
            });
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        beat.mass = water.density() * ambient::enclosedVolume(straight);
        BodySpec eel;
        eel.name = "eel";
        eel.deforming = context.buildShape(beat);
        eel.convex = false;
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(water);
        context.addBody(std::move(eel));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const double period = record.bodies.front().shape->period();
        const int last = record.frameCount() - 1;
        const int before = std::max(0, last - static_cast<int>(std::lround(period / record.timeStep)));
        const double way = -(end.worldFromBody.position.x() - record.at(before).worldFromBody.position.x());
        char text[200];
        std::snprintf(text, sizeof text,
                      "swam %.4f m in %.3f s (%.1f beats); in the last beat %.4f m, %.3f body lengths a beat\n",
                      -end.worldFromBody.position.x(), end.time, end.time / period, way, way / (2.0 * kHalfLength));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "An eel swims by waves along its body";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 0.9;
        spec.panels = {{"speed ahead [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.x(); }},
                       {"speed sideways [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.y(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createEel() {
    return std::make_unique<Eel>();
}

} // namespace samples
