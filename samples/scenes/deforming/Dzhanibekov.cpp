// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/parts/SwimmerShapes.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kFlipSeconds = 45.0;
const Vector3 kFlipInertia(0.9, 2.18, 2.72); // about x, y and z [kg m^2]
const Vector3 kFlipRate(0.01, 1.0, 0.01);    // at the start [rad/s]
const Vector3 kDrift(0.4, 0.0, 0.0);         // of the centre of mass, for the picture [m/s]

/// Distance from the middle of the two unit masses on each axis.
Vector3 armsOf(const Vector3& inertia) {
    return (0.5 * (0.5 * inertia.sum() - inertia.array())).sqrt().matrix();
}

/// Two balls on each axis, and rods between them.
class FlippingBody final : public ChangingShape {
  public:
    ambient::TriangleMesh meshAt(double) const override {
        const Vector3 arms = armsOf(kFlipInertia);
        const ambient::TriangleMesh ball = ambient::makeSphere(0.12, 320);
        std::vector<ambient::TriangleMesh> parts;
        for (int axis = 0; axis < 3; ++axis) {
            ambient::TriangleMesh rod = ambient::makeCapsule(0.04, 2.0 * arms[axis], 200);
            for (Vector3& v : rod.vertices)
                v = axis == 0 ? Vector3(v.z(), v.x(), v.y()) : axis == 1 ? Vector3(v.y(), v.z(), v.x()) : v;
            parts.push_back(std::move(rod));
            for (const double side : {-1.0, 1.0})
                parts.push_back(moved(ball, side * arms[axis] * Vector3::Unit(axis)));
        }
        return joined(parts);
    }
    double period() const override { return kFlipSeconds; }
};

/// Times at which the rate about the body's y axis changes its sign [s].
std::vector<double> flipsOf(const RunRecord& record) {
    std::vector<double> flips;
    double before = 0.0;
    for (int frame = 0; frame + 1 < record.frameCount(); ++frame) {
        const BodySample &a = record.at(frame), &b = record.at(frame + 1);
        const double rate = ambient::logSO3(a.worldFromBody.orientation.conjugate() * b.worldFromBody.orientation).y();
        const double step = b.time - a.time;
        if (frame > 0 && before * rate < 0.0) flips.push_back(a.time + (0.5 - rate / (rate - before)) * step);
        before = rate;
    }
    return flips;
}

/// A rigid body without loads spins about the axis of its middle moment of inertia, like nuts in orbit.
class Dzhanibekov final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"frames", "1/s", 60.0, 2.0, 200.0, "poses a second that the motion is found at", true}};
    }

    double defaultDuration() const override { return kFlipSeconds; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const Vector3 arms = armsOf(kFlipInertia);
        ambient::PointColumns points = ambient::PointColumns::Zero(3, 6);
        for (int axis = 0; axis < 3; ++axis) {
            points(axis, 2 * axis) = arms[axis];
            points(axis, 2 * axis + 1) = -arms[axis];
        }
        const int steps = static_cast<int>(kFlipSeconds * values["frames"]);
        ambient::RecordedFrames frames(std::vector<ambient::PointColumns>(static_cast<std::size_t>(steps) + 1, points));
        frames.setTimeStep(kFlipSeconds / steps);
        const ambient::PointMassMetric metric;
        const ambient::ReducedSequence reduced = ambient::reduceSequence(frames, {&metric});
        ambient::MotionOptions options;
        options.momentum = ambient::Momentum(kFlipInertia.cwiseProduct(kFlipRate), 6.0 * kDrift);
        const ambient::Motion motion = ambient::solveMotion(reduced, options, 0, true);
        context.world().setGravity(btVector3(0, 0, 0));
        context.addMoved("body", std::make_shared<ambient::InterpolatedMotion>(motion, reduced),
                         std::make_shared<FlippingBody>());
    }

    std::string summary(const RunRecord& record) const override {
        std::string text = "turned over at";
        for (const double time : flipsOf(record)) {
            char part[40];
            std::snprintf(part, sizeof part, " %.5f", time);
            text += part;
        }
        return text + " s\nby Euler's equations: 14.81551 39.17281 s\n";
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A spin about the middle axis turns over: expected at 14.816 s and 39.173 s";
        spec.exposure = 5.0;
        spec.wide = true;
        spec.panels = {{"rate about the middle axis [rad/s]", 0.1, [](const BodySample& s) {
                            return (s.worldFromBody.orientation.conjugate() * s.velocity.angular).y();
                        }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createDzhanibekov() {
    return std::make_unique<Dzhanibekov>();
}

} // namespace samples
