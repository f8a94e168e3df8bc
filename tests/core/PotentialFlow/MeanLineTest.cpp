// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/MeanLine.h"

#include "../Forces/WingMeshes.h"
#include "../TestBodies.h"

#include <gtest/gtest.h>

namespace mean_line_test {

using namespace ambient;

namespace {

constexpr int kPoints = 400; // of each side

/// The polygon of a section in the plane (x, z).
std::vector<Vector3> polygonOf(const test::SectionHeights& section) {
    std::vector<Vector3> points;
    for (int i = 0; i < 2 * kPoints; ++i) {
        const bool isUpper = i <= kPoints;
        const double t = kPi * (isUpper ? i : 2 * kPoints - i) / kPoints;
        const auto [upper, lower] = section(t);
        const double end = i == 0 || i == kPoints ? 0.5 * (upper + lower) : isUpper ? upper : lower;
        points.emplace_back(0.5 * std::cos(t), 0.0, end);
    }
    return points;
}

MeanLine lineOf(const std::vector<Vector3>& points, const Vector3& ahead = Vector3::UnitX(),
                const Vector3& up = Vector3::UnitZ()) {
    return MeanLine::of(points, ahead, up);
}

} // namespace

// z = 4 m (1/4 - x^2) in chords is z = 2 m (1 - x^2) in half chords: z' = -4 m cos t, z0 = 0, z1 = -2 m.
TEST(MeanLine, OfAParabolaIsThatOfThinAirfoilTheory) {
    for (const double camber : {0.0, 0.02, -0.05}) {
        const MeanLine line = lineOf(polygonOf([&](double t) {
            const double z = camber * std::sin(t) * std::sin(t), half = 0.03 * std::sin(t);
            return std::make_pair(z + half, z - half);
        }));
        EXPECT_NEAR(line.half, 0.5, 1e-12);
        EXPECT_NEAR(line.slope, 0.0, 1e-12);
        EXPECT_NEAR(line.curving, -2.0 * camber, 2e-4); // 32 intervals; measured 8e-5
    }
}

// Thin-airfoil theory: no lift at the incidence z1 - z0 from the chord line, -4.15 degrees for 4 % camber at .4.
TEST(MeanLine, OfCamberedSectionsGivesTheAngleWithoutLift) {
    for (const double camber : {0.02, 0.04}) {
        const MeanLine line = lineOf(polygonOf(test::nacaSection(camber, 0.4, 0.12)));
        const double degrees = (line.curving - line.slope) * 180.0 / kPi, expected = -4.154 * camber / 0.04;
        EXPECT_NEAR(degrees / expected, 1.0, 0.01) << camber;
    }
}

TEST(MeanLine, KnowsRoundFromSharpEnds) {
    const MeanLine wing = lineOf(polygonOf(test::nacaSection(0.0, 0.4, 0.12)));
    EXPECT_GT(wing.roundAhead, 0.99);
    EXPECT_LT(wing.roundBehind, 0.01);
    const MeanLine back = lineOf(polygonOf(test::nacaSection(0.0, 0.4, 0.12)), -Vector3::UnitX());
    EXPECT_LT(back.roundAhead, 0.01);
    EXPECT_GT(back.roundBehind, 0.99);
    const std::vector<Vector3> box = {{1, 0, 0.1}, {-1, 0, 0.1}, {-1, 0, -0.1}, {1, 0, -0.1}};
    EXPECT_LT(lineOf(box).roundAhead, 0.01);
    EXPECT_NEAR(lineOf(box).height, 0.2, 1e-12);
}

// A trapezium and a parallelogram are as straight as a rectangle, whichever corner lies farther out.
TEST(MeanLine, EndsInTheMiddleOfABluntEnd) {
    for (const double slant : {0.0, 1e-9, 1e-5, 1e-3, 0.3})
        for (const double other : {slant, -slant}) {
            const double ahead = 0.01 * slant, behind = 0.01 * other; // of an end 0.02 high
            const MeanLine line = lineOf({{1 + ahead, 0, 0.01},
                                          {-1 - behind, 0, 0.01},
                                          {-1, 0, 0.0},
                                          {-1 + behind, 0, -0.01},
                                          {1 - ahead, 0, -0.01}});
            EXPECT_NEAR(line.curving, 0.0, 1e-9) << slant;
            EXPECT_NEAR(line.slope, 0.0, 1e-9) << slant;
            EXPECT_NEAR(line.half, 1.0, 1e-9) << slant;
        }
}

TEST(MeanLine, KnowsCoarseNosesAsRound) {
    for (const double thickness : {0.06, 0.12, 0.2})
        for (const int points : {20, 30, 60}) {
            std::vector<Vector3> section;
            for (int i = 0; i < 2 * points; ++i) {
                const bool isUpper = i <= points;
                const double t = kPi * (isUpper ? i : 2 * points - i) / points;
                const auto [upper, lower] = test::nacaSection(0.0, 0.4, thickness)(t);
                section.emplace_back(0.5 * std::cos(t), 0.0, isUpper ? upper : lower);
            }
            EXPECT_GT(lineOf(section).roundAhead, 0.95) << thickness << ", " << points;
            EXPECT_LT(lineOf(section).roundBehind, 0.01) << thickness << ", " << points;
        }
}

TEST(MeanLine, DoesNotDependOnTheFrameTheFirstPointOrTheDirectionOfTheChord) {
    test::Random random(51);
    const std::vector<Vector3> points = polygonOf(test::nacaSection(0.04, 0.3, 0.15));
    const MeanLine line = lineOf(points);
    for (int i = 0; i < 20; ++i) {
        const Quaternion turn = random.rotation();
        const Vector3 shift = random.vector();
        const double size = std::pow(10.0, random.uniform(-3.0, 3.0));
        std::vector<Vector3> moved;
        const std::size_t first = static_cast<std::size_t>(random.uniform(0.0, double(points.size())));
        for (std::size_t k = 0; k < points.size(); ++k)
            moved.push_back(size * (turn * points[(first + k) % points.size()] + shift));
        const MeanLine there = lineOf(moved, turn * Vector3::UnitX(), turn * Vector3::UnitZ());
        EXPECT_NEAR(there.half, size * line.half, 1e-9 * size);
        EXPECT_NEAR(there.slope, line.slope, 1e-9);
        EXPECT_NEAR(there.curving, line.curving, 1e-9);
        EXPECT_LT((there.chord - turn * line.chord).norm(), 1e-9);
        const MeanLine reversed = lineOf(moved, -(turn * Vector3::UnitX()), turn * Vector3::UnitZ());
        EXPECT_NEAR(reversed.slope, -line.slope, 1e-9);
        EXPECT_NEAR(reversed.curving, line.curving, 1e-9);
    }
}

// A plate with a rim below. Flow does not follow steep walls: it spans the hollow of a disc, and the mean line is
// straight.
TEST(MeanLine, OfADiscSpansAHollowWithSteepWalls) {
    const auto rimmed = [](double wall) { // width of the wall, for a depth of 0.12
        return std::vector<Vector3>{{1, 0, 0},    {1, 0, 0.15},           {-1, 0, 0.15},         {-1, 0, 0},
                                    {-0.9, 0, 0}, {-0.9 + wall, 0, 0.12}, {0.9 - wall, 0, 0.12}, {0.9, 0, 0}};
    };
    const auto at = [&](const std::vector<Vector3>& section, double x, double z) {
        return MeanLine::of(section, Vector3::UnitX(), Vector3::UnitZ(), 1.0, {x, 0, z});
    };
    for (const double wall : {0.0, 0.05}) {
        const std::vector<Vector3> section = rimmed(wall);
        for (const double x : {-0.8, 0.0, 0.8}) {
            EXPECT_EQ(at(section, x, 0.12).spanned, 1.0) << wall << ", " << x;
            EXPECT_LT((at(section, x, 0.12).mouth + Vector3::UnitZ()).norm(), 1e-12);
        }
        EXPECT_EQ(at(section, 0.95, 0.0).spanned, 0.0) << "on the rim";
        EXPECT_EQ(at(section, 0.0, 0.15).spanned, 0.0) << "above";
        EXPECT_NEAR(at(section, 0.0, 0.15).curving, 0.0, 1e-12);
        EXPECT_NEAR(at(section, 0.0, 0.12).mouthHalf, 1.0, 1e-12) << "rims in line count";
        EXPECT_EQ(lineOf(section).spanned, 0.0) << "no disc";
    }
    EXPECT_EQ(at(rimmed(0.4), 0.0, 0.12).spanned, 0.0) << "flow follows gentle walls";
    EXPECT_LT(at(rimmed(0.4), 0.0, 0.12).curving, -0.02);
}

TEST(MeanLine, OfNoSectionHasNoLength) {
    EXPECT_EQ(lineOf({}).half, 0.0);
    EXPECT_EQ(lineOf({Vector3::Zero(), Vector3::UnitX()}).half, 0.0);
}

} // namespace mean_line_test
