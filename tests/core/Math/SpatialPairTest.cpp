// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SpatialPair.h"

#include <gtest/gtest.h>

namespace spatial_pair_test {

using namespace ambient;

namespace {

const Twist kTwist({1.0, -2.0, 3.0}, {0.5, 4.0, -1.5});
const Vector3 kAxis(0.3, -0.7, 0.2);

void expectNear(const SpatialPair& pair, const Vector3& angular, const Vector3& linear) {
    EXPECT_LT((pair.angular() - angular).norm(), 1e-15 * (1.0 + angular.norm()));
    EXPECT_LT((pair.linear() - linear).norm(), 1e-15 * (1.0 + linear.norm()));
}

} // namespace

TEST(SpatialPair, ComputesWhatItsPartsDo) {
    const SpatialPair pair = SpatialPair::of(kTwist);
    expectNear(pair, kTwist.angular, kTwist.linear);
    expectNear(SpatialPair::zero(), Vector3::Zero(), Vector3::Zero());
    expectNear(2.0 * pair - pair + SpatialPair::Pair{3.0, 4.0} * pair, 4.0 * kTwist.angular, 5.0 * kTwist.linear);
    expectNear(cross(kAxis, pair), kAxis.cross(kTwist.angular), kAxis.cross(kTwist.linear));
    EXPECT_DOUBLE_EQ(dot(pair, pair), kTwist.vector().squaredNorm());
    EXPECT_EQ(pair.as<Twist>().vector(), kTwist.vector());
}

TEST(SpatialPair, IsTurnedAndMultipliedAsItsPartsAre) {
    const SpatialPair pair = SpatialPair::of(kTwist);
    const Quaternion q = Quaternion(0.8, 0.1, -0.4, 0.3).normalized();
    const Matrix3 m = q.toRotationMatrix();
    expectNear(rotated(q, pair), q * kTwist.angular, q * kTwist.linear);
    expectNear(m * pair, m * kTwist.angular, m * kTwist.linear);
    expectNear(transposedTimes(m, pair), m.transpose() * kTwist.angular, m.transpose() * kTwist.linear);
    Matrix6 k;
    for (int i = 0; i < 36; ++i)
        k(i / 6, i % 6) = 1.0 / (1.0 + i); // not symmetric, to detect a transposition
    const Vector6 product = k * kTwist.vector();
    expectNear(k * pair, product.head<3>(), product.tail<3>());
}

} // namespace spatial_pair_test
