// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "scenes/parts/FlightAnalysis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace golf_drive_test {

using namespace samples;

namespace {

double range(const std::map<std::string, double>& changes, double timeStep = 1.0 / 240.0,
             const std::string& model = "paper001") {
    const Landing landing = landingOf(runScene("golf-drive", changes, 30.0, timeStep, model), 0.0);
    EXPECT_TRUE(landing.landed);
    return landing.position.x();
}

} // namespace

// [Padilla2025, fig. 11]: 290 m. Measured: 291.308 m (1/240 s), 291.338 m (1/60 s), 291.315 m (1/20 s, with 13 rad of
// spin per step); 291.28 m with 320 faces, 291.38 m with 5120.
TEST(GolfDrive, WithDimplesAndBackspinFliesNearly300Metres) {
    for (const double timeStep : {1.0 / 20.0, 1.0 / 60.0, 1.0 / 240.0})
        EXPECT_NEAR(range({}, timeStep), 291.31, 0.1);
    EXPECT_NEAR(range({{"faces", 320}}), 291.31, 0.1);
}

// Measured: 84.23 m without spin, 93.32 m without dimples, 62.67 m without either (1/60 s: 84.23, 93.17, 62.67).
TEST(GolfDrive, NeedsBothDimplesAndBackspin) {
    EXPECT_NEAR(range({{"spin", 0.0}}), 84.23, 0.1);
    EXPECT_NEAR(range({{"separation", 90.0}}), 93.3, 0.3);
    EXPECT_NEAR(range({{"separation", 90.0}, {"spin", 0.0}}), 62.67, 0.1);
}

// Topspin pulls the ball down: the Magnus force follows w x v.
TEST(GolfDrive, WithTopspinIsShorterThanWithoutSpin) {
    EXPECT_LT(range({{"spin", -42.0}}), 0.9 * range({{"spin", 0.0}}));
}

// In a vacuum: v^2 sin(2 launch) / g. Measured difference: 1.0e-4 m, from the linear interpolation of the landing.
TEST(GolfDrive, InAVacuumIsAParabola) {
    const double exact = 53.0 * 53.0 * std::sin(20.0 * ambient::kPi / 180.0) / 9.81;
    EXPECT_NEAR(range({}, 1.0 / 240.0, "rbd"), exact, 2e-4);
}

TEST(GolfDrive, EndsWithTheLanding) {
    const RunRecord record = runScene("golf-drive", {});
    EXPECT_LE(record.last().worldFromBody.position.z(), 0.0);
    EXPECT_GT(record.at(record.frameCount() - 2).worldFromBody.position.z(), 0.0);
    EXPECT_FALSE(landingOf(runScene("golf-drive", {}, 1.0), 0.0).landed);
}

} // namespace golf_drive_test
