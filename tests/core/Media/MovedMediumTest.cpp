// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/MovedMedium.h"
#include "AmbientFluid/Media/SampleRows.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace moved_medium_test {

using namespace ambient;

namespace {

const Vector3 kOffset(12.0, -7.0, 3.0);

std::vector<std::shared_ptr<const FluidMedium>> media() {
    const auto layers = std::make_shared<LayeredMedium>(
        LayeredMedium::layers({{1100.0, 2e-3}, {1000.0, 1e-3}}, {{-0.5, 0.6, LayerTransition::Tanh}}));
    VortexDef vortex;
    vortex.coreRadius = 0.4;
    const auto stirred = std::make_shared<FlowingMedium>(layers, std::make_shared<VortexFlow>(vortex));
    const auto waves = std::make_shared<SineWaves>(WaveSet({makeWave(0.2, 3.0, {1, 0.4, 0}, 0.3)}));
    return {layers, stirred, std::make_shared<DividedMedium>(stirred, nullptr, waves),
            std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(UniformMedium::water()), nullptr, waves)};
}

void expectEqual(const MediumSample& a, const MediumSample& b) {
    EXPECT_NEAR(a.density, b.density, 1e-10 * (1.0 + b.density));
    EXPECT_NEAR(a.dynamicViscosity, b.dynamicViscosity, 1e-15);
    EXPECT_LT((a.velocity - b.velocity).norm(), 1e-12);
    EXPECT_LT((a.acceleration - b.acceleration).norm(), 1e-12);
}

} // namespace

TEST(MovedMedium, HasTheSamplesOfThePlaceBefore) {
    test::Random random(7);
    for (const std::shared_ptr<const FluidMedium>& medium : media()) {
        const auto once = movedMedium(medium, kOffset), back = movedMedium(once, -kOffset);
        EXPECT_EQ(once->isUniform(), medium->isUniform());
        EXPECT_EQ(once->isSteady(), medium->isSteady());
        EXPECT_EQ(once->hasUniformDensity(), medium->hasUniformDensity());
        EXPECT_EQ(once->layers() != nullptr, medium->layers() != nullptr);
        EXPECT_EQ(once->divided() != nullptr, medium->divided() != nullptr);
        for (int i = 0; i < 200; ++i) {
            const Vector3 point = random.vector(2.0);
            const double time = random.uniform(0.0, 5.0);
            const MediumSample expected = medium->sample(point, time);
            expectEqual(once->sample(point + kOffset, time), expected);
            expectEqual(back->sample(point, time), expected);
            if (!medium->divided()) continue;
            const WaterSurface &here = medium->divided()->surface(), &there = once->divided()->surface();
            EXPECT_NEAR(there.depth(point + kOffset, time), here.depth(point, time), 1e-12);
            EXPECT_LT((there.sample(point + kOffset, time).normal - here.sample(point, time).normal).norm(), 1e-12);
        }
        if (!once->layers()) continue;
        EXPECT_NEAR(once->layers()->at(2.5 + 0.1).density, medium->layers()->at(-0.4).density, 1e-9);
    }
}

TEST(MovedMedium, RowsAreTheSamples) {
    const auto medium = media()[1];
    const auto moved = movedMedium(medium, kOffset);
    test::Random random(8);
    PointRows points;
    points.resize(11);
    points.origin = kOffset;
    for (int i = 0; i < 11; ++i)
        points.offset.set(i, random.vector(1.0));
    MediumRows rows;
    rows.resize(11);
    moved->sampleRows(points, 1.0, rows);
    for (int i = 0; i < 11; ++i) {
        const MediumSample expected = medium->sample(points[i] - kOffset, 1.0);
        EXPECT_NEAR(rows.density[std::size_t(i)], expected.density, 1e-9);
        EXPECT_LT((rows.velocity[i] - expected.velocity).norm(), 1e-12);
    }
}

TEST(MovedMedium, LeavesUniformMediaAndRefusesNoNumber) {
    const auto water = std::make_shared<const UniformMedium>(UniformMedium::water());
    EXPECT_EQ(movedMedium(water, kOffset), water);
    EXPECT_EQ(movedMedium(nullptr, kOffset), nullptr);
    EXPECT_NE(test::refusal([&] { movedMedium(water, Vector3(0.0, std::nan(""), 0.0)); }), "");
}

} // namespace moved_medium_test
