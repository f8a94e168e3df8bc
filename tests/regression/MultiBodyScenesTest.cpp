// SPDX-License-Identifier: Zlib
#include "RunScene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace multi_body_scenes_test {

using namespace samples;

namespace {

/// Time between every second passage through the vertical [s].
double swingTime(const RunRecord& record) {
    std::vector<double> crossings;
    for (int i = 1; i < record.frameCount(); ++i) {
        const double before = record.at(i - 1).worldFromBody.position.x(),
                     now = record.at(i).worldFromBody.position.x();
        if ((before > 0.0) != (now > 0.0)) crossings.push_back(record.timeStep * (i - now / (now - before)));
    }
    return crossings.size() < 3 ? 0.0 : crossings[2] - crossings[0];
}

} // namespace

// Water makes a swing 1.71 times as long: its inertia, and buoyancy.
TEST(MultiBodyScenes, APendulumSwingsSlowlyUnderWater) {
    const RunRecord wet = runScene("pendulum", {{"angle", 3.0}}, 6.0, 1.0 / 60.0);
    const RecordedBody& rod = wet.bodies[0];
    const double arm = 0.3, density = wet.medium->sample(ambient::Vector3::Zero(), 0.0).density;
    const ambient::Matrix6 added = rod.model->addedMassPerDensity().scaled(density).matrix();
    const double inertia = rod.inertia.y() + added(1, 1) + arm * arm * (rod.mass + added(3, 3));
    const double expected =
        2.0 * ambient::kPi * std::sqrt(inertia / ((rod.mass - density * rod.model->volume()) * 9.81 * arm));
    EXPECT_NEAR(swingTime(wet), expected, 0.005 * expected);
    const RunRecord dry = runScene("pendulum", {{"angle", 3.0}}, 4.0, 1.0 / 60.0, "rbd");
    EXPECT_NEAR(swingTime(dry),
                2.0 * ambient::kPi * std::sqrt((rod.inertia.y() + arm * arm * rod.mass) / (rod.mass * 9.81 * arm)),
                0.005);
}

TEST(MultiBodyScenes, TheFlipperSwimsBodyFirst) {
    const RunRecord record = runScene("flipper", {{"faces", 300}}, 5.0, 1.0 / 60.0);
    const BodySample& end = record.last();
    EXPECT_GT(end.worldFromBody.position.x(), 1.0);
    EXPECT_GT(end.velocity.linear.x(), 0.3);
    EXPECT_LT(std::abs(end.worldFromBody.position.y()), 0.01);
    EXPECT_LT(std::abs(end.worldFromBody.position.z()), 0.1);
    // Nothing is lost between body and tail: they stay together at the hinge.
    const ambient::Vector3 hinge = end.worldFromBody * ambient::Vector3(-0.31, 0.0, 0.0);
    const ambient::Vector3 ofTail = record.last(1).worldFromBody * ambient::Vector3(0.13, 0.0, 0.0);
    EXPECT_LT((hinge - ofTail).norm(), 1e-6);
}

} // namespace multi_body_scenes_test
