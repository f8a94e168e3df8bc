// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kFishHalfLength = 0.25;
constexpr double kFishNearTarget = 0.15; // from nose to target on arrival [m]

/// Angle from the fish's heading to a target, to the left [rad]. The fish swims towards -x of its body.
double bearingOf(const ambient::Pose& worldFromBody, const Vector3& target) {
    const Vector3 inBody = worldFromBody.inverse() * target;
    return std::atan2(-inBody.y(), -inBody.x());
}

/// A robot fish with three amplitudes: two of a wave along its body, and a steady bend. A controller sets them once a
/// step, and bends the fish towards a target.
class RobotFish final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"x", "m", -1.5, -5.0, 5.0, "of the target; the fish starts at the origin and heads along -x"},
                {"y", "m", 1.0, -5.0, 5.0, "of the target"},
                {"beats", "1/s", 2.0, 0.5, 4.0, "beats a second"},
                {"gain", "1", 1.5, 0.0, 5.0, "bend per bearing of the target; 0: it does not steer"},
                {"faces", "1", 500.0, 320.0, 2000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 20.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        ambient::ShapeModes modes;
        modes.rest = ambient::makeEllipsoid({kFishHalfLength, 0.035, 0.06}, static_cast<int>(values["faces"]));
        for (const char* name : {"sine", "cosine", "bend"})
            modes.modes.push_back({{name, -1.0, 1.0, 0.0, 0}, {}, {}});
        for (const Vector3& v : modes.rest.vertices) {
            const double along = 0.5 * (v.x() / kFishHalfLength + 1.0); // 0 at the nose, 1 at the tail
            const double size = 0.01 + 0.05 * along * along, phase = 2.0 * ambient::kPi * v.x() / 0.5;
            modes.modes[0].offsets.push_back({0.0, size * std::sin(phase), 0.0});
            modes.modes[1].offsets.push_back({0.0, -size * std::cos(phase), 0.0});
            modes.modes[2].offsets.push_back({0.0, 0.08 * along * along, 0.0});
        }
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        modes.mass = water.density() * ambient::enclosedVolume(modes.rest);
        BodySpec fish;
        fish.name = "fish";
        fish.driven = context.buildShapes(modes);
        fish.convex = false;
        const Vector3 target(values["x"], values["y"], 0.0);
        fish.startDrive = [target, beats = values["beats"], gain = values["gain"], &context](btFluidShapeDrive& drive) {
            drive.setAmplitudeController([=, &context, &drive](double time, std::vector<double>& q) {
                const double phase = 2.0 * ambient::kPi * beats * time;
                const double strength = std::min(1.0, time * beats); // a gentle start
                q[0] = strength * std::cos(phase);
                q[1] = strength * std::sin(phase);
                const double wanted =
                    std::clamp(-gain * bearingOf(btFluidPose(drive.worldFromAuthor()), target), -1.0, 1.0);
                q[2] += std::clamp(wanted - q[2], -2.0 * context.timeStep(), 2.0 * context.timeStep());
            });
        };
        context.addMoved("target", ambient::makeSphere(0.05, 180), std::make_unique<btEmptyShape>(), [target](double) {
            return ambient::Pose{ambient::Quaternion::Identity(), target};
        });
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(water);
        context.addBody(std::move(fish));
    }

    bool finished(const RunRecord& record) const override {
        return distance(record, record.frameCount() - 1) < kFishNearTarget;
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        double way = 0.0;
        for (int i = 1; i <= last; ++i)
            way += (record.at(i, 1).worldFromBody.position - record.at(i - 1, 1).worldFromBody.position).norm();
        char text[160];
        std::snprintf(text, sizeof text, "after %.2f s and %.2f m the nose is %.3f m from the target%s\n",
                      record.last(1).time, way, distance(record, last),
                      distance(record, last) < kFishNearTarget ? ": it has arrived" : "");
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A robot fish bends towards its target";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 1.5;
        spec.panels = {{"speed [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"sideways y [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.y(); }}};
        return spec;
    }

  private:
    static double distance(const RunRecord& record, int frame) {
        const ambient::Pose& fish = record.at(frame, 1).worldFromBody;
        const Vector3 nose = fish * Vector3(-kFishHalfLength, 0.0, 0.0);
        return (nose - record.at(frame, 0).worldFromBody.position).norm();
    }
};

} // namespace

std::unique_ptr<Scene> createRobotFish() {
    return std::make_unique<RobotFish>();
}

} // namespace samples
