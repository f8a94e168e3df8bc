// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/ShearFlows.h"

#include "TestSupport.h"
#include "core/Media/FlowTesting.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <random>

namespace profile_flow_test {

using namespace ambient;

namespace {

std::string refusal(const std::vector<FlowLevel>& levels) {
    try {
        ProfileFlow flow(levels);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "taken";
}

} // namespace

TEST(ProfileFlow, IsALinearFlowBetweenTwoLevelsAndConstantBeyondThem) {
    const Vector3 up = Vector3(0.2, -0.3, 0.9).normalized(), along = up.cross(Vector3(1, 1, 0)).normalized();
    const ProfileFlow flow({{-1.0, 0.5 * along}, {3.0, 2.5 * along}}, 7.0 * up);
    const LinearFlow linear(-1.0 * up, 0.5 * along, 0.5 * along * up.transpose());
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-6.0, 6.0);
    int between = 0;
    for (int i = 0; i < 300; ++i) {
        const Vector3 point(number(random), number(random), number(random));
        const FlowSample sample = flow.sample(point, number(random));
        const double height = up.dot(point);
        if (height > -1.0 && height < 3.0) {
            ++between;
            const FlowSample exact = linear.sample(point, 0.0);
            EXPECT_LT((sample.velocity - exact.velocity).norm(), 1e-14); // 1.6e-15
            EXPECT_LT((sample.gradient - exact.gradient).norm(), 1e-15);
        } else {
            EXPECT_EQ(sample.velocity, height < 0.0 ? Vector3(0.5 * along) : Vector3(2.5 * along));
            EXPECT_EQ(sample.gradient, Matrix3(Matrix3::Zero()));
        }
        EXPECT_LT(sample.acceleration().norm(), 1e-15) << "no fluid changes its height";
    }
    EXPECT_GT(between, 50);
}

TEST(ProfileFlow, JumpsWhereTwoLevelsHaveOneHeight) {
    const ProfileFlow flow({{0.0, {1, 0, 0}}, {2.0, {1, 0, 0}}, {2.0, {-4, 1, 0}}});
    const double below = std::nextafter(2.0, 0.0);
    EXPECT_EQ(flow.sample({5, 5, below}, 0.0).velocity, Vector3(1, 0, 0));
    EXPECT_EQ(flow.sample({5, 5, 2.0}, 0.0).velocity, Vector3(-4, 1, 0));
    EXPECT_EQ(flow.sample({5, 5, 9.0}, 0.0).velocity, Vector3(-4, 1, 0));
}

TEST(ProfileFlow, RefusesWhatIsNoTable) {
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_NE(refusal({}).find("empty"), std::string::npos);
    EXPECT_NE(refusal({{0, {1, 0, 0}}, {-1, {1, 0, 0}}}).find("level 1: the height is below"), std::string::npos);
    EXPECT_NE(refusal({{0, {1, 0, 0}}, {0, {2, 0, 0}}, {0, {3, 0, 0}}}).find("level 2: the third"), std::string::npos);
    EXPECT_NE(refusal({{0, {1, 0, 0}}, {1, {1, 0, 0.1}}}).find("level 1: the velocity along up"), std::string::npos);
    EXPECT_NE(refusal({{0, {infinite, 0, 0}}}).find("level 0"), std::string::npos);
    EXPECT_NE(refusal({{infinite, {1, 0, 0}}}).find("level 0"), std::string::npos);
}

TEST(LayeredMedium, ATableJumpsWhereTwoLevelsHaveOneHeight) {
    const LayeredMedium medium =
        LayeredMedium::table({{-1.0, {1030, 2e-3}}, {0.5, {1020, 2e-3}}, {0.5, {1000, 1e-3}}, {2.0, {990, 1e-3}}});
    EXPECT_NEAR(medium.at(std::nextafter(0.5, 0.0)).density, 1020.0, 1e-10);
    EXPECT_NEAR(medium.at(0.5).density, 1000.0, 1e-10);
    EXPECT_NEAR(medium.at(-0.25).density, 1025.0, 1e-10);
    EXPECT_NEAR(medium.at(1.25).density, 995.0, 1e-10);
    EXPECT_NEAR(medium.at(0.6).dynamicViscosity, 1e-3, 1e-16);
    EXPECT_THROW(LayeredMedium::table({{0, {3, 1}}, {0, {2, 1}}, {0, {1, 1}}}), std::invalid_argument);
}

TEST(MovedFlow, IsAheadInTimeByItsOwn) {
    const auto gusts = std::make_shared<GustFlow>(test::gust());
    FlowPlacement placement;
    placement.time = 3.25;
    const MovedFlow later(gusts, placement);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-3.0, 3.0);
    for (int i = 0; i < 50; ++i) {
        const Vector3 point(number(random), number(random), number(random));
        const double time = number(random);
        EXPECT_TRUE(test::sameBytes(later.sample(point, time), gusts->sample(point, time + 3.25)));
    }
    placement.time = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(MovedFlow(gusts, placement), std::invalid_argument);
}

} // namespace profile_flow_test
