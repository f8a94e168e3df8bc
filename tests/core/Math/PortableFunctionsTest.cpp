// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace portable_functions_test {

using namespace ambient;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Error of `value` in units in the last place of a finite, normal result.
double units(double value, long double exact) {
    const double near = static_cast<double>(exact);
    return static_cast<double>(std::abs((static_cast<long double>(value) - exact) /
                                        (std::nextafter(std::abs(near), kInfinity) - std::abs(near))));
}

/// A number of either sign whose size is between 10^low and 10^high.
double anyNumber(test::Random& random, double low, double high) {
    return (random.integer(0, 1) ? 1.0 : -1.0) * std::pow(10.0, random.uniform(low, high));
}

/// Equal numbers with equal signs of zero, or both not a number.
testing::AssertionResult same(double a, double b) {
    if ((std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b)))
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << a << " is not " << b;
}

/// A function of ours and its counterpart in the standard library.
struct Pair {
    const char* name;
    double (*ours)(double);
    double (*standard)(double);
};
struct Pair2 {
    const char* name;
    double (*ours)(double, double);
    double (*standard)(double, double);
};
#define PAIR(name)                                                                                                     \
    { #name, portable::name, std::name }

} // namespace

// Against long double, which has 64 bits or more on the platforms of these bounds. MinGW's sine is the x87's, which is
// exact for small angles only.
TEST(PortableFunctions, AreRightToTheLastPlace) {
    if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no wider than double";
    test::Random random(1);
    double trigonometric = 0.0, tangent = 0.0, exponential = 0.0, logarithm = 0.0, power = 0.0, root = 0.0, other = 0.0;
    const auto note = [](double& worst, double value, long double exact) {
        worst = std::max(worst, units(value, exact));
    };
#ifdef _WIN32
    constexpr double mostDigits = -0.2;
#else
    constexpr double mostDigits = 8.0;
#endif
    for (int i = 0; i < 20000; ++i) {
        const double x = anyNumber(random, -8, mostDigits), small = anyNumber(random, -8, 1.5),
                     e = random.uniform(-700, 700);
        const double positive = std::abs(anyNumber(random, -300, 300)), y = anyNumber(random, -8, 8);
        const long double lx = x, ls = small, lp = positive, ly = y;
        note(trigonometric, portable::sin(x), std::sin(lx));
        note(trigonometric, portable::cos(x), std::cos(lx));
        note(tangent, portable::tan(x), std::tan(lx));
        note(exponential, portable::exp(e), std::exp(static_cast<long double>(e)));
        note(logarithm, portable::log(positive), std::log(lp));
        const double one = 1.0 + 1e-3 * random.uniform(-1, 1), cosine = random.uniform(-1, 1);
        note(logarithm, portable::log(one), std::log(static_cast<long double>(one)));
        const double base = random.uniform(0.01, 100.0), exponent = random.uniform(-100, 100);
        note(power, portable::pow(base, exponent),
             std::pow(static_cast<long double>(base), static_cast<long double>(exponent)));
        note(root, portable::cbrt(x), std::cbrt(lx));
        note(root, portable::hypot(x, y), std::hypot(lx, ly));
        note(other, portable::atan2(x, y), std::atan2(lx, ly));
        note(other, portable::expm1(small), std::expm1(ls));
        note(other, portable::log1p(std::abs(x)), std::log1p(std::abs(lx)));
        note(other, portable::log10(positive), std::log10(lp));
        note(other, portable::tanh(small), std::tanh(ls));
        note(other, portable::sinh(small), std::sinh(ls));
        note(other, portable::asinh(x), std::asinh(lx));
        note(other, portable::acos(cosine), std::acos(static_cast<long double>(cosine)));
    }
    EXPECT_LT(trigonometric, 1.0);
    EXPECT_LT(tangent, 2.1);
    EXPECT_LT(exponential, 1.0);
    EXPECT_LT(logarithm, 1.0);
    EXPECT_LT(power, 1.0);
    EXPECT_LT(root, 1.15);
    EXPECT_LT(other, 3.5);
}

TEST(PortableFunctions, TakeSpecialValuesAsTheStandardLibraryDoes) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), least = std::numeric_limits<double>::denorm_min();
    const double values[] = {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             2.0,
                             -2.0,
                             0.5,
                             -0.5,
                             3.0,
                             -3.0,
                             1e308,
                             -1e308,
                             least,
                             -least,
                             kInfinity,
                             -kInfinity,
                             nan,
                             4503599627370497.0,
                             -4503599627370497.0};
    const Pair pairs[] = {PAIR(sin), PAIR(cos),   PAIR(tan),   PAIR(atan), PAIR(acos), PAIR(exp),  PAIR(expm1),
                          PAIR(log), PAIR(log10), PAIR(log1p), PAIR(cbrt), PAIR(sinh), PAIR(tanh), PAIR(asinh)};
    const Pair2 pairs2[] = {PAIR(pow), PAIR(atan2), PAIR(hypot)};
    const auto isSpecial = [](double y) { return !std::isfinite(y) || y == 0.0 || std::abs(y) == 1.0; };
    for (const double x : values) {
        for (const Pair& pair : pairs) {
            const double expected = pair.standard(x);
            if (isSpecial(expected)) {
                EXPECT_TRUE(same(pair.ours(x), expected)) << pair.name << " of " << x;
            }
        }
        for (const Pair2& pair : pairs2)
            for (const double y : values) {
                const double expected = pair.standard(x, y);
                if (isSpecial(expected)) {
                    EXPECT_TRUE(same(pair.ours(x, y), expected)) << pair.name << " of " << x << " and " << y;
                }
            }
    }
}

TEST(PortableFunctions, PowersOfTenAreExact) {
    for (int k = -20; k <= 20; ++k) {
        EXPECT_EQ(portable::log10(std::stod("1e" + std::to_string(k))), k);
        if (k < 0) continue;
        EXPECT_EQ(portable::pow(10.0, k), std::stod("1e" + std::to_string(k)));
    }
}

#undef PAIR

} // namespace portable_functions_test
