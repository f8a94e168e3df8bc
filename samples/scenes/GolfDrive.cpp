// SPDX-License-Identifier: Zlib
#include "scenes/GolfDrive.h"

#include "Scene.h"
#include "SceneContext.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kRadius = 0.02135; // [m]
constexpr double kMass = 0.045;     // [kg]

/// The drive of [Padilla2025, sec. 6.3]. Dimples keep the flow attached for longer: a larger separation angle.
/// The paper's 53 m/s is the speed of a club head; a ball leaves it at about 79 m/s.
class GolfDrive final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 53.0, 0.1, 150.0, "of the ball at launch"},
                {"launch", "deg", 10.0, 0.0, 90.0, "angle of the launch above the horizon"},
                {"spin", "rev/s", 42.0, -300.0, 300.0, "backspin (negative: topspin)"},
                {"separation", "deg", 135.0, 0.0, 180.0, "angle at which the flow leaves the surface; smooth: 90"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "triangles of its mesh, about", true}};
    }

    double defaultDuration() const override { return 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr double radiansPerDegree = ambient::kPi / 180.0;
        const double angle = values["launch"] * radiansPerDegree;
        BodySpec ball;
        ball.name = "ball";
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * radiansPerDegree;
        ball.model = context.buildModel(ambient::makeSphere(kRadius, static_cast<int>(values["faces"])), fluid);
        ball.shape = std::make_unique<btSphereShape>(btScalar(kRadius));
        ball.mass = kMass;
        ball.inertia = ambient::Vector3::Constant(0.4 * kMass * kRadius * kRadius);
        ball.velocity.linear = values["speed"] * ambient::Vector3(std::cos(angle), 0.0, std::sin(angle));
        ball.velocity.angular = {0.0, -2.0 * ambient::kPi * values["spin"], 0.0};
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(ball));
    }

    bool finished(const RunRecord& record) const override {
        return record.frameCount() > 1 && record.last().worldFromBody.position.z() <= 0.0;
    }

    std::string summary(const RunRecord& record) const override {
        double apex = 0.0;
        for (const BodySample& s : record.samples)
            apex = std::max(apex, s.worldFromBody.position.z());
        const BodySample& end = record.last();
        const GolfLanding landing = golfLanding(record);
        char text[300];
        if (landing.landed)
            std::snprintf(text, sizeof text, "landed at %.2f m after %.3f s\n", landing.range, landing.time);
        else
            std::snprintf(text, sizeof text, "still in the air after %.3f s, %.2f m away\n", end.time,
                          end.worldFromBody.position.x());
        std::string lines = text;
        std::snprintf(text, sizeof text, "apex %.2f m, speed at the end %.2f m/s, spin at the end %.2f rev/s\n", apex,
                      end.velocity.linear.norm(), -end.velocity.angular.y() / (2.0 * ambient::kPi));
        return lines + text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A golf drive";
        spec.wide = true;
        spec.exposure = 0.5;
        spec.ground = 0.0;
        spec.panels = {{"speed [m/s]", 1.0, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"backspin [rev/s]", 1.0,
                        [](const BodySample& s) { return -s.velocity.angular.y() / (2.0 * ambient::kPi); }}};
        return spec;
    }
};

} // namespace

GolfLanding golfLanding(const RunRecord& record) {
    const int frames = record.frameCount();
    if (frames < 2 || record.last().worldFromBody.position.z() > 0.0) return {};
    const BodySample& before = record.at(frames - 2);
    const BodySample& after = record.last();
    const double high = before.worldFromBody.position.z(), low = after.worldFromBody.position.z();
    const double f = high > low ? high / (high - low) : 0.0;
    return {true, (1.0 - f) * before.time + f * after.time,
            (1.0 - f) * before.worldFromBody.position.x() + f * after.worldFromBody.position.x()};
}

std::unique_ptr<Scene> createGolfDrive() {
    return std::make_unique<GolfDrive>();
}

} // namespace samples
