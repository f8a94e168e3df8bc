// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kWaterDensity = 1000.0, kJumpGravity = 9.81;
constexpr int kJumpKeys = 9;
/// The growth of a sphere from one radius to another, from rest to rest.
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
    double inertia(double t) const { // with the added mass
        return mass + 2.0 / 3.0 * ambient::kPi * kWaterDensity * std::pow(radius(t), 3);
    }
    double momentum(double t) const { return inertia(t) * rate(t); } // while standing
    double weight(double t) const {                                  // less buoyancy
        return kJumpGravity * (mass - kWaterDensity * 4.0 / 3.0 * ambient::kPi * std::pow(radius(t), 3));
    }
    /// Speed after the growth. Once the floor would have to pull, only the weight changes the momentum.
    double speedAtEnd() const {
        constexpr int pieces = 20000;
        const double h = duration / pieces;
        double free = -1.0; // momentum after the take-off
        for (int i = 1; i < pieces; ++i) {
            const double push = (momentum((i + 1) * h) - momentum((i - 1) * h)) / (2.0 * h) + weight(i * h);
            if (free < 0.0 && push < 0.0) free = momentum(i * h);
            if (free >= 0.0) free -= weight((i + 0.5) * h) * h;
        }
        return std::max(free, 0.0) / inertia(duration);
    }
};
Growth growthOf(const ParameterValues& v) {
    return {v["radius"], v["grown"], v["duration"], v["mass"]};
}

/// A ball on the sea floor swells and pushes itself off. The floor feels its surface velocity; the speed is exact.
class SeaFloorJump final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"radius", "m", 0.10, 0.02, 1.0, "at the start"},
                {"grown", "m", 0.16, 0.02, 1.5, "radius at the end"},
                {"duration", "s", 0.125, 0.02, 5.0, "in which it grows"},
                {"mass", "kg", 22.0, 0.1, 1.0e5, "of the ball"},
                {"faces", "1", 500.0, 320.0, 5120.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 0.8; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const Growth growth = growthOf(values);
        ambient::TriangleMesh ball = ambient::makeSphere(1.0, static_cast<int>(values["faces"]));
        const ambient::Quaternion down =
            ambient::Quaternion::FromTwoVectors(ball.vertices[0], -ambient::Vector3::UnitZ()); // standing on a vertex
        for (ambient::Vector3& v : ball.vertices)
            v = down * v;
        ball.vertices[0].normalize(); // the other vertices lie a little outside: the volume is the sphere's
        ambient::ShapeSequence swells;
        swells.faces = ball.faces;
        for (int k = 0; k < kJumpKeys; ++k) {
            swells.times.push_back(growth.duration * k / (kJumpKeys - 1));
            swells.keys.push_back(ball.vertices);
            for (ambient::Vector3& v : swells.keys.back())
                v *= growth.radius(swells.times.back());
        }
        swells.mass = growth.mass;
        swells.restKey = kJumpKeys - 1;
        ambient::FluidBodyDef perfect; // no drag: the speed is exact
        perfect.pressureScale = 0.0;
        BodySpec puffer;
        puffer.name = "ball";
        puffer.deforming = context.buildShape(swells, perfect);
        puffer.worldFromBody.position.z() = growth.from;
        puffer.shape = convexHullOf(swells.keys.front(), 0.0);
        context.setMedium(ambient::UniformMedium(kWaterDensity, 0.0));
        context.addFloor(0.0);
        btRigidBody* body = context.addBody(std::move(puffer));
        body->setAngularFactor(0);
        context.fluid().getFluidBody(body)->getDrive()->setCollisionHull(
            static_cast<btConvexHullShape*>(body->getCollisionShape()));
    }

    std::string summary(const RunRecord& record) const override {
        const double grown = record.bodies.front().shape->lastPhase();
        const int frame = std::min(static_cast<int>(std::lround(grown / record.timeStep)), record.frameCount() - 1);
        return "rises at " + shortNumber(record.at(frame).velocity.linear.z()) + " m/s when it has grown\n";
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = "A ball swells and jumps off the sea floor, exactly " +
                     shortNumber(growthOf(values).speedAtEnd()) + " m/s fast when it has grown";
        spec.ground = 0.0;
        spec.shownTimes = {0.0, 0.06, 0.5};
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
