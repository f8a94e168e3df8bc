// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kFloorUnderBall = -1.0; ///< height [m]

/// A ball is lowered to a floor beside a standing coin, and stops above the floor; or a heavy ball sinks freely and
/// lands. The water under the ball leaves sideways, turns the coin and pushes the coin away ([Gao2025, fig. 3]; the
/// paper's sizes, but a plane in place of the slab). A second coin at the same place, a ghost in pictures, does not
/// feel the flow of the ball and stays still.
class BallAndCoin final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 1.0, 0.1, 3.0, "of a ball that is led"},
                {"weight", "N", 0.0, 0.0, 10000.0,
                 "in water, of a ball that sinks freely (the paper: 1710); 0: the ball is led"},
                {"coin", "m", 0.7, 0.3, 1.5, "between the axis of the ball and the coin"},
                {"stop", "m", 0.53, 0.0, 1.0, "between ball and floor where a ball that is led stops"},
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
        for (const bool isCoupled : {true, false}) {
            BodySpec coin;
            coin.name = isCoupled ? "coin" : "coin, alone";
            coin.ghostOf = isCoupled ? -1 : 0;
            coin.model = coinModel;
            if (isCoupled)
                coin.shape = convexHullOf(coinModel->mesh().vertices, 2e-3);
            else
                coin.shape = std::make_unique<btEmptyShape>(); // touches nothing
            coin.fill(values["density"]);
            // Its thin axis points aside, and a little up.
            coin.worldFromBody = {ambient::expSO3({0.0, 0.0, -0.5 * ambient::kPi}) * ambient::expSO3({0.2, 0.0, 0.0}),
                                  {values["coin"], 0.0, kFloorUnderBall + 0.3}};
            coupling.setCoupled(context.addBody(std::move(coin)), isCoupled);
        }
        const ambient::TriangleMesh ball = ambient::makeSphere(kBall, 320);
        if (values["weight"] > 0.0)
            addFreeBall(context, ball, {0.0, 0.0, kBallStart}, values["weight"]);
        else
            addLedBall(context, coupling, ball, values);
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
        spec.title = "A ball that comes down to the floor pushes a coin away";
        spec.shownTimes = {0.0, 1e9};
        spec.ground = kFloorUnderBall;
        spec.azimuth = -100.0;
        spec.notes = [](const RunRecord& record, int frame) {
            const ambient::Vector3 above(0.0, 0.0, 0.3), from = record.at(0, 0).worldFromBody.position;
            char text[60];
            std::snprintf(text, sizeof text, "pushed by %.0f cm, turned by %.0f deg", 100.0 * way(record, frame, 0),
                          turn(record, frame, 0));
            return std::vector<PlotNote>{{above + from, above + record.at(frame, 0).worldFromBody.position, text}};
        };
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
    static constexpr double kBall = 0.6;        ///< radius [m]
    static constexpr double kBallStart = 0.875; ///< height of its centre [m]
    static constexpr double kBallMass = 1163.7; ///< of a free ball [kg]

    static void addLedBall(SceneContext& context, btFluidCoupling& coupling, const ambient::TriangleMesh& ball,
                           const ParameterValues& values) {
        const double speed = values["speed"], lowest = kFloorUnderBall + values["stop"] + kBall;
        const auto path = [=](double time) {
            return ambient::Pose{ambient::Quaternion::Identity(),
                                 {0.0, 0.0, std::max(kBallStart - speed * time, lowest)}};
        };
        coupling.addObstacle(context.addMoved("ball", ball, std::make_unique<btSphereShape>(btScalar(kBall)), path),
                             ball);
    }

    /// \param weight in water [N]: the coins have none, so the world has no gravity
    static void addFreeBall(SceneContext& context, const ambient::TriangleMesh& mesh, const ambient::Vector3& place,
                            double weight) {
        BodySpec ball;
        ball.name = "ball";
        ball.model = context.buildModel(mesh);
        ball.shape = std::make_unique<btSphereShape>(btScalar(kBall));
        ball.fill(kBallMass / ball.model->volume());
        ball.worldFromBody.position = place;
        const double inWater = kBallMass - 998.2 * ball.model->volume(); // [kg]
        context.addBody(std::move(ball))->setGravity(btVector3(0, 0, btScalar(-weight / inWater)));
    }

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
