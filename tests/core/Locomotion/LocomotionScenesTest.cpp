// SPDX-License-Identifier: Zlib
#include "ReferenceData.h"
#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace locomotion_scenes_test {

using namespace test_shapes;

namespace {

/// Expects the motion of one period in locomotion_scenes.json, computed by another program, at 96 frames. The
/// variational step is the same algebra; the connection's splines differ at the ends.
void expectScene(const char* name, const RecordedFrames& frames, const ShapeMetric& metric, double tolerance) {
    const nlohmann::json scenes = test::referenceJson("locomotion_scenes.json");
    const nlohmann::json& row = scenes[name];
    ASSERT_EQ(row["frames"], frames.frameCount());
    for (const bool isStep : {true, false}) {
        const nlohmann::json& expected = row[isStep ? "variational" : "continuous"];
        const Pose found =
            solved(frames, metric, isStep ? MotionScheme::Variational : MotionScheme::Connection).advance;
        const double limit = isStep ? 1e-11 : tolerance;
        EXPECT_LT((found.position - test::vector3(expected["x"])).norm(), limit) << name << (isStep ? " V" : " C");
        EXPECT_LT((logSO3(found.orientation) - test::vector3(expected["rotvec"])).norm(), limit)
            << name << (isStep ? " V" : " C");
    }
}

double radians(double degrees) {
    return degrees * kPi / 180.0;
}

/// Centred at the mean of its points, since the advance of turning loops depends on the origin.
PointColumns sineChain(double t, double amplitude, double growth, double waves, double bend) {
    const PointColumns points = chain(35, [=](double s) {
        return radians(amplitude) * (1.0 - growth + growth * s) * std::cos(2.0 * kPi * (waves * s - t)) +
               radians(bend) * (s - 0.5);
    });
    return points.colwise() - points.rowwise().mean();
}

/// \param leftScale of the amplitude of the fin e <= 0
RecordedFrames ray(double leftScale, int frames) {
    const int nx = 27, ne = 33;
    ShapeTopology topology;
    const auto index = [](int i, int j) { return i * ne + j; };
    for (int i = 0; i + 1 < nx; ++i)
        for (int j = 0; j + 1 < ne; ++j) {
            topology.faces.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
            topology.faces.push_back({index(i, j), index(i + 1, j + 1), index(i, j + 1)});
        }
    return loopOf(frames, topology, [=](double t) {
        PointColumns points(3, nx * ne);
        for (int i = 0; i < nx; ++i)
            for (int j = 0; j < ne; ++j) {
                const double x = -0.5 + static_cast<double>(i) / (nx - 1), e = -1.0 + 2.0 * j / (ne - 1);
                const double half = 0.05 + 0.45 * std::pow(std::max(std::cos(kPi * x), 0.0), 0.75);
                const double scale = 0.12 * (e <= 0.0 ? leftScale : 1.0);
                points.col(index(i, j)) << x, e * half,
                    scale * std::pow(std::fabs(e), 1.5) * std::sin(2.0 * kPi * (1.2 * (x + 0.5) - t));
            }
        return points;
    });
}

PointColumns astronaut(double t) {
    std::vector<Vector3> p;
    for (int i = 0; i < 6; ++i)
        p.emplace_back(0.0, 0.0, 0.12 * i);
    for (const double z : {0.68, 0.75, 0.82})
        p.emplace_back(0.0, 0.0, z);
    for (const double y : {-0.2, 0.2})
        p.emplace_back(0.0, y, 0.55);
    for (const double y : {-0.12, 0.12})
        p.emplace_back(0.0, y, 0.0);
    const double c = radians(55.0);
    for (const double side : {-1.0, 1.0}) {
        const Vector3 arm(std::sin(c) * std::cos(2.0 * kPi * t), side * std::cos(c),
                          std::sin(c) * std::sin(2.0 * kPi * t));
        for (const double reach : {0.15, 0.30, 0.45, 0.60})
            p.push_back(Vector3(0.0, 0.2 * side, 0.55) + reach * arm);
        for (const double down : {0.22, 0.44, 0.66, 0.88})
            p.emplace_back(0.0, 0.12 * side, -down);
    }
    p.emplace_back(0.1, 0.0, 0.8);
    PointColumns points(3, static_cast<Eigen::Index>(p.size()));
    for (std::size_t j = 0; j < p.size(); ++j)
        points.col(static_cast<Eigen::Index>(j)) = p[j];
    return points;
}

} // namespace

// Measured 1e-15 (variational), 2.7e-8 (connection).
TEST(LocomotionScenes, Snakes) {
    const AnisotropicMetric metric(0.05, FrameElements::Edges);
    const auto snake = [](double bend) {
        return loopOf(96, polyline(36), [bend](double t) { return sineChain(t, 50.0, 0.0, 1.5, bend); });
    };
    expectScene("snake", snake(0.0), metric, 5e-8);
    expectScene("snake_turn", snake(30.0), metric, 5e-8);
}

// Measured 1.4e-12 and 1.5e-8.
TEST(LocomotionScenes, SpermWithAHeadOfTripleWeight) {
    RecordedFrames frames = loopOf(96, polyline(36), [](double t) { return sineChain(t, 60.0, 0.7, 1.2, 0.0); });
    Eigen::MatrixXd weights = Eigen::MatrixXd::Ones(36, 1);
    weights(0, 0) = 3.0;
    frames.setWeights(weights);
    expectScene("sperm", frames, AnisotropicMetric(0.5, FrameElements::Edges), 3e-8);
}

// Measured 1.6e-13 (variational), 2.4e-7 and 8.5e-7 (connection).
TEST(LocomotionScenes, Rays) {
    expectScene("stingray", ray(1.0, 96), AnisotropicMetric(0.25, FrameElements::Faces), 4e-7);
    expectScene("ray_turn", ray(0.5, 96), AnisotropicMetric(0.0, FrameElements::Faces), 1e-6);
}

// The arms on cones turn an astronaut about y by 26.379 deg per cycle. Measured 3.4e-15 and 9.2e-8.
TEST(LocomotionScenes, Astronaut) {
    const RecordedFrames frames = loopOf(96, {}, astronaut);
    expectScene("astronaut", frames, PointMassMetric(), 1.5e-7);
    const Vector3 turn = logSO3(solved(frames, PointMassMetric(), MotionScheme::Connection).advance.orientation);
    EXPECT_NEAR(turn.norm() * 180.0 / kPi, 26.379, 5e-4); // the printed digits
}

} // namespace locomotion_scenes_test
