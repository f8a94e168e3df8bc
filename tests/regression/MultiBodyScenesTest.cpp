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
    // Body and tail stay together at the hinge.
    const ambient::Vector3 hinge = end.worldFromBody * ambient::Vector3(-0.31, 0.0, 0.0);
    const ambient::Vector3 ofTail = record.last(1).worldFromBody * ambient::Vector3(0.13, 0.0, 0.0);
    EXPECT_LT((hinge - ofTail).norm(), 1e-6);
}

// A reach to both sides, and a broad reach: the boat makes way, holds its course to some degrees and heels, but stays
// upright. Without its helmsman the boat turns away.
TEST(MultiBodyScenes, TheDinghySailsAndHoldsItsCourse) {
    const auto headingOf = [](const BodySample& s) {
        const ambient::Vector3 bow = s.worldFromBody.orientation * ambient::Vector3::UnitX();
        return std::atan2(bow.y(), bow.x()) * 180.0 / ambient::kPi;
    };
    for (const double from : {75.0, 90.0, 120.0}) {
        const RunRecord record = runScene("sailing-dinghy", {{"from", from}}, 25.0, 1.0 / 60.0);
        const BodySample &end = record.last(), &half = record.at(record.frameCount() / 2);
        const ambient::Vector3 speed =
            (end.worldFromBody.position - half.worldFromBody.position) / (end.time - half.time);
        EXPECT_GT(speed.x(), 1.2) << from;
        EXPECT_LT(std::abs(speed.y()), 0.25 * speed.x()) << from;
        EXPECT_LT(std::abs(headingOf(end)), 5.0) << from;
        EXPECT_GT((end.worldFromBody.orientation * ambient::Vector3::UnitZ()).z(), 0.9) << from;
        EXPECT_LT(std::abs(end.worldFromBody.position.z()), 0.3) << from;
    }
    const RunRecord alone = runScene("sailing-dinghy", {{"rudder", 0.0}}, 25.0, 1.0 / 60.0);
    double largest = 0.0;
    for (int i = 0; i < alone.frameCount(); ++i)
        largest = std::max(largest, std::abs(headingOf(alone.at(i))));
    EXPECT_GT(largest, 20.0);
}

// A limp human drifts with the river to the pier, stops, and goes round the pier at the surface.
TEST(MultiBodyScenes, TheRagdollPassesThePier) {
    const RunRecord record = runScene("ragdoll-in-river", {}, 8.0, 1.0 / 120.0, "default", false, "fluid");
    double slowest = 1e300, lowest = 0.0;
    for (int i = 0; i < record.frameCount(); ++i) {
        slowest = std::min(slowest, record.at(i).velocity.linear.x());
        lowest = std::min(lowest, record.at(i).worldFromBody.position.z());
    }
    EXPECT_LT(slowest, 0.8);
    EXPECT_GT(lowest, -0.5);
    EXPECT_GT(record.last().worldFromBody.position.x(), 2.0);
    EXPECT_GT(record.last().velocity.linear.x(), 0.9);
    for (int body = 1; body < record.bodyCount(); ++body) // nothing comes off
        EXPECT_LT((record.last(body).worldFromBody.position - record.last().worldFromBody.position).norm(), 1.5);
}

// The block leaves the water; its weight then hangs in the cable and heels the barge.
TEST(MultiBodyScenes, TheWinchHoistsTheBlock) {
    const RunRecord record = runScene("winch", {{"height", 0.0}}, 14.0, 1.0 / 120.0);
    EXPECT_LT(record.at(200, 1).worldFromBody.position.z(), -3.5);
    EXPECT_GT(record.last(1).worldFromBody.position.z(), 0.5);
    const ambient::Vector3 boom = record.last().worldFromBody * ambient::Vector3(3.3, 0.0, 2.2),
                           hook = record.last(1).worldFromBody * ambient::Vector3(0.0, 0.0, 0.2);
    EXPECT_NEAR((boom - hook).norm(), 1.0, 0.03);
    EXPECT_LT((record.last().worldFromBody.orientation * ambient::Vector3::UnitX()).z(), -0.01);
}

} // namespace multi_body_scenes_test
