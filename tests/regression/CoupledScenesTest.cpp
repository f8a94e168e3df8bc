// SPDX-License-Identifier: Zlib
// Scenes of bodies that feel each other's flow.
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
    EXPECT_NEAR(distance(record, last, 2, 3), distance(record, 0, 2, 3), 1e-3); // the pair that feels nothing
    const auto& left = record.last(0).worldFromBody.position;
    const auto& right = record.last(1).worldFromBody.position;
    EXPECT_NEAR(left.x() + right.x(), 0.0, 1e-4); // action and reaction
}

TEST(CoupledScenes, TheAttractionIsThatOfTheBalls) {
    // [Lamb1932, art. 138]: side by side at speed U each ball of radius a is pulled by 3 pi rho a^6 U^2 / r^4. Drag,
    // which slows the motion aside too, is small as long as the balls are.
    const RunRecord record = runScene("rising-balls", {{"gap", 2.0}, {"faces", 1280}}, 0.1);
    const double a = 0.1, density = 998.2,
                 mass = record.bodies[0].mass + 0.5 * density * 4.0 / 3.0 * 3.14159265 * a * a * a;
    double impulse = 0.0;
    for (int frame = 1; frame < record.frameCount(); ++frame) {
        // A step shows the kick after the step before it.
        const double u = record.at(frame - 1).velocity.linear.z(), r = distance(record, frame - 1, 0, 1);
        impulse += record.timeStep * 3.0 * 3.14159265 * density * std::pow(a, 6) * u * u / std::pow(r, 4);
    }
    EXPECT_NEAR(mass * record.last(0).velocity.linear.x() / impulse, 1.0, 0.025); // measured .981
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

} // namespace coupled_scenes_test
