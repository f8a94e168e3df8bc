// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/FlightAnalysis.h"

namespace samples {
namespace {

/// A basketball dropped from a dam with backspin [Padilla2025, sec. 6.2 and fig. 10], beside a ball without spin and a
/// ball in a vacuum. The paper gives neither height nor spin: the height is the dam's in the video, the spin an
/// estimate for a throw by hand. Wake factor: no measurement is known at these speeds; 0.7 lies between a smooth sphere
/// and a soccer ball (drag 0.35; the paper's angle gives 0.41).
class BasketballDrop final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return withSurface(
            {{"height", "m", 126.5, 1.0, 1000.0, "height of the ball's centre above the ground at release"},
             {"spin", "rev/s", 3.0, -20.0, 20.0, "backspin: the top moves towards the dam (negative: topspin)"},
             {"speed", "m/s", 0.0, 0.0, 30.0, "launch speed away from the dam"}},
            108.0, 0.7);
    }

    double defaultDuration() const override { return 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        const auto wet = ballModel(kBasketball, surfaceOf(values), values, context);
        const auto dry = ballModel(kBasketball, withoutFluid(), values, context);
        const double turn = -values["spin"] * kRadiansPerTurn;
        double lane = 0.0;
        const auto drop = [&](const char* name, const auto& model, double rate) {
            BodySpec ball = makeBall(name, kBasketball, model);
            ball.worldFromBody.position = {0.0, lane, values["height"]};
            ball.velocity.linear.x() = values["speed"];
            ball.velocity.angular.y() = rate;
            context.addBody(std::move(ball));
            lane += 1.0;
        };
        drop("spinning", wet, turn);
        drop("not spinning", wet, 0.0);
        drop("no air", dry, turn);
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, kBasketball.radius); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const Landing landing = landingOf(record, kBasketball.radius, body);
            const BodySample& end = record.last(body);
            const ambient::Vector3& position = landing.landed ? landing.position : end.worldFromBody.position;
            const ambient::Vector3& velocity = landing.landed ? landing.velocity : end.velocity.linear;
            char text[200];
            std::snprintf(text, sizeof text, "%-12s %s %.3f s, %.2f m from the dam, with %.2f m/s\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(),
                          landing.landed ? "landed after" : "still falling after",
                          landing.landed ? landing.time : end.time, hundredths(position.x()), velocity.norm());
            lines += text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Basketballs from a dam";
        spec.exposure = 0.5;
        spec.enlargement = 10.0;
        spec.ground = 0.0;
        spec.landing = kBasketball.radius;
        spec.colours = PlotColours::Curves;
        spec.compared = {{0}}; // the spinning ball
        spec.panels = {
            {"speed [m/s]", 1.0, [](const BodySample& s) { return s.velocity.linear.norm(); }},
            {"distance from the dam [m]", 5.0, [](const BodySample& s) { return s.worldFromBody.position.x(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createBasketballDrop() {
    return std::make_unique<BasketballDrop>();
}

} // namespace samples
