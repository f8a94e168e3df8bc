// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "GlbReader.h"
#include "exporters/GlbFile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace glb_water_test {

using namespace samples;
using ambient::Vector3;

namespace {

std::shared_ptr<const ambient::FluidMedium> waterBelow(std::shared_ptr<const ambient::WaterSurface> surface) {
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()), std::move(surface));
}

/// A ball at rest at (1, 2, 0) for 3 s from `firstTime` on.
RunRecord ballIn(std::shared_ptr<const ambient::FluidMedium> medium, double firstTime = 0.0, int frames = 31) {
    RunRecord record;
    record.scene = "ball";
    record.timeStep = 0.1;
    record.medium = std::move(medium);
    record.bodies = {{"ball", 1.0, std::make_shared<ambient::TriangleMesh>(ambient::makeSphere(2.0, 320))}};
    for (int frame = 0; frame < frames; ++frame) {
        BodySample sample;
        sample.time = firstTime + 0.1 * frame;
        sample.worldFromBody.position = {1.0, 2.0, 0.0};
        record.samples.push_back(sample);
    }
    return record;
}

ambient::WaveSet threeWaves(double height = 1.0) {
    ambient::StillWater water;
    water.level = 0.25;
    water.depth = 3.0;
    return {{ambient::makeWave(0.12 * height, 6.0, {1.0, 0.0, 0.0}, 0.4, water),
             ambient::makeWave(0.05 * height, 4.0, {0.6, 0.8, 0.0}, 2.0, water),
             ambient::makeWave(0.04 * height, 3.0, {0.0, -1.0, 0.0}, -1.0, water)},
            water};
}

/// The water of a file, assembled as by its readers.
struct FileWater {
    GlbReader glb;
    int node;
    nlohmann::json primitive;

    explicit FileWater(const RunRecord& record)
        : glb(glbOf(record, {})), node(glb.nodesOfKind("water").at(0)), primitive(glb.primitiveOf(node)) {}

    Eigen::MatrixXf still(const char* what) const { return glb.numbers(primitive["attributes"][what]); }
    /// The whole with these weights of its targets.
    Eigen::MatrixXf shape(const char* what, const Eigen::VectorXf& weights) const {
        Eigen::MatrixXf sum = still(what);
        for (std::size_t i = 0; i < primitive["targets"].size(); ++i)
            sum += weights[static_cast<int>(i)] * glb.numbers(primitive["targets"][i][what]);
        return sum;
    }

    /// Largest distances of points from the surface [m], along up, and of normals from its normal, at the sixth key.
    std::array<double, 2> errors(const ambient::WaterSurface& surface) const;
};

/// Weights come key by key, target by target.
struct WeightKeys {
    Eigen::VectorXf times;
    Eigen::MatrixXf weights; ///< a key per column

    explicit WeightKeys(const FileWater& water) {
        const GlbReader::Keys keys = water.glb.keysOf(water.node, "weights");
        times = keys.times;
        weights = keys.values.reshaped(keys.values.size() / times.size(), times.size());
    }
};

std::array<double, 2> FileWater::errors(const ambient::WaterSurface& surface) const {
    constexpr int key = 5;
    const WeightKeys keys(*this);
    const Eigen::VectorXf weights = keys.weights.col(key);
    const Eigen::MatrixXf points = shape("POSITION", weights), normals = shape("NORMAL", weights);
    double off = 0.0, aside = 0.0;
    for (int i = 0; i < points.cols(); ++i) {
        const ambient::SurfaceSample sample = surface.sample(points.col(i).cast<double>(), double(keys.times[key]));
        off = std::max(off, std::abs(sample.height - double(points(2, i))));
        aside = std::max(aside, (normals.col(i).normalized().cast<double>() - sample.normal).norm());
    }
    return {off, aside};
}

} // namespace

TEST(GlbWater, PointsOfTheSheetMoveAsTheWaterOfGerstnersWaves) {
    const ambient::GerstnerWaves surface(threeWaves());
    const FileWater file(ballIn(waterBelow(std::make_shared<ambient::GerstnerWaves>(surface)), 7.0));
    const WeightKeys keys(file);
    ASSERT_EQ(keys.weights.rows(), 6);
    EXPECT_FLOAT_EQ(keys.times[0], 7.0f);
    EXPECT_FLOAT_EQ(keys.times.tail(1)[0], 10.0f);
    const Eigen::MatrixXf still = file.still("POSITION");
    double atKeys = 0.0, between = 0.0;
    for (int key = 0; key + 1 < keys.times.size(); ++key)
        for (const float share : {0.0f, 0.5f}) {
            const Eigen::VectorXf weights = (1.0f - share) * keys.weights.col(key) + share * keys.weights.col(key + 1);
            const double time =
                (1.0 - double(share)) * double(keys.times[key]) + double(share) * double(keys.times[key + 1]);
            const Eigen::MatrixXf points = file.shape("POSITION", weights);
            double& worst = share == 0.0f ? atKeys : between;
            for (int i = 0; i < points.cols(); ++i) {
                const Vector3 wanted = surface.surfacePoint(still.col(i).cast<double>(), time);
                worst = std::max(worst, (points.col(i).cast<double>() - wanted).norm());
            }
        }
    EXPECT_LT(atKeys, 2e-6);         // 1.1e-6: single precision
    EXPECT_LT(between, 0.01 * 0.21); // 0.0013: 1 % of the heights
}

TEST(GlbWater, SineWavesMoveUpAndDownAndHaveTheirNormals) {
    const ambient::SineWaves surface(threeWaves());
    const FileWater file(ballIn(waterBelow(std::make_shared<ambient::SineWaves>(surface))));
    const auto [off, aside] = file.errors(surface);
    EXPECT_LT(off, 2e-7);   // 9.0e-8
    EXPECT_LT(aside, 3e-7); // 1.2e-7
}

TEST(GlbWater, NormalsOfGerstnersWavesAreGoodToTheSquareOfTheSteepness) {
    const ambient::GerstnerWaves steep(threeWaves(1.0)), half(threeWaves(0.5));
    const auto errors = [](const ambient::GerstnerWaves& surface) {
        return FileWater(ballIn(waterBelow(std::make_shared<ambient::GerstnerWaves>(surface)))).errors(surface);
    };
    const auto [offSteep, asideSteep] = errors(steep);
    const auto [offHalf, asideHalf] = errors(half);
    EXPECT_LT(std::max(offSteep, offHalf), 3e-7); // 1.5e-7
    EXPECT_LT(asideSteep, 0.5 * steep.waves().steepness() * steep.waves().steepness());
    EXPECT_NEAR(asideSteep / asideHalf, 4.0, 0.4); // 4.2
}

TEST(GlbWater, FlatWaterIsASquareAtItsLevelAndFillsARegion) {
    RunRecord record = ballIn(waterBelow(std::make_shared<ambient::FlatSurface>(-0.5)));
    const Vector3 low(3.0, 4.0, -1.0), high(5.0, 9.0, 2.0);
    record.regions.push_back({low, high, waterBelow(std::make_shared<ambient::FlatSurface>(0.75))});
    const GlbReader glb(glbOf(record, {}));
    const std::vector<int> nodes = glb.nodesOfKind("water");
    ASSERT_EQ(nodes.size(), 2u);
    const auto cornersOf = [&](int node) { return glb.numbers(glb.primitiveOf(node)["attributes"]["POSITION"]); };
    const Eigen::MatrixXf square = cornersOf(nodes[0]), pool = cornersOf(nodes[1]);
    ASSERT_EQ(square.cols(), 4);
    EXPECT_EQ((square.row(2).array() + 0.5f).abs().maxCoeff(), 0.0f);
    EXPECT_LT((square.topRows(2).rowwise().mean() - Eigen::Vector2f(1.0f, 2.0f)).norm(), 1e-6f);
    EXPECT_EQ((pool.row(2).array() - 0.75f).abs().maxCoeff(), 0.0f);
    EXPECT_EQ(pool.row(0).minCoeff(), 3.0f);
    EXPECT_EQ(pool.row(1).maxCoeff(), 9.0f);
    const auto& material = glb.json["materials"][glb.primitiveOf(nodes[0])["material"].get<std::size_t>()];
    EXPECT_EQ(material["alphaMode"], "BLEND");
    EXPECT_EQ(glb.extras()["medium"]["name"], "water under air");
    EXPECT_GT(glb.extras()["medium"]["density"], 900.0);
}

TEST(GlbWater, WavesThatTheSheetCannotShowAreLeftOutAndItStaysSmall) {
    std::vector<ambient::Wave> waves = {ambient::makeWave(0.1, 5.0, Vector3::UnitX()),
                                        ambient::makeWave(0.001, 0.05, Vector3::UnitY())};
    const auto sea = [&] { return waterBelow(std::make_shared<ambient::SineWaves>(ambient::WaveSet(waves))); };
    const FileWater file(ballIn(sea()));
    EXPECT_EQ(file.primitive["targets"].size(), 2u);
    EXPECT_LT(file.glb.bytes.size(), 4u << 20);
    waves.erase(waves.begin());
    const FileWater ripples(ballIn(sea()));
    EXPECT_FALSE(ripples.primitive.contains("targets"));
    EXPECT_THROW(ripples.glb.keysOf(ripples.node, "weights"), std::runtime_error);
}

TEST(GlbWater, OneFrameIsAStillPictureOfTheWaves) {
    const FileWater file(ballIn(waterBelow(std::make_shared<ambient::GerstnerWaves>(threeWaves())), 2.0, 1));
    const std::vector<float> weights =
        file.glb.json["meshes"][file.glb.node(file.node)["mesh"].get<std::size_t>()]["weights"];
    ASSERT_EQ(weights.size(), 6u);
    EXPECT_FLOAT_EQ(weights[0], static_cast<float>(std::cos(2.0 * threeWaves().waves()[0].frequency)));
    EXPECT_THROW(file.glb.keysOf(file.node, "weights"), std::runtime_error);
}

TEST(GlbWater, ASurfaceOfAUserIsNotShown) {
    const auto tilt = [](const Vector3* points, int count, double, ambient::SurfaceSample* samples) {
        for (int i = 0; i < count; ++i)
            samples[i].height = 0.1 * points[i].x();
    };
    const auto surface = std::make_shared<ambient::CallbackSurface>(tilt);
    EXPECT_TRUE(GlbReader(glbOf(ballIn(waterBelow(surface)), {})).nodesOfKind("water").empty());
}

} // namespace glb_water_test
