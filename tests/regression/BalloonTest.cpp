// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "scenes/parts/Swerving.h"

#include <gtest/gtest.h>

#include <cmath>

namespace balloon_test {

using namespace samples;

namespace {

RunRecord letGo(const std::map<std::string, double>& changes, double timeStep = 1.0 / 60.0,
                const std::string& model = "paper001") {
    return runScene("balloon", changes, 0.0, timeStep, model);
}

double risen(const RunRecord& record) {
    return record.last().worldFromBody.position.z();
}

} // namespace

// Measured: rises 7.30 m in 5 s, up to 0.475 m off the straight line, 4 turns, tilt up to 108.7 deg, at 1/1000 s to
// 0.03 s.
TEST(Balloon, SwervesOnItsWayUpWhateverTheStep) {
    const RunRecord fine = letGo({}, 1.0 / 240.0);
    const Swerving swerving = swervingOf(fine);
    EXPECT_GT(risen(fine), 5.0);
    EXPECT_GT(swerving.distance, 0.3);
    EXPECT_GE(swerving.turns, 3);
    EXPECT_GT(swerving.tilt, 45.0);
    for (const double timeStep : {1.0 / 60.0, 0.03}) {
        const RunRecord record = letGo({}, timeStep);
        const double perSecond = risen(record) / record.last().time, expected = risen(fine) / fine.last().time;
        EXPECT_NEAR(perSecond / expected, 1.0, 0.005);
        EXPECT_NEAR(swervingOf(record).distance / swerving.distance, 1.0, 0.02);
        EXPECT_EQ(swervingOf(record).turns, swerving.turns);
    }
}

// Released upright, the balloon has no preferred side: the shape and its masses are symmetric.
TEST(Balloon, ReleasedUprightStartsStraightUp) {
    const RunRecord record = runScene("balloon", {{"tilt", 0.0}}, 0.5, 1.0 / 60.0, "paper001");
    EXPECT_GT(risen(record), 0.3);
    EXPECT_LT(record.last().worldFromBody.position.head<2>().norm(), 1e-4);
}

// Net weight of skin, knot and compressed air: 3 + 3 + 0.5 g.
TEST(Balloon, BlownUpWithAirSinksKnotDown) {
    const RunRecord record = letGo({{"gas", 1.24}, {"tilt", 120.0}});
    EXPECT_LT(risen(record), -3.0);
    EXPECT_LT(tiltDegrees(record.last()), 90.0);
}

// Without buoyancy the balloon falls like a stone.
TEST(Balloon, InAVacuumFalls) {
    const RunRecord record = runScene("balloon", {}, 0.5, 1.0 / 240.0, "rbd");
    EXPECT_NEAR(risen(record), -0.5 * 9.81 * 0.25, 0.02);
}

// Measured: 9.16 m, 0.73 m off the straight line, 4 turns.
TEST(Balloon, SwervesByTheDefaultForcesToo) {
    const RunRecord record = letGo({}, 1.0 / 60.0, "default");
    EXPECT_GT(risen(record), 5.0);
    EXPECT_GT(swervingOf(record).distance, 0.2);
    EXPECT_GE(swervingOf(record).turns, 3);
}

// The threshold between turns and rounding.
TEST(Balloon, OnAStraightPathTurnsNowhere) {
    EXPECT_EQ(swervingOf(runScene("balloon", {}, 0.5, 1.0 / 60.0, "rbd")).turns, 0);
}

} // namespace balloon_test
