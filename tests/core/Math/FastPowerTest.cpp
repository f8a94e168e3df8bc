// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/FastPower.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fast_power_test {

TEST(FastPower, TwoFifthsAgreesWithTheLibraryOverSeventyDecades) {
    double worst = 0.0;
    for (double exponent = -35.0; exponent <= 35.0; exponent += 0.00137) {
        const double x = std::pow(10.0, exponent);
        worst = std::max(worst, std::abs(ambient::powerTwoFifths(x) / std::pow(x, 0.4) - 1.0));
    }
    EXPECT_LT(worst, 4e-15); // measured 2.7e-15
}

TEST(FastPower, TwoFifthsOfZeroIsZeroAndOfAlmostNothingAlmostNothing) {
    EXPECT_EQ(ambient::powerTwoFifths(0.0), 0.0);
    for (double x : {1e-300, 1e-60, 1e-40}) {
        EXPECT_GE(ambient::powerTwoFifths(x), 0.0);
        EXPECT_LT(ambient::powerTwoFifths(x), 1e-15);
    }
}

} // namespace fast_power_test
