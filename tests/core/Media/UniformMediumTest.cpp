// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/UniformMedium.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace uniform_medium_test {

using namespace ambient;

namespace {

std::string refusal(double density, double viscosity) {
    try {
        UniformMedium(density, viscosity);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

} // namespace

TEST(UniformMedium, AirAndWaterHaveTheirValuesAtTwentyDegrees) {
    EXPECT_EQ(UniformMedium::air().density(), 1.204);
    EXPECT_EQ(UniformMedium::air().dynamicViscosity(), 1.825e-5);
    EXPECT_EQ(UniformMedium::water().density(), 998.2);
    EXPECT_EQ(UniformMedium::water().dynamicViscosity(), 1.002e-3);
}

TEST(UniformMedium, IsTheSameEverywhereAndAtRestUnlessToldOtherwise) {
    test::Random random(1);
    const UniformMedium water = UniformMedium::water();
    for (int i = 0; i < 20; ++i) {
        const MediumSample s = water.sample(random.vector(1e6), random.uniform(-1e3, 1e3));
        EXPECT_EQ(s.density, 998.2);
        EXPECT_EQ(s.dynamicViscosity, 1.002e-3);
        EXPECT_EQ(s.velocity, Vector3::Zero().eval());
        EXPECT_EQ(s.acceleration, Vector3::Zero().eval());
    }
}

TEST(UniformMedium, AConstantCurrentDoesNotAccelerate) {
    const UniformMedium still = UniformMedium::water();
    const MediumSample s = still.movingAt({1, 2, 3}).sample({4, 5, 6}, 7.0);
    EXPECT_EQ(s.velocity, Vector3(1, 2, 3));
    EXPECT_EQ(s.acceleration, Vector3::Zero().eval());
    EXPECT_EQ(s.density, still.density());
    EXPECT_EQ(still.sample({4, 5, 6}, 7.0).velocity, Vector3::Zero().eval()) << "movingAt gives a copy";
}

TEST(UniformMedium, ATimeDependentFlowIsSampledAtTheAskedTime) {
    const UniformMedium wave = UniformMedium::water().movingAs([](double t) {
        return UniformFlow{{std::sin(2.0 * t), 0, 0}, {2.0 * std::cos(2.0 * t), 0, 0}};
    });
    for (double t : {0.0, 0.3, 11.0}) {
        EXPECT_EQ(wave.sample({1, 1, 1}, t).velocity.x(), std::sin(2.0 * t));
        EXPECT_EQ(wave.sample({1, 1, 1}, t).acceleration.x(), 2.0 * std::cos(2.0 * t));
    }
    EXPECT_EQ(wave.dynamicViscosity(), 1.002e-3);
}

TEST(UniformMedium, TheLastMotionCounts) {
    const auto wave = [](double t) { return UniformFlow{{t, 0, 0}, {1, 0, 0}}; };
    const MediumSample constant = UniformMedium::air().movingAs(wave).movingAt({0, 5, 0}).sample({}, 3.0);
    EXPECT_EQ(constant.velocity, Vector3(0, 5, 0));
    EXPECT_EQ(constant.acceleration, Vector3::Zero().eval());
    EXPECT_EQ(UniformMedium::air().movingAt({0, 5, 0}).movingAs(wave).sample({}, 3.0).velocity, Vector3(3, 0, 0));
}

TEST(UniformMedium, RefusesADensityThatIsNotPositiveAndFinite) {
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_NE(refusal(bad, 0.0).find("density"), std::string::npos) << bad;
    EXPECT_NE(refusal(-2.5, 0.0).find("-2.5"), std::string::npos);
    EXPECT_EQ(refusal(1e-6, 0.0), "");
}

TEST(UniformMedium, RefusesANegativeOrNonFiniteViscosityButNotZero) {
    for (double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_NE(refusal(1.0, bad).find("viscosity"), std::string::npos) << bad;
    EXPECT_EQ(refusal(1.0, 0.0), "");
}

TEST(UniformMedium, RefusesANonFiniteCurrent) {
    EXPECT_THROW(UniformMedium::air().movingAt({0, NAN, 0}), std::invalid_argument);
}

} // namespace uniform_medium_test
