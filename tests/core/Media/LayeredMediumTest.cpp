// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/VortexFlow.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>

namespace layered_medium_test {

using namespace ambient;

namespace {

const LayerFluid kSalt{1025.0, 1.1e-3}, kFresh{998.0, 1.0e-3}, kOil{900.0, 0.08};

LayeredMedium threeLayers(LayerTransition transition, double thickness) {
    return LayeredMedium::layers({kSalt, kFresh, kOil}, {{-2.0, thickness, transition}, {1.0, thickness, transition}});
}

template <class Make>
bool refuses(Make make, const char* word) {
    try {
        make();
    } catch (const std::invalid_argument& e) {
        return std::string(e.what()).find(word) != std::string::npos;
    }
    return false;
}

} // namespace

TEST(LayeredMedium, LayersHaveTheirFluidsAwayFromTheInterfacesAndTheMeanInTheMiddle) {
    for (LayerTransition transition : {LayerTransition::Linear, LayerTransition::Tanh}) {
        const LayeredMedium medium = threeLayers(transition, 0.1);
        EXPECT_NEAR(medium.at(-9.0).density, 1025.0, 1e-10);
        EXPECT_NEAR(medium.at(-0.5).density, 998.0, 1e-10);
        EXPECT_NEAR(medium.at(9.0).dynamicViscosity, 0.08, 1e-10);
        EXPECT_NEAR(medium.at(-2.0).density, 0.5 * (1025.0 + 998.0), 1e-10);
        const double slope = (medium.at(1.0 + 1e-5).density - medium.at(1.0 - 1e-5).density) / 2e-5;
        EXPECT_NEAR(slope, (900.0 - 998.0) / 0.1, 1e-3) << "the thickness says how steep the middle is";
    }
    const LayeredMedium sharp = threeLayers(LayerTransition::Tanh, 0.0);
    EXPECT_EQ(sharp.at(1.0 - 1e-12).density, 998.0);
    EXPECT_EQ(sharp.at(1.0).density, 900.0);
}

TEST(LayeredMedium, ATableIsLinearBetweenItsLevelsAndConstantOutside) {
    const LayeredMedium medium = LayeredMedium::table({{0.0, kSalt}, {2.0, kFresh}, {3.0, kOil}});
    EXPECT_EQ(medium.at(-5.0).density, 1025.0);
    EXPECT_NEAR(medium.at(0.5).density, 1025.0 - 0.25 * 27.0, 1e-12);
    EXPECT_NEAR(medium.at(2.0).density, 998.0, 1e-12);
    EXPECT_NEAR(medium.at(2.5).dynamicViscosity, 0.5 * (1e-3 + 0.08), 1e-15);
    EXPECT_NEAR(medium.at(7.0).density, 900.0, 1e-12);
}

TEST(LayeredMedium, IsStableWhenNothingHeavyLiesOnSomethingLight) {
    EXPECT_TRUE(threeLayers(LayerTransition::Tanh, 1.0).isStable());
    EXPECT_TRUE(LayeredMedium::table({{0.0, kSalt}}).isStable());
    EXPECT_FALSE(LayeredMedium::table({{0.0, kFresh}, {1.0, kSalt}, {2.0, kOil}}).isStable());
}

TEST(LayeredMedium, HeightIsAlongUpAndManyPointsGetWhatEachAloneGets) {
    const Vector3 up = Vector3(1, 2, -2) / 3.0;
    const LayeredMedium medium = LayeredMedium::table({{-3.0, kSalt}, {3.0, kOil}}, 7.0 * up);
    test::Random random(1);
    std::vector<Vector3> points(20);
    for (Vector3& p : points)
        p = random.vector(3.0);
    std::vector<MediumSample> samples(points.size());
    medium.sampleMany(points.data(), 20, 1.0, samples.data());
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(samples[i].density, medium.sample(points[i], 2.0).density);
        EXPECT_NEAR(samples[i].density, medium.at(up.dot(points[i])).density, 1e-11);
        EXPECT_EQ(samples[i].velocity, Vector3::Zero().eval());
    }
    EXPECT_FALSE(medium.isUniform());
    EXPECT_TRUE(LayeredMedium::table({{0.0, kSalt}}).isUniform());
}

TEST(LayeredMedium, NoDensityIsNegativeEvenWhereTransitionsOverlapBadly) {
    const LayeredMedium medium = LayeredMedium::layers(
        {{0, 0}, {1000, 1e-3}, {0, 0}}, {{0.0, 0.01, LayerTransition::Tanh}, {0.1, 5.0, LayerTransition::Tanh}});
    for (double z = -3.0; z < 3.0; z += 0.01)
        EXPECT_GE(medium.at(z).density, 0.0);
    EXPECT_GT(medium.at(0.1).density, 400.0);
}

TEST(LayeredMedium, RefusesWhatIsOutOfRangeByName) {
    EXPECT_TRUE(refuses([] { LayeredMedium::layers({kSalt, kOil}, {}); }, "2 layers"));
    EXPECT_TRUE(refuses([] { LayeredMedium::layers({}, {}); }, "layers"));
    EXPECT_TRUE(refuses([] { LayeredMedium::layers({kSalt, {-1.0, 0.0}}, {{}}); }, "layer 1: the density"));
    EXPECT_TRUE(refuses([] { LayeredMedium::layers({kSalt, kOil}, {{0.0, -1.0}}); }, "interface 0: the thickness"));
    EXPECT_TRUE(refuses(
        [] {
            LayeredMedium::layers({kSalt, kFresh, kOil}, {{1.0}, {0.0}});
        },
        "interface 1: the height is not above"));
    EXPECT_TRUE(refuses([] { LayeredMedium::table({}); }, "empty"));
    EXPECT_TRUE(refuses([] { LayeredMedium::table({{0.0, kSalt}, {-0.1, kOil}}); }, "level 1: the height is below"));
    EXPECT_TRUE(refuses([] { LayeredMedium::table({{0.0, {1.0, NAN}}}); }, "level 0: the viscosity"));
}

TEST(FlowingMedium, HasTheFluidOfTheOneAndTheMotionOfTheOther) {
    const auto layers = std::make_shared<LayeredMedium>(LayeredMedium::table({{0.0, kSalt}, {1.0, kOil}}));
    const auto vortex = std::make_shared<VortexFlow>(VortexDef());
    const FlowingMedium medium(layers, vortex);
    test::Random random(2);
    std::vector<Vector3> points(100);
    for (Vector3& p : points)
        p = random.vector();
    std::vector<MediumSample> samples(points.size());
    medium.sampleMany(points.data(), 100, 1.0, samples.data());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const FlowSample flow = vortex->sample(points[i], 1.0);
        EXPECT_EQ(samples[i].density, layers->sample(points[i], 1.0).density);
        EXPECT_EQ(samples[i].velocity, flow.velocity);
        EXPECT_EQ(samples[i].acceleration, flow.acceleration());
        EXPECT_EQ(samples[i].acceleration, medium.sample(points[i], 1.0).acceleration);
    }
}

TEST(FlowingMedium, IsUniformWhenFluidAndFlowAre) {
    const auto stream = std::make_shared<UniformStream>(Vector3(1, 0, 0));
    EXPECT_TRUE(FlowingMedium(UniformMedium::water(), stream).isUniform());
    EXPECT_FALSE(FlowingMedium(UniformMedium::water(), std::make_shared<VortexFlow>(VortexDef())).isUniform());
    EXPECT_TRUE(refuses([] { FlowingMedium(UniformMedium::water(), nullptr); }, "flow is null"));
    EXPECT_TRUE(refuses([&] { FlowingMedium(nullptr, stream); }, "medium is null"));
    const auto divided = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(UniformMedium::water()),
                                                         nullptr, std::make_shared<FlatSurface>(0.0));
    EXPECT_TRUE(refuses([&] { FlowingMedium(divided, stream); }, "divided"));
}

TEST(CallbackMedium, IsAskedOnceForManyPointsAndItsNonsenseCanBeFound) {
    int calls = 0;
    const CallbackMedium medium([&](const Vector3* points, int count, double time, MediumSample* samples) {
        ++calls;
        for (int i = 0; i < count; ++i) {
            samples[i].density = points[i].z();
            samples[i].velocity.x() = time;
        }
    });
    const Vector3 points[3] = {{0, 0, 1000}, {0, 0, 0}, {0, 0, -1}};
    MediumSample samples[3];
    medium.sampleMany(points, 3, 5.0, samples);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(samples[0].velocity, Vector3(5, 0, 0));
    EXPECT_EQ(findInvalid(samples, 3), 2);
    EXPECT_EQ(findInvalid(samples, 2), -1);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    samples[1].velocity.y() = nan;
    EXPECT_EQ(findInvalid(samples, 3), 1);
    samples[0].dynamicViscosity = nan;
    EXPECT_EQ(findInvalid(samples, 3), 0);
}

} // namespace layered_medium_test
