// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/GradedLine.h"

#include <gtest/gtest.h>

namespace ambient::graded_line_test {
namespace {

TEST(GradedLine, IsSymmetricAscendingAndEndsAtTheEnds) {
    for (int n : {1, 2, 3, 4, 7, 20, 101}) {
        for (double zone : {0.01, 0.5, 3.0}) {
            const std::vector<double> points = gradedLine(2.5, zone, n);
            ASSERT_EQ(static_cast<int>(points.size()), n + 1);
            EXPECT_EQ(points.back(), 1.25);
            for (int i = 0; i <= n; ++i)
                EXPECT_EQ(points[i], -points[n - i]);
            for (int i = 0; i < n; ++i)
                EXPECT_LT(points[i], points[i + 1]);
        }
    }
}

TEST(GradedLine, SpacingGrowsFromTheEndsAndStaysAboveAFiftieth) {
    const std::vector<double> points = gradedLine(1.0, 0.5, 200);
    for (int i = 1; i < 100; ++i)
        EXPECT_GT(points[i + 1] - points[i], points[i] - points[i - 1]);
    const double ratio = (points[1] - points[0]) / (points[100] - points[99]);
    EXPECT_GT(ratio, 1.0 / 52.0); // 0.03 / (0.03 + 0.97 pi / 2) = 1 / 51.8 in the limit
    EXPECT_LT(ratio, 0.05);
}

TEST(GradedLine, IsNearlyUniformBetweenItsZones) {
    const std::vector<double> points = gradedLine(10.0, 1.0, 100);
    const double middle = points[51] - points[50];
    for (int i = 20; i < 80; ++i)
        EXPECT_NEAR(points[i + 1] - points[i], middle, 1e-14);
    EXPECT_NEAR(middle, 0.97 * stretchedLength(10.0, 1.0) / 100 + 0.03 * 0.1, 1e-14);
}

TEST(GradedLine, HalfLineIsHalfOfTheWhole) {
    const std::vector<double> whole = gradedLine(2.0, 1.0, 14), half = gradedHalfLine(1.0, 1.0, 7);
    EXPECT_EQ(half, std::vector<double>(whole.begin() + 7, whole.end()));
    EXPECT_EQ(half.front(), 0.0);
    EXPECT_EQ(half.back(), 1.0);
}

TEST(GradedLine, MatchedIntervalsGiveTheSameSmallestSpacing) {
    const double spacing = 0.2, zone = 1.0;
    const auto smallest = [&](double length) {
        const std::vector<double> points = gradedLine(length, zone, matchedIntervals(length, spacing, zone));
        return points[1] - points[0];
    };
    const double reference = smallest(2.0);
    // Not exactly: counts are even numbers, and the linear part is longer on a longer line. Measured 0.62 to 1.16; with
    // as few intervals as the largest spacing needs, the length 0.1 would give 2.0.
    for (double length : {0.1, 0.5, 2.0, 30.0}) {
        EXPECT_NEAR(smallest(length) / reference, 1.0, 0.4) << length;
    }
    EXPECT_EQ(thinIntervals(0.01, spacing, zone), 2);
    EXPECT_EQ(thinIntervals(0.25, 0.1, 1.0), 4);
    EXPECT_EQ(thinIntervals(2.0, spacing, zone), 16);
    EXPECT_EQ(matchedIntervals(0.25, 0.1, 1.0), 12); // pi 0.125 / 0.1 sqrt(8) = 11.1
}

} // namespace
} // namespace ambient::graded_line_test
