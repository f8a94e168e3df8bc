// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Dynamics/HeaveWaves.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A sphere, a flat cylinder and a lying barrel, all half as dense as water, are released above their draft. Their own
/// waves stop them. Beside each there is the linear law of the body without drag.
class Bobbing final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"height", "m", 0.05, 0.001, 0.2, "of the release above the draft at rest"},
                {"faces", "1", 500.0, 48.0, 8000.0, "approximate number of triangles of a body", true}};
    }

    double defaultDuration() const override { return 8.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = waterUnderAir();
        context.setMedium(medium);
        const int faces = static_cast<int>(values["faces"]);
        const ambient::Quaternion upright = ambient::Quaternion::Identity();
        const auto add = [&](const char* name, double x, const ambient::TriangleMesh& mesh,
                             std::unique_ptr<btCollisionShape> shape, const ambient::Quaternion& turned) {
            BodySpec body;
            body.name = name;
            body.model = context.buildModel(mesh);
            body.shape = std::move(shape);
            body.fill(0.5 * 998.2);
            body.worldFromBody = {turned, {x, 0.0, 0.0}};
            body.worldFromBody.position.z() = floatingHeight(body, *medium) + values["height"];
            context.addBody(std::move(body))->setActivationState(DISABLE_DEACTIVATION);
        };
        add("sphere", -2.0, ambient::makeSphere(0.5, faces), std::make_unique<btSphereShape>(btScalar(0.5)), upright);
        add("cylinder", 0.0, ambient::makeCylinder(0.5, 0.5, faces), cylinderOf(0.5, 0.5), upright);
        add("barrel", 2.0, ambient::makeCylinder(0.29, 0.88, faces), cylinderOf(0.29, 0.88),
            ambient::expSO3({0.5 * ambient::kPi, 0.0, 0.0}));
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const double rest = restOf(record, body);
            const std::vector<double> law = linearLaw(record, body);
            std::vector<double> heights;
            for (int frame = 0; frame < record.frameCount(); ++frame)
                heights.push_back(record.at(frame, body).worldFromBody.position.z() - rest);
            char name[60];
            std::snprintf(name, sizeof name, "%-9s turns at", record.bodies[std::size_t(body)].name.c_str());
            text += name + turnsOf(heights) + " of the height of release; law" + turnsOf(law) + '\n';
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Bodies that bob make waves, and stop";
        spec.wide = true;
        spec.shownTimes = {1e9};
        spec.startOutlines = true;
        spec.colours = PlotColours::Curves;
        spec.paths = std::vector<int>();
        const char* const names[] = {"sphere", "cylinder", "barrel"};
        for (int body = 0; body < 3; ++body) {
            const auto bobs = [body](const RunRecord& record, int frame) {
                return record.at(frame, body).worldFromBody.position.z() - restOf(record, body);
            };
            const auto law = [body](const RunRecord& record, int frame) {
                return linearLaw(record, body, frame).back();
            };
            spec.panels.push_back(
                {std::string(names[body]) + " above its draft [m]", 0.01, {}, {{names[body], bobs}, {"law", law}}});
        }
        return spec;
    }

  private:
    /// Height at rest [m].
    static double restOf(const RunRecord& record, int body) {
        return floatingHeight(fluidBodyOf(record.bodies[std::size_t(body)]), *record.medium,
                              record.at(0, body).worldFromBody.orientation);
    }

    /// Heights above the draft by M z'' + rho g S z = F with the draft's S, M and waves, at all frames up to one [m].
    static std::vector<double> linearLaw(const RunRecord& record, int body, int last = 1 << 30) {
        const ambient::Pose& start = record.at(0, body).worldFromBody;
        const double rest = restOf(record, body);
        const ambient::KirchhoffMotion motion(fluidBodyOf(record.bodies[std::size_t(body)]), record.medium, {},
                                              record.gravity);
        ambient::Evaluation at;
        motion.evaluate({start.orientation, {start.position.x(), start.position.y(), rest}}, 0.0, at);
        const ambient::Waterplane plane = findWaterplane(at.fluid(), ambient::Pose(), record.gravity);
        const double mass = motion.body().mass() + plane.mass - at.fluid().part(0).displacedMass();
        const double stiffness = plane.density * plane.gravity * plane.area;
        const ambient::HeaveWaveLaw law(plane);
        ambient::HeaveWaves waves;
        double z = start.position.z() - rest, speed = 0.0;
        const double dt = record.timeStep, h = 0.5 * dt;
        std::vector<double> heights = {z};
        for (int frame = 1; frame < record.frameCount() && frame <= last; ++frame) {
            const double force = waves.force(law, speed - h * stiffness * z / mass, 1.0 / mass, dt);
            const double middle = (speed + h * (force - stiffness * z) / mass) / (1.0 + h * h * stiffness / mass);
            z += dt * middle;
            speed = 2.0 * middle - speed;
            waves.advance(law, force, middle, dt);
            heights.push_back(z);
        }
        return heights;
    }

    /// The first four turns over the start.
    static std::string turnsOf(const std::vector<double>& heights) {
        std::string text;
        for (std::size_t i = 1, found = 0; i + 1 < heights.size() && found < 4; ++i) {
            if ((heights[i] - heights[i - 1]) * (heights[i + 1] - heights[i]) > 0.0) continue;
            char number[20];
            std::snprintf(number, sizeof number, " %.3f", std::abs(heights[i] / heights[0]));
            text += number;
            ++found;
        }
        return text;
    }
};

} // namespace

std::unique_ptr<Scene> createBobbing() {
    return std::make_unique<Bobbing>();
}

} // namespace samples
