// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/LaneFunctions.h"

#include "../TestBodies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

namespace lane_functions_test {

using namespace ambient;

TEST(LaneFunctions, LogarithmIsThatOfTheStandardLibrary) {
    for (double x :
         {1e-300, 1e-5, 0.7, 0.99999, 1.0, 1.00001, 1.4142135623730949, 1.4142135623730951, 2.0, 1e15, 1e300}) {
        const double exact = std::log(x);
        EXPECT_NEAR(naturalLogarithm<1>(x), exact, 1e-15 * std::max(1.0, std::abs(exact))) << x;
    }
}

TEST(LaneFunctions, ArcTangentIsThatOfTheStandardLibraryInEveryQuadrant) {
    test::Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Vector3 v = random.vector();
        const double y = i % 3 == 0 ? 1e-6 * v.y() : v.y(), x = i % 5 == 0 ? 1e-9 * v.x() : v.x();
        EXPECT_NEAR(arcTangent<1>(y, x), std::atan2(y, x), 1e-15 * 4.0) << y << ' ' << x;
    }
    EXPECT_EQ(arcTangent<1>(0.0, 1.0), 0.0);
    EXPECT_EQ(arcTangent<1>(0.0, 0.0), 0.0);
    EXPECT_NEAR(arcTangent<1>(0.0, -1.0), kPi, 1e-15);
    EXPECT_NEAR(arcTangent<1>(1.0, 0.0), 0.5 * kPi, 1e-15);
}

TEST(LaneFunctions, GiveTheSameBitsInEveryWidth) {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const Vector3 v = random.vector(), w = random.vector();
        const double x[2] = {std::abs(v.x()) + 1e-9, std::abs(v.y()) + 1e-9}, y[2] = {w.x(), w.y()};
        using Two = Lanes<2>::Real;
        const Two log = naturalLogarithm<2>(load<Two>(x)), angle = arcTangent<2>(load<Two>(y), load<Two>(x));
        for (int k = 0; k < 2; ++k) {
            EXPECT_EQ(log[k], naturalLogarithm<1>(x[k]));
            EXPECT_EQ(angle[k], arcTangent<1>(y[k], x[k]));
        }
    }
}

TEST(InstructionSet, IsOneThatTheProcessorHasAndNoOther) {
    const InstructionSet before = instructionSet();
    EXPECT_TRUE(hasInstructionSet(before));
    EXPECT_TRUE(hasInstructionSet(InstructionSet::Baseline));
    for (const auto& [set, name] :
         {std::pair(InstructionSet::Baseline, "baseline"), std::pair(InstructionSet::Avx2, "avx2"),
          std::pair(InstructionSet::Avx512, "avx512")}) {
        EXPECT_EQ(instructionSetName(set), name);
        const std::string refusal = test::refusal([set = set] { setInstructionSet(set); });
        EXPECT_EQ(refusal.empty(), hasInstructionSet(set));
        if (refusal.empty()) {
            EXPECT_EQ(instructionSet(), set);
        } else {
            EXPECT_NE(refusal.find(name), std::string::npos);
        }
    }
    setInstructionSet(before);
}

} // namespace lane_functions_test
