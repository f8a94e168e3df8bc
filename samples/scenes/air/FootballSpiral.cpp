// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Balls.h"
#include "scenes/parts/FlightAnalysis.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kBallLength = 0.28, kBallDiameter = 0.17; // [m]
constexpr double kMass = 0.41;                             // [kg]
// Usual values of a real, hollow ball [kg m^2]; a solid ball has a third less.
constexpr double kInertiaAcross = 0.00321, kInertiaAlong = 0.00194;

/// The spiral pass of [Padilla2025, sec. 6.4 and fig. 12], in air and in a vacuum: in air the nose follows the path.
/// The spin printed there, 10 rad/s, lets the ball tumble; 10 turns per second, typical of good throws, keep the nose
/// on the path. The paper does not give the shape: here it is a spheroid of a football's length and width. A user's
/// mesh gets this mass as a uniform solid.
class FootballSpiral final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = withSurface(
            {{"speed", "m/s", 27.4, 0.1, 60.0, "speed of the ball at launch"},
             {"launch", "deg", 30.0, 0.0, 85.0, "angle of the launch and the nose above the horizontal"},
             {"height", "m", 1.5, 0.1, 10.0, "height of the ball at launch"},
             {"spin", "rad/s", 62.8, -200.0, 200.0, "spin about the long axis, to the right; 10 in the paper"}},
            135.0, 0.5);
        all.push_back(meshParameter());
        all.push_back(meshScaleParameter());
        return all;
    }

    double defaultDuration() const override { return 10.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        addBall("in air", surfaceOf(values), 0.0, values, context);
        addBall("no air", withoutFluid(), 10.0, values, context);
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const int landed = landingFrame(record, 0.0, body);
            const int last = lastFlightFrame(record, 0.0, body);
            double largest = 0.0;
            for (int frame = 0; frame <= last; ++frame)
                largest = std::max(largest, noseAngleDegrees(record.at(frame, body)));
            const BodySample& end = record.at(last, body);
            const Landing landing = landingOf(record, 0.0, body);
            const ambient::Vector3& place = landed < 0 ? end.worldFromBody.position : landing.position;
            char text[300];
            std::snprintf(text, sizeof text,
                          "%s: %s %.3f s, %.2f m away and %.2f m to the left\n"
                          "        nose off the path by %.1f deg at the end, at most %.1f deg\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(),
                          landed < 0 ? "still in the air after" : "landed after", landed < 0 ? end.time : landing.time,
                          rangeOf(place, record, body), hundredths(driftOf(place, record, body)), noseAngleDegrees(end),
                          largest);
            lines += text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A spiral pass";
        spec.wide = true;
        spec.exposure = 0.35;
        spec.enlargement = 6.0;
        spec.ground = spec.landing = 0.0;
        spec.colours = PlotColours::Curves;
        spec.compared = {{0}}; // all models agree in a vacuum
        spec.panels = {{"angle of the nose to the path [deg]", 5.0, noseAngleDegrees},
                       {"speed [m/s]", 1.0, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    static void addBall(const char* name, const ambient::FluidBodyDef& fluid, double lane,
                        const ParameterValues& values, SceneContext& context) {
        const bool ours = values.file("mesh").empty();
        const PiecedMesh solid = meshOf(values, [&] {
            const ambient::Vector3 semiAxes(0.5 * kBallDiameter, 0.5 * kBallDiameter, 0.5 * kBallLength);
            const auto mesh = ambient::makeEllipsoid(semiAxes, static_cast<int>(values["faces"]));
            return PiecedMesh{mesh, {mesh.vertices}};
        });
        BodySpec ball;
        ball.name = name;
        ball.model = context.buildModel(solid.mesh, fluid);
        ball.shape = convexHullOf(solid.pieces.front(), 0.001);
        ball.convex = ours;
        ball.fill(kMass / ball.model->volume());
        if (ours) ball.inertia = {kInertiaAcross, kInertiaAcross, kInertiaAlong};
        ball.worldFromBody = {ambient::expSO3({0.0, (90.0 - values["launch"]) * kRadiansPerDegree, 0.0}),
                              {0.0, lane, values["height"]}};
        ball.velocity.linear = launchVelocity(values["speed"], values["launch"]);
        ball.velocity.angular = values["spin"] * ball.velocity.linear.normalized();
        context.addBody(std::move(ball));
    }
};

} // namespace

std::unique_ptr<Scene> createFootballSpiral() {
    return std::make_unique<FootballSpiral>();
}

} // namespace samples
