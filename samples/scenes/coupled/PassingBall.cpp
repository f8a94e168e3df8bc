// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

namespace samples {
namespace {

/// A heavy ball sinks past a coin suspended in the water. The flow of the ball carries the coin aside and turns the
/// coin without contact ([Gao2025] shows a ball and a coin above a floor), and the coin goes on after the ball has
/// passed. A second coin at the same place, a ghost in pictures, does not feel the ball and stays still.
class PassingBall final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"gap", "1", 0.1, 0.05, 1.5, "between ball and coin as they pass, over the radius of the ball"},
                {"speed", "m/s", 1.0, 0.1, 5.0, "of the ball at release, downwards"},
                {"density", "kg/m3", 3000.0, 1100.0, 20000.0, "density of the ball (water: 998.2)"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a body", true}};
    }

    double defaultDuration() const override { return 2.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const int faces = static_cast<int>(values["faces"]);
        BodySpec ball;
        ball.name = "ball";
        ball.model = context.buildModel(ambient::makeSphere(kRadius, faces));
        ball.shape = std::make_unique<btSphereShape>(btScalar(kRadius));
        ball.fill(values["density"]);
        ball.worldFromBody.position.z() = 3.0 * kRadius;
        ball.velocity.linear.z() = -values["speed"];
        const ambient::Vector3 half(kCoin, kCoin, 0.15 * kCoin);
        const auto coin = context.buildModel(ambient::makeEllipsoid(half, faces));
        const auto add = [&](const char* name, int ghostOf) {
            BodySpec body;
            body.name = name;
            body.ghostOf = ghostOf;
            body.model = coin;
            if (ghostOf < 0)
                body.shape = convexHullOf(coin->mesh().vertices, 1e-3);
            else
                body.shape = std::make_unique<btEmptyShape>(); // touches nothing
            body.fill(998.2);                                  // suspended
            body.worldFromBody = {ambient::expSO3({0.0, 0.25 * ambient::kPi, 0.0}),
                                  {kRadius * (1.0 + values["gap"]) + kCoin, 0.0, 0.0}};
            return context.addBody(std::move(body));
        };
        btFluidCoupling& coupling = addCoupling(context);
        context.addBody(std::move(ball));
        add("coin", -1);
        coupling.setCoupled(add("coin, alone", 1), false);
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 1; body < record.bodyCount(); ++body) {
            const BodySample &start = record.at(0, body), &end = record.last(body);
            char line[160];
            std::snprintf(line, sizeof line, "%-12s moved by %.1f mm and turned by %.1f deg\n",
                          record.bodies[std::size_t(body)].name.c_str(),
                          1e3 * (end.worldFromBody.position - start.worldFromBody.position).norm(),
                          std::abs(signedTiltDegrees(end) - signedTiltDegrees(start)));
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A ball that passes moves a coin without touching it";
        spec.shownTimes = {0.0, 1e9};
        spec.framed = {0.0, 0.18}; // later the ball leaves the picture
        spec.notes = [](const RunRecord& record, int frame) {
            const ambient::Vector3 from = record.at(0, 1).worldFromBody.position,
                                   to = record.at(frame, 1).worldFromBody.position,
                                   right = from + ambient::Vector3(0.14, 0.0, 0.0);
            const ambient::Vector3 ball = record.at(0, 0).worldFromBody.position,
                                   ahead = ball - 1.2 * kRadius * ambient::Vector3::UnitZ();
            char text[60];
            std::snprintf(text, sizeof text, "moved by %.0f mm after %.1f s", 1e3 * (to - from).norm(),
                          record.at(frame, 1).time);
            return std::vector<PlotNote>{
                {ahead, ahead - kRadius * ambient::Vector3::UnitZ(), ""}, {from, to, ""}, {right, right, text}};
        };
        spec.colours = PlotColours::Curves;
        const auto aside = [](int body) {
            return [body](const RunRecord& record, int frame) {
                return 1e3 *
                       (record.at(frame, body).worldFromBody.position - record.at(0, body).worldFromBody.position).x();
            };
        };
        const auto tilt = [](int body) {
            return [body](const RunRecord& record, int frame) { return signedTiltDegrees(record.at(frame, body)); };
        };
        spec.panels = {{"coin's way aside [mm]", 1.0, {}, {{"coin", aside(1)}, {"coin, alone", aside(2)}}},
                       {"tilt of the coin [deg]", 1.0, {}, {{"coin", tilt(1)}, {"coin, alone", tilt(2)}}}};
        return spec;
    }

  private:
    static constexpr double kRadius = 0.1; ///< of the ball [m]
    static constexpr double kCoin = 0.05;  ///< radius of the coin [m]
};

} // namespace

std::unique_ptr<Scene> createPassingBall() {
    return std::make_unique<PassingBall>();
}

} // namespace samples
