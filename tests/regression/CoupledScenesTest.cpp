// SPDX-License-Identifier: Zlib
// Scenes of hydrodynamically coupled bodies.
#include "RunScene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace coupled_scenes_test {

using namespace samples;

double distance(const RunRecord& record, int frame, int a, int b) {
    return (record.at(frame, a).worldFromBody.position - record.at(frame, b).worldFromBody.position).norm();
}

TEST(CoupledScenes, BallsThatRiseSideBySideDrawTogether) {
    const RunRecord record = runScene("rising-balls", {}, 0.6);
    const int last = record.frameCount() - 1;
    EXPECT_LT(distance(record, last, 0, 1), distance(record, 0, 0, 1) - 0.02);
    EXPECT_NEAR(distance(record, last, 2, 3), distance(record, 0, 2, 3), 1e-3); // the uncoupled pair
    const auto& left = record.last(0).worldFromBody.position;
    const auto& right = record.last(1).worldFromBody.position;
    EXPECT_NEAR(left.x() + right.x(), 0.0, 1e-4); // action and reaction
}

TEST(CoupledScenes, TheAttractionIsThatOfTheBalls) {
    // [Lamb1932, art. 138]: side by side at speed U each ball of radius a is pulled by 3 pi rho a^6 U^2 / r^4. Drag
    // slows the motion aside by 2 %; drag of the faces, which see the gradient of the other ball's flow, adds 6 %.
    const RunRecord record = runScene("rising-balls", {{"gap", 2.0}, {"faces", 1280}}, 0.1);
    const double a = 0.1, density = 998.2,
                 mass = record.bodies[0].mass + 0.5 * density * 4.0 / 3.0 * 3.14159265 * a * a * a;
    double impulse = 0.0;
    for (int frame = 1; frame < record.frameCount(); ++frame) {
        // A step ends with the kick, at the speed of its end.
        const double u = record.at(frame).velocity.linear.z(), r = distance(record, frame, 0, 1);
        impulse += record.timeStep * 3.0 * 3.14159265 * density * std::pow(a, 6) * u * u / std::pow(r, 4);
    }
    EXPECT_NEAR(mass * record.last(0).velocity.linear.x() / impulse, 1.04, 0.01); // measured 1.0395
}

TEST(CoupledScenes, ABoardLandsOnACushion) {
    const RunRecord record = runScene("landing-board", {}, 2.0);
    const auto speedHalfACentimetreAbove = [&](int body) { // of the ground; the board is 2 cm thick
        double way = 0.0;
        for (int frame = 1; frame < record.frameCount(); ++frame) {
            const double z = record.at(frame, body).worldFromBody.position.z();
            if (z > 0.015) way = record.at(frame - 1, body).worldFromBody.position.z() - z;
        }
        return way / record.timeStep;
    };
    EXPECT_LT(speedHalfACentimetreAbove(0), 0.5 * speedHalfACentimetreAbove(1)); // measured .10 and .28 m/s
    EXPECT_NEAR(record.last(0).worldFromBody.position.z(), 0.01, 0.005);
    EXPECT_NEAR(record.last(1).worldFromBody.position.z(), 0.01, 0.005);
}

TEST(CoupledScenes, ABallThatPassesMovesACoin) {
    const RunRecord record = runScene("passing-ball", {}, 0.8);
    const auto way = [&](int body) {
        return (record.last(body).worldFromBody.position - record.at(0, body).worldFromBody.position).norm();
    };
    EXPECT_GT(way(1), 2e-3);
    EXPECT_LT(way(2), 1e-5);
}

RunRecord runExactly(const std::string& name, double duration, double timeStep = 1.0 / 240.0,
                     const std::map<std::string, double>& changes = {}) {
    return runScene(name, changes, duration, timeStep, "default", false, "fluid");
}

double wayAlong(const RunRecord& record, int body, int axis, int frame) {
    return (record.at(frame, body).worldFromBody.position - record.at(0, body).worldFromBody.position)[axis];
}

TEST(CoupledScenes, EllipsoidsThatPassDeflectEachOther) {
    const RunRecord record = runExactly("close-pass", 2.5, 1.0 / 60.0);
    const int last = record.frameCount() - 1;
    const double apart =
        (record.last(2).worldFromBody.position - record.last(0).worldFromBody.position).head<2>().norm();
    EXPECT_GT(apart, 0.02); // from the uncoupled twin; measured 39 mm in space
    ambient::Vector3 before = ambient::Vector3::Zero(), after = before;
    for (const int body : {0, 1}) {
        before += record.at(0, body).momentum.linear;
        after += record.at(last, body).momentum.linear;
    }
    EXPECT_LT((after - before).norm(), 1e-5 * record.at(0, 0).momentum.linear.norm());
}

TEST(CoupledScenes, ACubeSetsAnotherOneInMotionBeforeItTouchesIt) {
    const RunRecord record =
        runExactly("cube-push", 0.35, 1.0 / 240.0, {{"density", 998.2}}); // until the moved one stops
    const int last = record.frameCount() - 1;
    EXPECT_NEAR(wayAlong(record, 0, 0, last), 8.8e-3, 1e-3);
    EXPECT_LT(wayAlong(record, 1, 0, last), 1e-5);
}

TEST(CoupledScenes, ABallThatIsLoweredPushesACoinAway) {
    const RunRecord record = runExactly("ball-and-coin", 0.75, 1.0 / 120.0);
    const int last = record.frameCount() - 1;
    EXPECT_GT(wayAlong(record, 0, 0, last), 0.03);
    EXPECT_GT(record.last(0).worldFromBody.orientation.angularDistance(record.at(0, 0).worldFromBody.orientation),
              0.03);
    EXPECT_LT(wayAlong(record, 1, 0, last), 1e-4);
}

// [Gao2025, fig. 3]: the ball is heavy and free. It lands on the floor, and the coin turns and is pushed away.
TEST(CoupledScenes, AHeavyBallThatLandsPushesACoinAway) {
    const RunRecord record = runExactly("ball-and-coin", 2.0, 1.0 / 60.0, {{"weight", 1710.0}});
    EXPECT_NEAR(record.last(2).worldFromBody.position.z(), -0.4, 0.01); // on the floor
    EXPECT_GT(wayAlong(record, 0, 0, record.frameCount() - 1), 0.03);
    EXPECT_GT(record.last(0).worldFromBody.orientation.angularDistance(record.at(0, 0).worldFromBody.orientation),
              0.03);
    EXPECT_LT(wayAlong(record, 1, 0, record.frameCount() - 1), 1e-4);
}

// [Gao2025, fig. 7]: added mass does not brake. With paper 000's face law, Cd = 2 face on, 1/v grows evenly: (m + .638
// m) v' = -rho s^2 v^2, .638 the added mass of a cube over its displaced mass.
TEST(CoastingCube, SlowsByItsDragAlone) {
    const RunRecord record = runScene("coasting-cube", {}, 2.0, 1.0 / 60.0, "gwtf");
    EXPECT_NEAR(1.0 / record.last(0).velocity.linear.z(), 1.0 + 2.0 / (1.638 * 0.1), 0.05);
    EXPECT_NEAR(record.last(1).worldFromBody.position.z(), 2.0, 1e-4);
    const RunRecord ours = runScene("coasting-cube", {}, 2.0, 1.0 / 60.0);
    EXPECT_GT(ours.last(0).worldFromBody.position.z(), record.last(0).worldFromBody.position.z());
    EXPECT_LT(ours.last(0).velocity.linear.z(), 0.3);
}

TEST(CoupledScenes, FingersPressACoinOutUnlessTheHandMovesAlong) {
    const RunRecord record = runExactly("gripper", 0.52);
    const auto inHand = [&](int hand) {
        return (record.last(hand).worldFromBody.position - record.last(3 + 2 * hand).worldFromBody.position).x();
    };
    EXPECT_GT(inHand(0), 0.07);           // out of the fingers, which are 14 cm long
    EXPECT_LT(std::abs(inHand(1)), 0.02); // gripped
    EXPECT_NEAR(inHand(2), 0.055, 1e-3);  // without the flow
}

// Bodies: two fish of three segments (the second is uncoupled), two small fish, the tail.
TEST(CoupledScenes, ALargeTailDisturbsAFishAndCarriesASmallOne) {
    const RunRecord record = runExactly("fish-pair", 1.0, 1.0 / 120.0);
    double fish = 0.0, alone = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        double aside[2] = {0.0, 0.0};
        for (int segment = 0; segment < 6; ++segment)
            aside[segment / 3] += wayAlong(record, segment, 1, frame) / 3.0;
        fish = std::max(fish, std::abs(aside[0]));
        alone = std::max(alone, std::abs(aside[1]));
    }
    EXPECT_GT(fish, 2.0 * alone);
    const int last = record.frameCount() - 1;
    double carried = 0.0;
    for (int frame = 0; frame <= last; ++frame)
        carried = std::max(carried, std::abs(wayAlong(record, 6, 0, frame)));
    EXPECT_GT(carried, 2e-3);
    EXPECT_LT(std::abs(wayAlong(record, 7, 0, last)), 1e-6);
}

// The forces of the coupling are the last term of a record: they draw the balls together.
TEST(CoupledScenes, RecordTheForcesOfTheCoupling) {
    const RunRecord record = runScene("rising-balls", {}, 0.1, 1.0 / 240.0, "default", true, "fluid");
    ASSERT_EQ(record.terms.back(), "coupling");
    const ambient::Vector3 apart = record.last(1).worldFromBody.position - record.last(0).worldFromBody.position;
    EXPECT_GT(record.last(0).terms.back().linear.dot(apart), 0.0);
    EXPECT_LT(record.last(1).terms.back().linear.dot(apart), 0.0);
}

TEST(CoupledScenes, AFishOfEllipsoidsSwimsAhead) {
    const RunRecord record = runExactly("robotic-fish", 1.5, 1.0 / 120.0);
    EXPECT_GT(wayAlong(record, 1, 0, record.frameCount() - 1), 5e-3);
}

TEST(CoupledScenes, ACloudOfBallsSinks) {
    const RunRecord record = runExactly("tank", 0.3, 1.0 / 60.0, {{"count", 27.0}});
    for (int body = 0; body < record.bodyCount(); ++body)
        EXPECT_LT(wayAlong(record, body, 2, record.frameCount() - 1), -0.02);
}

} // namespace coupled_scenes_test
