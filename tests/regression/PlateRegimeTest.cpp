// SPDX-License-Identifier: Zlib
#include "scenes/parts/PlateRegime.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace plate_regime_test {

using namespace samples;
using ambient::Vector3;

namespace {

constexpr double kPi = ambient::kPi;

/// A falling body whose axis turns by these rotation vectors [rad] during a drift at these speeds [m/s].
RunRecord motion(const std::function<Vector3(double time)>& turn, double down = 1.0, double sideways = 0.0) {
    RunRecord record;
    record.timeStep = 0.01;
    record.bodies.resize(1);
    record.bodies.front().name = "plate";
    for (int frame = 0; frame <= 800; ++frame) {
        BodySample s;
        s.time = frame * record.timeStep;
        s.worldFromBody = {ambient::expSO3(turn(s.time)), {sideways * s.time, 0.0, -down * s.time}};
        record.samples.push_back(s);
    }
    return record;
}

PlateFall settledFall(const RunRecord& record) {
    return plateFall(record, secondHalf(record));
}

} // namespace

TEST(PlateRegime, OfAnAxisAtRestIsSteadyWithTheSpeedsOfTheFall) {
    const PlateFall fall = settledFall(motion([](double) { return Vector3(0.0, 0.1, 0.0); }, 2.0, 0.5));
    EXPECT_EQ(fall.regime, PlateRegime::Steady);
    EXPECT_NEAR(fall.descent, 2.0, 1e-12);
    EXPECT_NEAR(fall.drift, 0.25, 1e-12);
    EXPECT_NEAR(fall.largestTilt, 0.1 * 180.0 / kPi, 1e-9);
    EXPECT_EQ(fall.halfTurns, 0);
}

TEST(PlateRegime, OfAnAxisThatLeansAndStaysIsAGlide) {
    const auto lean = [](double) { return Vector3(0.5, 0.0, 0.0); };
    EXPECT_EQ(settledFall(motion(lean, 1.0, 0.1)).regime, PlateRegime::Glide);
    EXPECT_EQ(settledFall(motion(lean)).regime, PlateRegime::Steady) << "straight down, as in a vacuum";
}

TEST(PlateRegime, OfASwingIsFlutterWithItsAmplitudeAndFrequency) {
    for (const double amplitude : {0.3, 1.0, 1.69}) { // up to 97 degrees: past edge-on, not over
        const PlateFall fall = settledFall(
            motion([=](double t) { return Vector3(0.0, amplitude * std::sin(2.0 * kPi * 1.25 * t), 0.0); }));
        EXPECT_EQ(fall.regime, PlateRegime::Flutter);
        EXPECT_NEAR(fall.largestTilt, amplitude * 180.0 / kPi, 0.3);
        EXPECT_NEAR(fall.frequency, 1.25, 0.02);
    }
}

// The axis goes round a cone: no plane of swing, but a swing.
TEST(PlateRegime, OfAPrecessingAxisIsFlutter) {
    const PlateFall fall = settledFall(
        motion([](double t) { return Vector3(0.6 * std::cos(2.0 * kPi * t), 0.6 * std::sin(2.0 * kPi * t), 0.0); }));
    EXPECT_EQ(fall.regime, PlateRegime::Flutter);
    EXPECT_NEAR(fall.largestTilt, 0.6 * 180.0 / kPi, 1e-6);
    EXPECT_NEAR(fall.frequency, 1.0, 0.02);
}

TEST(PlateRegime, OfASwingThatDiesOutIsSteady) {
    const auto swing = [](double t) { return Vector3(0.0, std::exp(-0.5 * t) * std::sin(9.0 * t), 0.0); };
    EXPECT_EQ(settledFall(motion(swing)).regime, PlateRegime::Steady);
    EXPECT_EQ(plateFall(motion(swing), {0.0, 4.0}).regime, PlateRegime::Flutter);
}

// For both senses, also with a wavering rate and a wandering axis of the turn.
TEST(PlateRegime, OfTurningOverAndOverIsTumbleWithItsRate) {
    for (const double rate : {-7.0, 7.0}) {
        const PlateFall fall =
            settledFall(motion([=](double t) { return Vector3(0.0, rate * t + 0.4 * std::sin(2.0 * rate * t), 0.0); }));
        EXPECT_EQ(fall.regime, PlateRegime::Tumble);
        EXPECT_EQ(fall.halfTurns, 9); // 28 rad
        EXPECT_EQ(fall.reversals, 0);
        EXPECT_NEAR(fall.turnRate, 7.0, 0.02);
    }
}

TEST(PlateRegime, OfTurnsToAndFroIsChaotic) {
    const PlateFall fall =
        settledFall(motion([](double t) { return Vector3(0.0, 1.5 * kPi * std::sin(2.0 * kPi * 0.5 * t), 0.0); }));
    EXPECT_EQ(fall.regime, PlateRegime::Chaotic);
    EXPECT_GT(fall.reversals, 0);
    EXPECT_EQ(fall.swing, 180.0);
}

// Three half turns in one go, and then a swing: not sustained.
TEST(PlateRegime, OfTurnsWithALongPauseIsChaotic) {
    const PlateFall fall = settledFall(
        motion([](double t) { return Vector3(0.0, std::min(7.0 * std::max(0.0, t - 4.0), 3.0 * kPi + 0.2), 0.0); }));
    EXPECT_EQ(fall.halfTurns, 3);
    EXPECT_EQ(fall.reversals, 0);
    EXPECT_EQ(fall.regime, PlateRegime::Chaotic);
}

// The axis may be any of the body's.
TEST(PlateRegime, IsOfTheAxisThatIsAskedFor) {
    const RunRecord spinning = motion([](double t) { return Vector3(0.0, 0.0, 5.0 * t); });
    EXPECT_EQ(settledFall(spinning).regime, PlateRegime::Steady);
    const RunRecord rolling = motion([](double t) { return Vector3(0.0, 5.0 * t, 0.0); }, 1.0, 0.5);
    EXPECT_EQ(plateFall(rolling, secondHalf(rolling), 0, Vector3::UnitX()).regime, PlateRegime::Tumble);
    EXPECT_EQ(plateFall(rolling, secondHalf(rolling), 0, Vector3::UnitY()).regime, PlateRegime::Glide);
}

TEST(PlateRegime, OfAWindowWithoutSamplesIsSteadyWithZeros) {
    const PlateFall fall = plateFall(motion([](double) { return Vector3(0.0, 0.0, 0.0); }), {100.0, 200.0});
    EXPECT_EQ(fall.regime, PlateRegime::Steady);
    EXPECT_EQ(fall.descent, 0.0);
    EXPECT_EQ(describe(fall), "too short to tell");
}

TEST(PlateRegime, TellsAFrequencyOnlyOfAWholeSwing) {
    const auto swing = [](double hertz) {
        return motion([=](double t) { return Vector3(0.0, std::sin(2.0 * kPi * hertz * t), 0.0); });
    };
    EXPECT_NE(describe(settledFall(swing(1.25))).find("deg at 1.2"), std::string::npos);
    EXPECT_EQ(describe(settledFall(swing(0.1))).find("Hz"), std::string::npos) << describe(settledFall(swing(0.1)));
}

} // namespace plate_regime_test
