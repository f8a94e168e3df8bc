// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SE3.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

namespace spatial_vector_test {

using namespace ambient;

TEST(SpatialVector, AngularPartComesFirst) {
    const Twist twist({1, 2, 3}, {4, 5, 6});
    const Vector6 expected = (Vector6() << 1, 2, 3, 4, 5, 6).finished();
    EXPECT_EQ(twist.vector(), expected);
    EXPECT_EQ(Twist(expected).angular, Vector3(1, 2, 3));
    EXPECT_EQ(Twist(expected).linear, Vector3(4, 5, 6));
}

TEST(SpatialVector, SumsDifferencesAndMultiplesActOnBothParts) {
    const Wrench a({1, 2, 3}, {4, 5, 6}), b({10, 20, 30}, {40, 50, 60});
    EXPECT_EQ((a + b).vector(), a.vector() + b.vector());
    EXPECT_EQ((a - b).vector(), a.vector() - b.vector());
    EXPECT_EQ((2.5 * a).vector(), 2.5 * a.vector());
    EXPECT_EQ(Wrench().vector(), Vector6::Zero().eval());
}

TEST(SpatialVector, TwistsMomentaAndWrenchesAreDistinctTypes) {
    EXPECT_FALSE((std::is_convertible_v<Twist, Momentum>));
    EXPECT_FALSE((std::is_convertible_v<Momentum, Wrench>));
    EXPECT_FALSE((std::is_convertible_v<Vector6, Twist>));
}

TEST(SpatialVector, PowerAndTwiceTheEnergyPairLikeParts) {
    const Twist twist({1, 2, 3}, {4, 5, 6});
    EXPECT_EQ(power(twist, Wrench({1, 0, 2}, {0, 3, 0})), 1 + 6 + 15);
    EXPECT_EQ(dot(twist, Momentum({1, 0, 2}, {0, 3, 0})), 1 + 6 + 15);
    EXPECT_EQ(impulse(Wrench({1, 2, 3}, {4, 5, 6}), 0.5).vector(), 0.5 * twist.vector());
}

TEST(SpatialVector, OneBadComponentMakesItNotFinite) {
    for (int k = 0; k < 6; ++k)
        for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
            Vector6 v = Vector6::Ones();
            EXPECT_TRUE(Twist(v).isFinite());
            v[k] = bad;
            EXPECT_FALSE(Twist(v).isFinite()) << "component " << k;
        }
}

TEST(SpatialVector, GyroscopicWrenchDoesNoWork) {
    test::Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Twist twist = random.twist(10.0, 10.0);
        const Momentum momentum(random.vector(10.0), random.vector(10.0));
        EXPECT_LT(std::abs(power(twist, gyroscopicWrench(twist, momentum))), 2e-12); // of some 1e3; measured 5e-13
    }
}

TEST(SpatialVector, GyroscopicWrenchKeepsSpatialMomentum) {
    test::Random random(2);
    const double h = 1e-5;
    for (int i = 0; i < 100; ++i) {
        const Twist twist = random.twist(1.0, 1.0);
        const Momentum spatial(random.vector(), random.vector());
        const Momentum later = changeFrame(expSE3(twist, h).inverse(), spatial);
        const Momentum earlier = changeFrame(expSE3(twist, -h).inverse(), spatial);
        const Vector6 rate = (later.vector() - earlier.vector()) / (2.0 * h);
        EXPECT_LT((rate - gyroscopicWrench(twist, spatial).vector()).norm(), 1e-9); // measured 1e-10
    }
}

} // namespace spatial_vector_test
