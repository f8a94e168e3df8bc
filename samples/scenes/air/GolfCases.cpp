// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/FlightAnalysis.h"

namespace samples {
namespace {

struct Case {
    const char* name;
    bool dimples, spins;
};
constexpr Case kCases[] = {{"smooth", false, false},
                           {"smooth, spinning", false, true},
                           {"dimpled", true, false},
                           {"dimpled, spinning", true, true}};
constexpr double kLane = 1.0; // distance between two balls [m]

/// [Padilla2025, fig. 11]: the golf drive with and without dimples, with and without backspin, four balls at once.
class GolfCases final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return withSurface(
            {{"speed", "m/s", 53.0, 0.1, 150.0, "speed of the balls at launch; a real drive: 78.7"},
             {"launch", "deg", 10.0, 0.1, 90.0, "angle of the launch above the horizontal"},
             {"spin", "rev/s", 42.0, -300.0, 300.0, "backspin of the spinning balls (negative: topspin)"}},
            135.0, 0.62);
    }

    double defaultDuration() const override { return 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        const auto smooth = ballModel(kGolfBall, {}, values, context);
        const auto dimpled = ballModel(kGolfBall, surfaceOf(values), values, context);
        double lane = 0.0;
        for (const Case& c : kCases) {
            BodySpec ball = makeBall(c.name, kGolfBall, c.dimples ? dimpled : smooth);
            ball.worldFromBody.position.y() = lane;
            ball.velocity.linear = launchVelocity(values["speed"], values["launch"]);
            if (c.spins) ball.velocity.angular.y() = -values["spin"] * kRadiansPerTurn;
            context.addBody(std::move(ball));
            lane += kLane;
        }
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const Landing landing = landingOf(record, 0.0, body);
            const char* name = record.bodies[static_cast<std::size_t>(body)].name.c_str();
            char text[200];
            if (landing.landed)
                std::snprintf(text, sizeof text, "%-18s landed at %.2f m after %.3f s with %.2f m/s\n", name,
                              landing.position.x(), landing.time, landing.velocity.norm());
            else
                std::snprintf(text, sizeof text, "%-18s still in the air after %.3f s, %.2f m away\n", name,
                              record.last(body).time, record.last(body).worldFromBody.position.x());
            lines += text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Golf drives with and without dimples and backspin";
        spec.wide = true;
        spec.azimuth = -150.0;
        spec.exposure = 0.5;
        spec.ground = spec.landing = 0.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"speed [m/s]", 1.0, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createGolfCases() {
    return std::make_unique<GolfCases>();
}

} // namespace samples
