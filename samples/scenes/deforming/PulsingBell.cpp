// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/shapes/Bell.h"

namespace samples {
namespace {

/// A jellyfish with its whole inertia, as dense as water: the bell closes fast and opens slowly. The scene `jellyfish`
/// has the same motion without inertia.
class PulsingBell final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"meridian", "m", 0.12, 0.01, 2.0, "from the top of the bell to its rim"},
                {"period", "s", 1.6, 0.2, 20.0, "of a pulse"},
                {"least", "1", 0.35, 0.0, 0.9, "opening when it is closed; 1 is a part of a sphere"},
                {"haste", "1", 0.6, 0.0, 0.9, "how much faster it closes than it opens"},
                {"faces", "1", 720.0, 320.0, 5120.0, "approximate number of triangles", true},
                {"keys", "1", 16.0, 8.0, 64.0, "key shapes of a pulse", true}};
    }

    double defaultDuration() const override { return 8.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::ShapeSequence pulse = loopOf(static_cast<int>(values["keys"]), values["period"], [&](double phase) {
            const double wave = 0.5 + 0.5 * std::cos(phase + values["haste"] * std::sin(phase));
            BellShape shape;
            shape.meridian = values["meridian"];
            shape.thickness = 0.1 * shape.meridian;
            shape.opening = values["least"] + (1.0 - values["least"]) * wave;
            return makeBell(shape, static_cast<int>(values["faces"])).mesh;
        });
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        pulse.mass = water.density() * ambient::enclosedVolume(pulse.mesh(0));
        BodySpec bell;
        bell.name = "bell";
        bell.deforming = context.buildShape(pulse);
        bell.convex = false;
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(water);
        context.addBody(std::move(bell));
    }

    std::string summary(const RunRecord& record) const override {
        const double way = wayPerCycle(record).z(), period = record.bodies.front().shape->period();
        const int frames = static_cast<int>(std::lround(period / record.timeStep));
        const int before = std::max(0, record.frameCount() - 1 - frames);
        char text[200];
        std::snprintf(text, sizeof text, "rose %.4f m in %.2f s, %.4f m a pulse; %.4f m in the last pulse\n",
                      record.last().worldFromBody.position.z(), record.last().time, way,
                      record.last().worldFromBody.position.z() - record.at(before).worldFromBody.position.z());
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A bell that closes fast and opens slowly rises";
        spec.exposure = 1.25 * values["period"];
        spec.panels = {{"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"speed upwards [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createPulsingBell() {
    return std::make_unique<PulsingBell>();
}

} // namespace samples
