// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "Scene.h"
#include "SceneContext.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kWaterDensity = 1000.0, kJumpGravity = 9.81;
/// A sphere that grows from one radius to another, from rest to rest.
struct Growth {
    double from, to, duration, mass;

    double radius(double t) const {
        const double u = t / duration;
        return from + (to - from) * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
    }
    double rate(double t) const {
        const double u = t / duration;
        return (to - from) / duration * 30.0 * u * u * (1.0 - u) * (1.0 - u);
    }
    /// With the added mass, times the speed of a centre above a fixed lowest point [kg m/s].
    double momentum(double t) const {
        return (mass + 2.0 / 3.0 * ambient::kPi * kWaterDensity * std::pow(radius(t), 3)) * rate(t);
    }
    /// Time at which it leaves the floor: from then on the floor would have to pull.
    double takeOff() const {
        constexpr int pieces = 100000;
        const double h = duration / pieces;
        for (int i = 1; i < pieces; ++i) {
            const double displaced = kWaterDensity * 4.0 / 3.0 * ambient::kPi * std::pow(radius(i * h), 3);
            const double inertial = (momentum((i + 1) * h) - momentum((i - 1) * h)) / (2.0 * h);
            if (inertial + kJumpGravity * (mass - displaced) < 0.0) return i * h;
        }
        return duration;
    }
};

Growth growthOf(const ParameterValues& v) {
    return {v["radius"], v["grown"], v["duration"], v["mass"]};
}

/// A ball on the sea floor swells and pushes itself off. The floor feels its surface velocity; the take-off is exact.
class SeaFloorJump final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"radius", "m", 0.10, 0.02, 1.0, "at the start"},
                {"grown", "m", 0.16, 0.02, 1.5, "radius at the end"},
                {"duration", "s", 0.12, 0.02, 5.0, "in which it grows"},
                {"mass", "kg", 22.0, 0.1, 1.0e5, "of the ball"},
                {"faces", "1", 500.0, 320.0, 5120.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 0.8; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const Growth growth = growthOf(values);
        constexpr int keys = 9;
        ambient::TriangleMesh ball = ambient::makeSphere(1.0, static_cast<int>(values["faces"]));
        const ambient::Quaternion down =
            ambient::Quaternion::FromTwoVectors(ball.vertices[0], -ambient::Vector3::UnitZ()); // it stands on a vertex
        for (ambient::Vector3& v : ball.vertices)
            v = down * v;
        ball.vertices[0].normalize(); // the others lie a little outside: the volume is that of the sphere
        ambient::ShapeSequence swells;
        swells.faces = ball.faces;
        for (int k = 0; k < keys; ++k) {
            swells.times.push_back(growth.duration * k / (keys - 1));
            swells.keys.push_back(ball.vertices);
            for (ambient::Vector3& v : swells.keys.back())
                v *= growth.radius(swells.times.back());
        }
        swells.mass = growth.mass;
        swells.restKey = keys - 1;
        ambient::FluidBodyDef perfect; // no drag: the take-off is exact
        perfect.pressureScale = 0.0;
        BodySpec puffer;
        puffer.name = "ball";
        puffer.deforming = context.buildShape(swells, perfect);
        puffer.worldFromBody.position.z() = growth.from;
        puffer.shape = convexHullOf(swells.keys.front(), 0.0);
        auto* hull = static_cast<btConvexHullShape*>(puffer.shape.get());
        context.setMedium(ambient::UniformMedium(kWaterDensity, 0.0));
        context.addFloor(0.0);
        btRigidBody* body = context.addBody(std::move(puffer));
        body->setAngularFactor(0);
        context.fluid().getDrive(body)->setCollisionHull(hull);
    }

    std::string summary(const RunRecord& record) const override {
        double fastest = 0.0;
        for (const BodySample& s : record.samples)
            fastest = std::max(fastest, s.velocity.linear.z());
        return "took off at " + shortNumber(fastest) + " m/s\n";
    }

    PlotSpec plot(const ParameterValues& values) const override {
        const Growth growth = growthOf(values);
        PlotSpec spec;
        spec.title = "A ball swells and pushes itself off the sea floor: exactly at " +
                     shortNumber(growth.rate(growth.takeOff())) + " m/s";
        spec.ground = 0.0;
        spec.shownTimes = {0.0, growth.takeOff(), 0.5};
        spec.panels = {
            {"height of the centre [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
            {"speed upwards [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createSeaFloorJump() {
    return std::make_unique<SeaFloorJump>();
}

} // namespace samples
