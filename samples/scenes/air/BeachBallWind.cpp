// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/Wind.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kSand = 0.0003, kSea = 0.0002; // roughness [m]

/// A beach ball is dropped into a gusty wind. On sand the ball bounces and rolls; on water the ball floats and drifts
/// with the wind, held back by the still water.
class BeachBallWind final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"water", "1", 0.0, 0.0, 1.0, "1: the ball falls on water; 0: on sand", true},
            {"diameter", "m", 0.4, 0.05, 2.0, "diameter of the ball"},
            {"mass", "kg", 0.09, 0.01, 10.0, "mass of the skin, without the air inside"},
            {"height", "m", 1.5, 0.0, 50.0, "height of the lowest point above the ground at release"},
            {"bounce", "1", 0.7, 0.0, 1.0, "speed after a bounce on sand over the speed before"},
            {"faces", "1", 320.0, 80.0, 8000.0, "approximate number of triangles", true}};
        for (const Parameter& parameter : windParameters(8.0, 0.15, 5.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const bool onWater = values["water"] != 0.0;
        const double radius = 0.5 * values["diameter"];
        const auto air = std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::air(),
                                                                  windOf(values, onWater ? kSea : kSand, 1.0));
        if (onWater) {
            context.setMedium(std::make_shared<ambient::DividedMedium>(
                std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()), air,
                std::make_shared<ambient::FlatSurface>(0.0)));
        } else {
            context.setMedium(air);
            btRigidBody* sand = context.addFloor(0.0);
            sand->setRestitution(1);
            sand->setFriction(1);
        }
        BodySpec ball;
        ball.name = "ball";
        ball.model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
        ball.shape = std::make_unique<btSphereShape>(btScalar(radius));
        // Only the skin turns with the ball.
        ball.mass = values["mass"] + ambient::UniformMedium::air().density() * ball.model->volume();
        ball.inertia.setConstant(2.0 / 3.0 * values["mass"] * radius * radius);
        ball.restitution = values["bounce"];
        ball.worldFromBody.position.z() = radius + values["height"];
        context.addBody(std::move(ball))->setActivationState(DISABLE_DEACTIVATION);
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double highestBounce = 0.0, wind = 0.0, speed = 0.0, slip = 0.0;
        const double radius = record.bodies[0].model->radius();
        int bounces = 0, frames = 0;
        for (int frame = 1; frame < record.frameCount(); ++frame) {
            const BodySample &before = record.at(frame - 1), &s = record.at(frame);
            bounces += before.velocity.linear.z() < -0.3 && s.velocity.linear.z() > 0.0;
            if (bounces > 0) highestBounce = std::max(highestBounce, s.worldFromBody.position.z() - radius);
            if (2 * frame < record.frameCount()) continue;
            ++frames;
            wind += mediumVelocityAt(record, frame).x();
            speed += s.velocity.linear.x();
            slip += s.velocity.linear.x() - radius * s.velocity.angular.y();
        }
        frames = std::max(1, frames);
        const ambient::Vector3 way = end.worldFromBody.position;
        char text[400];
        std::snprintf(text, sizeof text,
                      "%.2f m downwind and %.2f m aside after %.1f s, with %d bounces, up to %.2f m\n"
                      "in the second half: wind at its middle %.2f m/s, ball %.2f m/s (%.0f %% of it), slip of its "
                      "lowest point %.2f m/s\n",
                      way.x(), std::abs(way.y()), end.time, bounces, highestBounce, wind / frames, speed / frames,
                      wind > 0.0 ? 100.0 * speed / wind : 0.0, slip / frames);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A beach ball in the wind";
        spec.wide = true;
        spec.exposure = 0.4;
        spec.ground = 0.0;
        spec.panels = {
            {"speed along the wind [m/s]",
             0.5,
             {},
             {{"ball", [](const RunRecord& r, int frame) { return r.at(frame).velocity.linear.x(); }},
              {"air at its middle", [](const RunRecord& r, int frame) { return mediumVelocityAt(r, frame).x(); }}}},
            {"height of its middle [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createBeachBallWind() {
    return std::make_unique<BeachBallWind>();
}

} // namespace samples
