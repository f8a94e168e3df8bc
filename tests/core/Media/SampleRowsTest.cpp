// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/SampleRows.h"

#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "FlowTesting.h"
#include "InstructionSets.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace sample_rows_test {

using namespace ambient;

namespace {

WaveSet waves(double steepness, double depth) {
    StillWater water;
    water.up = {0.2, -0.1, 0.9};
    water.level = 0.7;
    water.depth = depth;
    std::vector<Wave> list;
    for (const double length : {9.0, 5.0, 3.1, 2.0})
        list.push_back(makeWave(length, length, {1.0, length - 4.0, 0.0}, 1.7 * length, water));
    const double scale = steepness / WaveSet(list, water).steepness();
    for (Wave& wave : list)
        wave.amplitude *= scale;
    return WaveSet(list, water);
}

/// Points within 2 m of a distant place, 1 m below the mean level.
PointRows somePoints(int count, bool inSingle) {
    test::Random random(7);
    const Vector3 up = waves(0.1, INFINITY).water().up;
    PointRows points;
    points.resize(count);
    points.inSingle = inSingle;
    points.origin = Vector3(812.0, -431.0, 0.0) - (up.dot(Vector3(812.0, -431.0, 0.0)) + 0.3) * up;
    for (int i = 0; i < count; ++i)
        points.offset.set(i, random.vector(2.0));
    return points;
}

struct SurfaceCase {
    const char* name;
    std::shared_ptr<const WaterSurface> surface;
};

std::vector<SurfaceCase> everySurface() {
    return {{"flat", std::make_shared<FlatSurface>(0.3, Vector3(0.2, -0.1, 0.9))},
            {"sine", std::make_shared<SineWaves>(waves(0.6, INFINITY))},
            {"gerstner", std::make_shared<GerstnerWaves>(waves(0.6, INFINITY))},
            {"gerstner shallow", std::make_shared<GerstnerWaves>(waves(0.4, 1.0))},
            {"gerstner steep", std::make_shared<GerstnerWaves>(waves(0.95, INFINITY))}};
}

std::vector<std::pair<const char*, std::shared_ptr<const AmbientFlow>>> everyFlow() {
    const auto deep = std::make_shared<WaveFlow>(waves(0.6, INFINITY));
    const auto gusts = std::make_shared<GustFlow>(test::gust());
    return {{"deep", deep},
            {"shallow", std::make_shared<WaveFlow>(waves(0.4, 1.5))},
            {"gusts", gusts},
            {"sum", std::make_shared<SumFlow>(std::vector<std::shared_ptr<const AmbientFlow>>{deep, gusts})}};
}

SurfaceRows rowsOf(const WaterSurface& surface, const PointRows& points) {
    SurfaceRows rows;
    rows.resize(points.count);
    surface.sampleRows(points, 41.7, rows);
    return rows;
}

MotionRows rowsOf(const AmbientFlow& flow, const PointRows& points) {
    MotionRows rows;
    rows.resize(points.count);
    flow.sampleRows(points, 41.7, rows);
    return rows;
}

/// The numbers of all rows of the points, one after the other.
std::vector<double> numbersOf(const SurfaceRows& rows, int count) {
    std::vector<double> numbers(rows.height.begin(), rows.height.begin() + count);
    for (const VectorRows* vectors : {&rows.normal, &rows.velocity})
        for (const std::vector<double>& row : vectors->of)
            numbers.insert(numbers.end(), row.begin(), row.begin() + count);
    return numbers;
}

std::vector<double> numbersOf(const MotionRows& rows, int count) {
    std::vector<double> numbers;
    for (const VectorRows* vectors : {&rows.velocity, &rows.acceleration})
        for (const std::vector<double>& row : vectors->of)
            numbers.insert(numbers.end(), row.begin(), row.begin() + count);
    return numbers;
}

} // namespace

TEST(SampleRows, OfASurfaceAreItsSamplesAndToAMillionthInSinglePrecision) {
    constexpr int kCount = 131;
    for (const SurfaceCase& c : everySurface())
        for (const bool inSingle : {false, true}) {
            const PointRows points = somePoints(kCount, inSingle);
            const SurfaceRows rows = rowsOf(*c.surface, points);
            double height = 0.0, normal = 0.0, velocity = 0.0, speed = 1e-300;
            for (int i = 0; i < kCount; ++i) {
                const SurfaceSample s = c.surface->sample(points[i], 41.7);
                height = std::max(height, std::abs(rows.height[static_cast<std::size_t>(i)] - s.height));
                normal = std::max(normal, (rows.normal[i] - s.normal).norm());
                velocity = std::max(velocity, (rows.velocity[i] - s.velocity).norm());
                speed = std::max(speed, s.velocity.norm());
            }
            const auto range = c.surface->heightRange(41.7);
            EXPECT_LE(height, (inSingle ? 2e-7 : 2e-13) * (range[1] - range[0])) << c.name; // 9e-8, 8e-14
            EXPECT_LE(normal, inSingle ? 5e-7 : 5e-13) << c.name;                           // 2e-7, 2e-13
            EXPECT_LE(velocity, (inSingle ? 8e-7 : 1e-12) * speed) << c.name;               // 3e-7, 4e-13
        }
}

TEST(SampleRows, OfAFlowAreItsSamplesAndToAMillionthInSinglePrecision) {
    constexpr int kCount = 131;
    for (const auto& [name, flow] : everyFlow())
        for (const bool inSingle : {false, true}) {
            const PointRows points = somePoints(kCount, inSingle);
            const MotionRows rows = rowsOf(*flow, points);
            double velocity = 0.0, acceleration = 0.0, speed = 0.0, largest = 0.0;
            for (int i = 0; i < kCount; ++i) {
                const FlowSample s = flow->sample(points[i], 41.7);
                velocity = std::max(velocity, (rows.velocity[i] - s.velocity).norm());
                acceleration = std::max(acceleration, (rows.acceleration[i] - s.acceleration()).norm());
                speed = std::max(speed, s.velocity.norm());
                largest = std::max(largest, s.acceleration().norm());
            }
            const double allowed = inSingle ? 6e-7 : 6e-13; // 3e-7, 2e-13
            EXPECT_LE(velocity, allowed * speed) << name << inSingle;
            EXPECT_LE(acceleration, allowed * largest) << name << inSingle;
        }
}

TEST(SampleRows, OfAMediumAreItsSamples) {
    constexpr int kCount = 37;
    const auto flow = std::make_shared<WaveFlow>(waves(0.5, INFINITY));
    const auto layered = std::make_shared<LayeredMedium>(
        LayeredMedium::table({{-3.0, {1030.0, 1.2e-3}}, {3.0, {1000.0, 1.0e-3}}}, {0.2, -0.1, 0.9}));
    const PointRows points = somePoints(kCount, false);
    for (const std::shared_ptr<const FluidMedium>& medium : std::vector<std::shared_ptr<const FluidMedium>>{
             layered, std::make_shared<FlowingMedium>(layered, flow),
             std::make_shared<FlowingMedium>(UniformMedium::water(), flow)}) {
        MediumRows rows;
        rows.resize(kCount);
        medium->sampleRows(points, 2.0, rows);
        for (int i = 0; i < kCount; ++i) {
            const MediumSample s = medium->sample(points[i], 2.0);
            EXPECT_EQ(rows.density[static_cast<std::size_t>(i)], s.density);
            EXPECT_EQ(rows.dynamicViscosity[static_cast<std::size_t>(i)], s.dynamicViscosity);
            EXPECT_LE((rows.velocity[i] - s.velocity).norm(), 5e-12 * (1.0 + s.velocity.norm()));
            EXPECT_LE((rows.acceleration[i] - s.acceleration).norm(), 5e-12 * (1.0 + s.acceleration.norm())); // 1.3e-12
        }
        EXPECT_EQ(findInvalid(rows, kCount), -1);
    }
}

TEST(SampleRows, AreTheSameBytesWithEveryInstructionSetButThoseOfSinglePrecisionWithoutFusing) {
    const test::KeptInstructionSet kept;
    constexpr int kCount = 43;
    double apart = 0.0;
    for (const bool inSingle : {false, true}) {
        const PointRows points = somePoints(kCount, inSingle);
        const auto everything = [&](InstructionSet set) {
            setInstructionSet(set);
            std::vector<double> all;
            for (const SurfaceCase& c : everySurface())
                for (double number : numbersOf(rowsOf(*c.surface, points), kCount))
                    all.push_back(number);
            for (const auto& [name, flow] : everyFlow())
                for (double number : numbersOf(rowsOf(*flow, points), kCount))
                    all.push_back(number);
            return all;
        };
        const std::vector<double> baseline = everything(InstructionSet::Baseline);
        std::vector<double> fused;
        for (const InstructionSet set : test::instructionSets()) {
            if (set == InstructionSet::Baseline) continue;
            const std::vector<double> wide = everything(set);
            if (fused.empty()) fused = wide;
            EXPECT_EQ(wide, inSingle ? fused : baseline) << instructionSetName(set);
            for (std::size_t i = 0; i < wide.size(); ++i)
                apart = std::max(apart, std::abs(wide[i] - baseline[i]) / (1.0 + std::abs(baseline[i])));
        }
    }
    EXPECT_LT(apart, 1e-6); // 5.9e-7
}

TEST(SampleRows, ManyPointsGetTheBytesThatEachAloneGets) {
    constexpr int kCount = 43;
    for (const bool inSingle : {false, true}) {
        const PointRows points = somePoints(kCount, inSingle);
        PointRows alone = points;
        alone.resize(1);
        for (const SurfaceCase& c : everySurface()) {
            const SurfaceRows all = rowsOf(*c.surface, points);
            for (int i = 0; i < kCount; i += 6) {
                alone.offset.set(0, points.offset[i]);
                EXPECT_EQ(rowsOf(*c.surface, alone).height[0], all.height[static_cast<std::size_t>(i)]) << c.name;
            }
        }
        for (const auto& [name, flow] : everyFlow()) {
            const MotionRows all = rowsOf(*flow, points);
            for (int i = 0; i < kCount; i += 6) {
                alone.offset.set(0, points.offset[i]);
                EXPECT_EQ(rowsOf(*flow, alone).velocity[0], all.velocity[i]) << name;
            }
        }
    }
}

TEST(SampleRows, NonsenseIsFoundWhereItIs) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    constexpr int kCount = 21;
    MediumRows medium;
    medium.resize(kCount);
    SurfaceRows surface;
    surface.resize(kCount);
    std::fill_n(surface.normal.of[2].begin(), kCount, 1.0);
    EXPECT_EQ(findInvalid(medium, kCount), -1);
    EXPECT_EQ(findInvalid(surface, kCount), -1);
    const auto finds = [&](auto& rows, std::vector<double>& row, double value) {
        for (const std::size_t at : {std::size_t(0), std::size_t(13), std::size_t(20)}) {
            const double before = std::exchange(row[at], value);
            EXPECT_EQ(findInvalid(rows, kCount), static_cast<int>(at)) << value;
            row[at] = before;
        }
    };
    for (const double value : {nan, infinity, -infinity}) {
        finds(medium, medium.density, value);
        finds(medium, medium.dynamicViscosity, value);
        finds(medium, medium.velocity.of[1], value);
        finds(medium, medium.acceleration.of[2], value);
        finds(surface, surface.height, value);
        finds(surface, surface.velocity.of[0], value);
        finds(surface, surface.normal.of[2], value);
    }
    finds(medium, medium.density, -1e-3);
    finds(medium, medium.dynamicViscosity, -1e-3);
    finds(surface, surface.normal.of[2], 0.99);
}

} // namespace sample_rows_test
