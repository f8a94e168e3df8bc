// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include "ReferenceData.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace analytic_added_mass_test {

using namespace ambient;

namespace {

Vector6 ellipsoid(const Vector3& semiAxes) {
    return analyticEllipsoidAddedMass(semiAxes).matrix().diagonal();
}

} // namespace

TEST(CarlsonRD, HasItsPublishedValues) {
    // Carlson, Numerical computation of real or complex elliptic integrals, 1995, section 3.
    EXPECT_NEAR(carlsonRD(0.0, 2.0, 1.0), 1.7972103521033883112, 1e-15);
    EXPECT_NEAR(carlsonRD(2.0, 3.0, 4.0), 0.16510527294261053349, 1e-16);
}

TEST(CarlsonRD, IsAPowerWhereAllArgumentsAgree) {
    for (double x : {1e-8, 0.3, 1.0, 7.0, 1e8})
        EXPECT_NEAR(carlsonRD(x, x, x) * std::pow(x, 1.5), 1.0, 1e-15);
}

TEST(CarlsonRD, IsSymmetricInTwoArgumentsAndHomogeneous) {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const double x = std::exp(random.uniform(-7, 7)), y = std::exp(random.uniform(-7, 7)),
                     z = std::exp(random.uniform(-7, 7)), s = std::exp(random.uniform(-5, 5));
        const double value = carlsonRD(x, y, z);
        EXPECT_NEAR(carlsonRD(y, x, z) / value, 1.0, 1e-15);
        EXPECT_NEAR(carlsonRD(s * x, s * y, s * z) * std::pow(s, 1.5) / value, 1.0, 5e-15);
        const double sum = value + carlsonRD(y, z, x) + carlsonRD(z, x, y);
        EXPECT_NEAR(sum * std::sqrt(x * y * z) / 3.0, 1.0, 5e-15);
    }
}

TEST(AnalyticAddedMass, EllipsoidsAgreeWithTheReferenceInEveryDigit) {
    const nlohmann::json table = test::referenceJson("ellipsoids.json");
    ASSERT_GE(table.size(), 10u);
    for (const auto& e : table) {
        const Vector6 k = ellipsoid({e["a"].get<double>(), e["b"].get<double>(), e["c"].get<double>()});
        const char* names[] = {"Jx", "Jy", "Jz", "mx", "my", "mz"};
        for (int i = 0; i < 6; ++i) {
            const double expected = e[names[i]].get<double>();
            EXPECT_NEAR(k[i], expected, 1e-12 * expected) << e["name"] << " " << names[i]; // measured 2e-13
        }
    }
}

TEST(AnalyticAddedMass, IsDiagonalAboutTheCentre) {
    const Matrix6 k = analyticEllipsoidAddedMass({1.0, 0.6, 0.3}).matrix();
    EXPECT_EQ(k, k.diagonal().asDiagonal().toDenseMatrix());
}

TEST(AnalyticAddedMass, OfASphereIsHalfTheDisplacedMass) {
    for (double radius : {1e-3, 1.0, 40.0}) {
        const Vector6 k = analyticSphereAddedMass(radius).matrix().diagonal();
        const double half = 2.0 / 3.0 * kPi * radius * radius * radius;
        EXPECT_LT((k.tail<3>() / half - Vector3::Ones()).norm(), 2e-15);
        EXPECT_EQ(k.head<3>(), Vector3::Zero().eval());
    }
}

TEST(AnalyticAddedMass, FollowsPermutedAxes) {
    const Vector3 s(1.0, 0.6, 0.3);
    const Vector6 k = ellipsoid(s);
    for (const std::array<int, 3>& p : {std::array<int, 3>{1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}) {
        const Vector6 permuted = ellipsoid({s[p[0]], s[p[1]], s[p[2]]});
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(permuted[i] / k[p[i]], 1.0, 1e-14);
            EXPECT_NEAR(permuted[3 + i] / k[3 + p[i]], 1.0, 1e-14);
        }
    }
}

TEST(AnalyticAddedMass, TranslationScalesWithTheCubeAndRotationWithTheFifthPowerOfLength) {
    const Vector6 k = ellipsoid({1.0, 0.6, 0.3}), large = ellipsoid({7.0, 4.2, 2.1});
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(large[i] / k[i], std::pow(7.0, 5), 1e-14 * std::pow(7.0, 5));
        EXPECT_NEAR(large[3 + i] / k[3 + i], std::pow(7.0, 3), 1e-14 * std::pow(7.0, 3));
    }
}

TEST(AnalyticAddedMass, HasNoJumpWhereTwoSemiAxesBecomeEqual) {
    // J ~ (b - c)^2 there, and its quotient loses digits as b -> c.
    for (double gap : {1e-2, 1e-3, 1e-4})
        EXPECT_NEAR(ellipsoid({1.0, 0.6 + gap, 0.6})[0] / (gap * gap), 0.48945, 0.8 * gap); // the slope is 0.7
    EXPECT_EQ(ellipsoid({1.0, 0.6, 0.6})[0], 0.0);
}

// Semi-axes that differ by rounding: the quotient of the rotational term is 0/0 there for one pair in sixty.
TEST(AnalyticAddedMass, OfNearlyEqualSemiAxesIsFinite) {
    test::Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const double a = random.uniform(0.1, 3.0), b = a * (1.0 + std::pow(10.0, random.uniform(-16.0, -6.0)));
        const Matrix6 matrix = analyticEllipsoidAddedMass({a, b, a}).matrix();
        ASSERT_TRUE(matrix.allFinite()) << a << " " << b / a - 1.0;
        const Matrix3 rotation = matrix.topLeftCorner<3, 3>();
        ASSERT_LT(rotation.cwiseAbs().maxCoeff(), 1e-9 * std::pow(a, 5));
    }
}

TEST(AnalyticAddedMass, FlatEllipsoidsTendToTheDisc) {
    const Vector6 disc = analyticDiscAddedMass(1.0).matrix().diagonal();
    EXPECT_NEAR(disc[5], 8.0 / 3.0, 1e-15);
    EXPECT_NEAR(disc[0], 16.0 / 45.0, 1e-16);
    EXPECT_EQ(disc[0], disc[1]);
    EXPECT_EQ(disc[2], 0.0);
    EXPECT_EQ(disc[3], 0.0);
    double before = 1.0;
    for (double thickness : {1e-1, 1e-2, 1e-3, 1e-4}) {
        const double difference = (ellipsoid({1.0, 1.0, thickness}) - disc).norm();
        EXPECT_LT(difference, 2.5 * thickness);
        EXPECT_LT(difference, before);
        before = difference;
    }
    EXPECT_NEAR(ellipsoid({1, 1, 1e-3})[5], 2.66587350, 1e-8);
    EXPECT_NEAR(ellipsoid({1, 1, 1e-3})[0], 0.35547160, 1e-8);
}

TEST(AnalyticAddedMass, NeedlesAndLeavesOfAnyProportionsHaveFiniteValues) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> exponent(-30.0, 30.0);
    for (int round = 0; round < 2000; ++round) {
        const Vector6 k = ellipsoid(
            {std::pow(10.0, exponent(random)), std::pow(10.0, exponent(random)), std::pow(10.0, exponent(random))});
        ASSERT_TRUE(k.allFinite()) << round;
        ASSERT_GE(k.minCoeff(), 0.0) << round;
    }
    const Vector6 leaf = ellipsoid({1.0, 1.0, 1e-20}), disc = analyticDiscAddedMass(1.0).matrix().diagonal();
    EXPECT_LT((leaf - disc).norm(), 1e-15); // measured 4e-16
    // Each slice of a needle is one of a cylinder [Lamb1932, art. 71]. The sums of b^2 and of b^4 over its length are
    // 4/3 and 16/15 of its half length.
    const double half = 1e20;
    const Vector6 needle = ellipsoid({half, 0.2, 0.1});
    EXPECT_NEAR(needle[5] / half, 4.0 / 3.0 * kPi * 0.2 * 0.2, 1e-15);
    EXPECT_NEAR(needle[4] / half, 4.0 / 3.0 * kPi * 0.1 * 0.1, 1e-15);
    EXPECT_NEAR(needle[0] / half, 16.0 / 15.0 * kPi / 8.0 * std::pow(0.2 * 0.2 - 0.1 * 0.1, 2), 1e-17);
}

TEST(AnalyticAddedMass, RefusesSizesOutOfRange) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (double bad : {0.0, -1.0, 1e-31, 1e31, nan, infinity}) {
        for (int k = 0; k < 3; ++k) {
            Vector3 s(1, 1, 1);
            s[k] = bad;
            EXPECT_THROW(analyticEllipsoidAddedMass(s), std::invalid_argument) << bad;
        }
        EXPECT_THROW(analyticSphereAddedMass(bad), std::invalid_argument) << bad;
        EXPECT_THROW(analyticDiscAddedMass(bad), std::invalid_argument) << bad;
    }
}

} // namespace analytic_added_mass_test
