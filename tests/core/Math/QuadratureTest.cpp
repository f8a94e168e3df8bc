// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/Quadrature.h"

#include <gtest/gtest.h>

#include <cmath>

namespace quadrature_test {

using namespace ambient;

namespace {

double factorial(int n) {
    return std::tgamma(n + 1.0);
}

/// Largest error of the rule over all monomials of barycentric coordinates of the given degree, relative to 1.
template <size_t Count>
double largestError(const std::array<TrianglePoint, Count>& rule, int degree) {
    double largest = 0.0;
    for (int i = 0; i <= degree; ++i)
        for (int j = 0; i + j <= degree; ++j) {
            const int k = degree - i - j;
            const double exact = 2.0 * factorial(i) * factorial(j) * factorial(k) / factorial(degree + 2);
            double sum = 0.0;
            for (const TrianglePoint& q : rule)
                sum += q.weight * std::pow(q.barycentric[0], i) * std::pow(q.barycentric[1], j) *
                       std::pow(q.barycentric[2], k);
            largest = std::max(largest, std::abs(sum - exact));
        }
    return largest;
}

template <size_t Count>
void expectExactToDegree(const std::array<TrianglePoint, Count>& rule, int degree) {
    for (int d = 0; d <= degree; ++d)
        EXPECT_LT(largestError(rule, d), 2e-16) << "degree " << d; // measured 6e-17
    EXPECT_GT(largestError(rule, degree + 1), 1e-6) << "a rule of higher degree than its name";
    for (const TrianglePoint& q : rule) {
        EXPECT_GT(q.weight, 0.0);
        EXPECT_NEAR(q.barycentric[0] + q.barycentric[1] + q.barycentric[2], 1.0, 1e-15);
        for (double b : q.barycentric)
            EXPECT_GT(b, 0.0);
    }
}

} // namespace

TEST(Quadrature, DegreeTwoRuleIsExactToDegreeTwoAndNoFurther) {
    expectExactToDegree(kTriangleRuleDegree2, 2);
}

TEST(Quadrature, DegreeFourRuleIsExactToDegreeFourAndNoFurther) {
    expectExactToDegree(kTriangleRuleDegree4, 4);
}

TEST(Quadrature, DegreeSixRuleIsExactToDegreeSixAndNoFurther) {
    expectExactToDegree(kTriangleRuleDegree6, 6);
}

} // namespace quadrature_test
