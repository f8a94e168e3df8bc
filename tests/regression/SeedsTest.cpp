// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "scenes/parts/Autorotation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace seeds_test {

using namespace samples;
using ambient::Vector3;

namespace {

Autorotation rotationOf(const RunRecord& record) {
    return autorotation(record, secondHalf(record), 0, Vector3::UnitX());
}

void expectSpinning(const std::map<std::string, double>& start, double timeStep) {
    std::map<std::string, double> values = start;
    values["faces"] = 700;
    const Autorotation rotation = rotationOf(runScene("maple-seed", values, 4.8, timeStep));
    EXPECT_TRUE(rotation.happens);
    EXPECT_NEAR(std::fabs(rotation.spin), 118.1, 0.5);
    EXPECT_NEAR(rotation.coning, 35.7, 0.5);
    EXPECT_NEAR(rotation.descent, 1.68, 0.01);
}

class CardsAndLeaves : public testing::TestWithParam<double> {};

} // namespace

// A real one: 131 rad/s, wing 22 deg up, 1.2 m/s [Lee2014]. Measured from three starts with 700 faces: 118.1 rad/s
// either way, 35.7 deg, 1.68 m/s, at most 4.8 s after the start.
TEST(MapleSeed, AutorotatesReleasedNutUpAndNutDown) {
    expectSpinning({{"nose", -80.0}, {"roll", 0.0}}, 1.0 / 60.0);
    expectSpinning({{"nose", 80.0}, {"roll", 10.0}}, 1.0 / 60.0);
}

TEST(MapleSeed, AutorotatesAtAnyStep) {
    expectSpinning({{"nose", 40.0}, {"roll", -90.0}}, 1.0 / 240.0);
}

// With the paper's force it does not, as stated in the paper.
TEST(MapleSeed, DivesWithThePapersForce) {
    const Autorotation rotation = rotationOf(runScene("maple-seed", {{"faces", 400}}, 2.0, 1.0 / 60.0, "paper001"));
    EXPECT_FALSE(rotation.happens);
    EXPECT_GT(rotation.descent, 6.0);
}

// Released on its edge a business card turns over and over about the long edge. Measured: 25.9 .. 26.3 rad/s,
// 0.29 .. 0.31 m/s down, three times as fast sideways.
TEST_P(CardsAndLeaves, ACardOnItsEdgeTumbles) {
    for (const double tilt : {90.0, 85.0, 60.0}) {
        const RunRecord record = runScene("business-card", {{"faces", 400}, {"tilt", tilt}}, 3.0, GetParam());
        const PlateFall fall = plateFall(record, secondHalf(record));
        EXPECT_EQ(fall.regime, PlateRegime::Tumble);
        EXPECT_NEAR(fall.turnRate, 26.1, 0.6);
    }
}

// Measured: 1.902 m/s.
TEST_P(CardsAndLeaves, ACardDroppedFlatFallsFlat) {
    const RunRecord record = runScene("business-card", {{"faces", 400}, {"tilt", 10.0}}, 3.0, GetParam());
    const PlateFall fall = plateFall(record, secondHalf(record));
    EXPECT_EQ(fall.regime, PlateRegime::Steady);
    EXPECT_NEAR(fall.descent, 1.902, 0.02);
}

// Like a parachute. Measured: the hollow below, it settles within 5.1 deg, 1.073 m/s; the hollow above, it swings by 22
// deg at 3 Hz, 0.604 m/s.
TEST_P(CardsAndLeaves, ALeafFallsSteadilyOnlyHollowSideDown) {
    for (const double curl : {-0.12, 0.12}) {
        const RunRecord record =
            runScene("falling-leaf", {{"faces", 500}, {"curl", curl}, {"tilt", 20.0}}, 5.0, GetParam());
        EXPECT_EQ(plateFall(record, secondHalf(record)).regime == PlateRegime::Steady, curl < 0.0);
    }
}

INSTANTIATE_TEST_SUITE_P(AtAnyStep, CardsAndLeaves, testing::Values(1.0 / 60.0, 1.0 / 240.0));

} // namespace seeds_test
