// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/TriangleClip.h"

#include "../TestBodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace triangle_clip_test {

using namespace ambient;

namespace {

std::array<double, 3> randomDepths(test::Random& random) {
    std::array<double, 3> d;
    for (double& value : d)
        value = random.uniform(-1.0, 1.0);
    return d;
}

/// The same integrals over many small triangles, each by its midpoint.
TriangleClip bruteForce(const std::array<double, 3>& d) {
    constexpr int n = 400;
    TriangleClip sum;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 2 * (n - i) - 1; ++j) {
            const bool upwards = j % 2 == 0;
            const double a = (i + (upwards ? 1.0 : 2.0) / 3.0) / n, b = (j / 2 + (upwards ? 1.0 : 2.0) / 3.0) / n;
            const std::array<double, 3> coordinates = {1.0 - a - b, a, b};
            double depth = 0.0;
            for (std::size_t k = 0; k < 3; ++k)
                depth += coordinates[k] * d[k];
            if (!(depth > 0.0)) continue;
            constexpr double weight = 1.0 / (n * n);
            sum.mean += weight * depth;
            for (std::size_t k = 0; k < 3; ++k) {
                sum.slope[k] += weight * coordinates[k];
                sum.moments[k] += weight * coordinates[k] * depth;
            }
        }
    return sum;
}

} // namespace

TEST(TriangleClip, IsWhatSummingOverManySmallTrianglesGives) {
    test::Random random(11);
    for (int i = 0; i < 20; ++i) {
        const std::array<double, 3> d = randomDepths(random);
        const TriangleClip exact = clipTriangle(d), sum = bruteForce(d);
        EXPECT_NEAR(exact.mean, sum.mean, 3e-6);
        EXPECT_NEAR(exact.fraction(), sum.fraction(), 5e-3); // its edge is a staircase
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(exact.slope[k], sum.slope[k], 3e-3);
            EXPECT_NEAR(exact.moments[k], sum.moments[k], 3e-6);
        }
    }
}

TEST(TriangleClip, TheSlopesAreTheDerivativesOfTheMean) {
    test::Random random(12);
    for (int i = 0; i < 200; ++i) {
        const std::array<double, 3> d = randomDepths(random);
        const TriangleClip clip = clipTriangle(d);
        for (std::size_t k = 0; k < 3; ++k) {
            std::array<double, 3> more = d, less = d;
            more[k] += 1e-6;
            less[k] -= 1e-6;
            EXPECT_NEAR((clipTriangle(more).mean - clipTriangle(less).mean) / 2e-6, clip.slope[k], 2e-6);
        }
    }
}

TEST(TriangleClip, TheTwoSidesAddUpToTheWholeAndTheCornersMayBeNamedInAnyOrder) {
    test::Random random(13);
    for (int i = 0; i < 200; ++i) {
        const std::array<double, 3> d = randomDepths(random);
        const TriangleClip wet = clipTriangle(d), dry = clipTriangle({-d[0], -d[1], -d[2]});
        const TriangleClip turned = clipTriangle({d[1], d[2], d[0]}), mirrored = clipTriangle({d[1], d[0], d[2]});
        EXPECT_NEAR(wet.fraction() + dry.fraction(), 1.0, 1e-15);
        EXPECT_NEAR(wet.mean - dry.mean, (d[0] + d[1] + d[2]) / 3.0, 1e-15);
        EXPECT_NEAR(wet.moments[0], turned.moments[2], 1e-15);
        EXPECT_NEAR(wet.moments[0], mirrored.moments[1], 1e-15);
        EXPECT_NEAR(wet.slope[2], mirrored.slope[2], 1e-15);
    }
}

TEST(TriangleClip, CornersOnTheSurfaceBelongToNeitherSide) {
    EXPECT_EQ(clipTriangle({0.0, 0.0, 0.0}).fraction(), 0.0);
    EXPECT_EQ(clipTriangle({0.0, -1.0, -1.0}).mean, 0.0);
    EXPECT_NEAR(clipTriangle({0.0, 1.0, 1.0}).fraction(), 1.0, 1e-15);
    EXPECT_NEAR(clipTriangle({0.0, 0.0, 1.0}).mean, 1.0 / 3.0, 1e-15);
    EXPECT_NEAR(clipTriangle({1e-300, -1.0, -1.0}).fraction(), 0.0, 1e-15);
}

} // namespace triangle_clip_test
