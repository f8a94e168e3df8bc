// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kBallsApart = 4.0;      ///< between the two sets [m]
constexpr double kFloorUnderBall = -1.0; ///< height [m]

/// A ball is lowered to a floor beside a standing coin, and stops above the floor. The water under the ball leaves
/// sideways, turns the coin and pushes the coin away ([Gao2025, leaf and floor]; the paper's sizes, but a plane in
/// place of the slab). A second coin does not feel the flow of its ball and stays still.
class BallAndCoin final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 1.0, 0.1, 3.0, "of the ball"},
                {"coin", "m", 0.7, 0.3, 1.5, "between the axis of the ball and the coin"},
                {"stop", "m", 0.53, 0.0, 1.0, "between ball and floor where the ball stops"},
                {"density", "kg/m3", 1298.0, 200.0, 8000.0, "density of the coins (water: 998.2)"}};
    }

    double defaultDuration() const override { return 2.5; }
    std::string defaultSolver() const override { return "fluid"; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0)); // as in the paper
        context.setMedium(ambient::UniformMedium::water());
        context.addFloor(kFloorUnderBall);
        btFluidCoupling& coupling = addCoupling(context);
        coupling.addWall(btVector3(0, 0, 1), btScalar(kFloorUnderBall));
        const auto coinModel = context.buildModel(ambient::makeEllipsoid({0.2, 0.03, 0.2}, 320));
        for (const double y : {0.0, kBallsApart}) {
            const bool isCoupled = y == 0.0;
            BodySpec coin;
            coin.name = isCoupled ? "coin" : "coin, alone";
            coin.model = coinModel;
            coin.shape = convexHullOf(coinModel->mesh().vertices, 2e-3);
            coin.fill(values["density"]);
            // Its thin axis points aside, and a little up.
            coin.worldFromBody = {ambient::expSO3({0.0, 0.0, -0.5 * ambient::kPi}) * ambient::expSO3({0.2, 0.0, 0.0}),
                                  {values["coin"], y, kFloorUnderBall + 0.3}};
            coupling.setCoupled(context.addBody(std::move(coin)), isCoupled);
        }
        const ambient::TriangleMesh ball = ambient::makeSphere(kBall, 320);
        const double speed = values["speed"], lowest = kFloorUnderBall + values["stop"] + kBall;
        for (const double y : {0.0, kBallsApart})
            coupling.addObstacle(context.addMoved("ball", ball, std::make_unique<btSphereShape>(btScalar(kBall)),
                                                  [=](double time) {
                                                      return ambient::Pose{
                                                          ambient::Quaternion::Identity(),
                                                          {0.0, y, std::max(0.875 - speed * time, lowest)}};
                                                  }),
                                 ball);
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < 2; ++body) {
            char line[160];
            std::snprintf(line, sizeof line, "%-12s pushed away by %.1f cm, turned by %.1f deg\n",
                          record.bodies[std::size_t(body)].name.c_str(),
                          100.0 * way(record, record.frameCount() - 1, body),
                          turn(record, record.frameCount() - 1, body));
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A ball that is lowered to the floor pushes a coin away";
        spec.exposure = 0.4;
        spec.ground = kFloorUnderBall;
        spec.colours = PlotColours::Curves;
        const auto curve = [](double (*of)(const RunRecord&, int, int), int body, double scale) {
            return [=](const RunRecord& record, int frame) { return scale * of(record, frame, body); };
        };
        spec.panels = {
            {"way aside [cm]", 1.0, {}, {{"coin", curve(way, 0, 100.0)}, {"alone", curve(way, 1, 100.0)}}},
            {"turn of the coin [deg]", 1.0, {}, {{"coin", curve(turn, 0, 1.0)}, {"alone", curve(turn, 1, 1.0)}}}};
        return spec;
    }

  private:
    static constexpr double kBall = 0.6; ///< radius [m]

    static double way(const RunRecord& record, int frame, int body) {
        return (record.at(frame, body).worldFromBody.position - record.at(0, body).worldFromBody.position).x();
    }
    static double turn(const RunRecord& record, int frame, int body) {
        return 180.0 / ambient::kPi *
               record.at(frame, body)
                   .worldFromBody.orientation.angularDistance(record.at(0, body).worldFromBody.orientation);
    }
};

} // namespace

std::unique_ptr<Scene> createBallAndCoin() {
    return std::make_unique<BallAndCoin>();
}

} // namespace samples
