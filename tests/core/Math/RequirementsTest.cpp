// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/Requirements.h"

#include <gtest/gtest.h>

#include <functional>

namespace requirements_test {

using namespace ambient;

std::string refusalOf(const std::function<void()>& check) {
    try {
        check();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "none";
}

TEST(Requirements, ErrorsAreOneLineWithNameAndValue) {
    const double list[3] = {1.0, 2.0, HUGE_VAL};
    EXPECT_EQ(refusalOf([] { requirePositive(-1e-10, "who: number"); }),
              "who: number must be positive and finite, got -1e-10");
    EXPECT_EQ(refusalOf([] { requireNotNegative(-2.0, "number"); }), "number must be finite and not negative, got -2");
    EXPECT_EQ(refusalOf([&] { requireFinite(list, 3, "list"); }), "list[2] is not finite: inf");
    EXPECT_EQ(refusalOf([] { requireFinite(Vector3(0.0, -HUGE_VAL, 1.5), "place"); }),
              "place is not finite: (0, -inf, 1.5)");
    EXPECT_EQ(refusalOf([] { requireDirection(Vector3::Zero(), "axis"); }),
              "axis must be a finite vector that is not zero, got (0, 0, 0)");
    EXPECT_EQ(refusalOf([] { requireTurn(Quaternion(0.0, 0.0, 0.0, 0.0), "turn"); }),
              "turn is no quaternion: (0, 0, 0, 0)");
}

TEST(Requirements, GoodNumbersPass) {
    EXPECT_EQ(refusalOf([] {
                  requirePositive(5e-324, "number");
                  requireNotNegative(-0.0, "number");
                  requireFinite(1e300, "number");
              }),
              "none");
    EXPECT_NEAR(requireDirection(Vector3(0.0, 3.0, 4.0), "axis").norm(), 1.0, 1e-15);
    EXPECT_NEAR(requireTurn(Quaternion(0.0, 3.0, 0.0, 4.0), "turn").norm(), 1.0, 1e-15);
}

} // namespace requirements_test
