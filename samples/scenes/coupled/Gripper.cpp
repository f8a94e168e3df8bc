// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <algorithm>

namespace samples {
namespace {

constexpr double kHandsApart = 0.4;                         ///< between the grippers, along x [m]
const ambient::Vector3 kFinger(0.14, 0.08, 0.04);           ///< size [m]
constexpr double kOpenFinger = 0.08, kClosedFinger = 0.007; ///< between a finger's inner side and the middle [m]
const char* const kHandNames[] = {"closing only", "closing and moving", "closing only, alone"};

/// Two fingers close on a coin floating at their tips. If they only close, they press out the water between them
/// together with the coin, and miss the coin. If they close while the hand moves along, they grip the coin ([Gao2025,
/// grasp]). In a third hand the coin does not feel the flow of the fingers: gripping seems easy.
class Gripper final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"time", "s", 0.5, 0.1, 5.0, "in which the fingers close"},
                {"along", "m", 0.06, 0.0, 0.2, "way of the hand that moves, in that time"},
                {"coin", "m", 0.055, 0.0, 0.1, "between the middle of the fingers and the coin at the start"}};
    }

    double defaultDuration() const override { return 0.9; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 240.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium::water());
        btFluidCoupling& coupling = addCoupling(context);
        const auto coinModel = context.buildModel(ambient::makeEllipsoid({0.02, 0.02, 0.005}, 320));
        for (int hand = 0; hand < 3; ++hand) {
            BodySpec coin;
            coin.name = kHandNames[hand];
            coin.model = coinModel;
            coin.shape = convexHullOf(coinModel->mesh().vertices, 1e-3);
            coin.fill(1298.0);
            coin.friction = 0.8;
            coin.worldFromBody = {ambient::expSO3({0.0, 0.2, 0.0}), {values["coin"] + hand * kHandsApart, 0.0, 0.0}};
            coupling.setCoupled(context.addBody(std::move(coin)), hand != 2);
        }
        const ambient::TriangleMesh finger = ambient::makeBox(kFinger, 300);
        const double closing = values["time"], along = values["along"];
        for (int hand = 0; hand < 3; ++hand)
            for (const double side : {-1.0, 1.0}) {
                const auto path = [=](double time) {
                    const double share = std::min(time / closing, 1.0);
                    const double gap = kOpenFinger + share * (kClosedFinger - kOpenFinger);
                    return ambient::Pose{ambient::Quaternion::Identity(),
                                         {hand * kHandsApart + (hand == 1 ? share * along : 0.0), 0.0,
                                          side * (gap + 0.5 * kFinger.z())}};
                };
                btRigidBody* body = context.addMoved(
                    "finger", finger, std::make_unique<btBoxShape>(btFluidVector(ambient::Vector3(0.5 * kFinger))),
                    path);
                body->setFriction(btScalar(0.8));
                coupling.addObstacle(body, finger);
            }
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int hand = 0; hand < 3; ++hand) {
            char line[160];
            std::snprintf(line, sizeof line, "%-20s coin moved by %5.1f mm, now %5.1f mm from the middle of the hand\n",
                          kHandNames[hand], 1e3 * way(record, record.frameCount() - 1, hand),
                          1e3 * inHand(record, record.frameCount() - 1, hand));
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Fingers that close press a coin out of their grip";
        spec.shownTimes = {1e9};
        spec.paths.emplace();
        spec.elevation = 18.0;
        spec.notes = [](const RunRecord& record, int frame) {
            std::vector<PlotNote> notes;
            for (int hand = 0; hand < 3; ++hand) {
                const ambient::Vector3 above(0.0, -0.5 * kFinger.y(), 0.08);
                const ambient::Vector3 to = above + record.at(frame, hand).worldFromBody.position;
                char text[80];
                std::snprintf(text, sizeof text, "%s: coin moved by %.0f mm", kHandNames[hand],
                              1e3 * way(record, frame, hand));
                notes.push_back({above + record.at(0, hand).worldFromBody.position, to, text});
            }
            return notes;
        };
        spec.colours = PlotColours::Curves;
        const auto curve = [](int hand) {
            return [hand](const RunRecord& record, int frame) { return 1e3 * inHand(record, frame, hand); };
        };
        spec.panels = {{"coin from the middle of the hand [mm]",
                        1.0,
                        {},
                        {{kHandNames[0], curve(0)}, {kHandNames[1], curve(1)}, {kHandNames[2], curve(2)}}}};
        return spec;
    }

  private:
    static double way(const RunRecord& record, int frame, int hand) {
        return (record.at(frame, hand).worldFromBody.position - record.at(0, hand).worldFromBody.position).x();
    }
    static double inHand(const RunRecord& record, int frame, int hand) {
        return (record.at(frame, hand).worldFromBody.position - record.at(frame, 3 + 2 * hand).worldFromBody.position)
            .x();
    }
};

} // namespace

std::unique_ptr<Scene> createGripper() {
    return std::make_unique<Gripper>();
}

} // namespace samples
