// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/FlightAnalysis.h"

#include <algorithm>

namespace samples {
namespace {

/// The drive of [Padilla2025, sec. 6.3]. Dimples keep the flow attached for longer: they increase the separation angle
/// and reduce the wake (0.62 gives the measured drag of a dimpled ball, 0.26 to 0.32). The paper's 53 m/s is the speed
/// of a club head; the ball leaves the club at 78.7 m/s.
class GolfDrive final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return withSurface({{"speed", "m/s", 53.0, 0.1, 150.0, "speed of the ball at launch; a real drive: 78.7"},
                            {"launch", "deg", 10.0, 0.1, 90.0, "angle of the launch above the horizontal"},
                            {"spin", "rev/s", 42.0, -300.0, 300.0, "backspin (negative: topspin)"}},
                           135.0, 0.62);
    }

    double defaultDuration() const override { return 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::FluidBodyDef fluid = surfaceOf(values);
        BodySpec ball = makeBall("ball", kGolfBall, ballModel(kGolfBall, fluid, values, context));
        ball.velocity.linear = launchVelocity(values["speed"], values["launch"]);
        ball.velocity.angular = {0.0, -values["spin"] * kRadiansPerTurn, 0.0};
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(ball));
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        double apex = 0.0;
        for (const BodySample& s : record.samples)
            apex = std::max(apex, s.worldFromBody.position.z());
        const BodySample& end = record.last();
        const Landing landing = landingOf(record, 0.0);
        char text[300];
        if (landing.landed)
            std::snprintf(text, sizeof text, "landed at %.2f m after %.3f s\n", hundredths(landing.position.x()),
                          landing.time);
        else
            std::snprintf(text, sizeof text, "still in the air after %.3f s, %.2f m away\n", end.time,
                          end.worldFromBody.position.x());
        std::string lines = text;
        std::snprintf(text, sizeof text, "apex %.2f m, speed at the end %.2f m/s, spin at the end %.2f rev/s\n", apex,
                      end.velocity.linear.norm(), hundredths(-end.velocity.angular.y() / kRadiansPerTurn));
        return lines + text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A golf drive";
        spec.wide = true;
        spec.azimuth = -150.0;
        spec.exposure = 0.5;
        spec.ground = 0.0;
        spec.panels = {
            {"speed [m/s]", 1.0, [](const BodySample& s) { return s.velocity.linear.norm(); }},
            {"backspin [rev/s]", 1.0, [](const BodySample& s) { return -s.velocity.angular.y() / kRadiansPerTurn; }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createGolfDrive() {
    return std::make_unique<GolfDrive>();
}

} // namespace samples
