// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SpatialInertia.h"

#include "AmbientFluid/Math/LinearFirst.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <string>

namespace spatial_inertia_test {

using namespace ambient;

namespace {

SpatialInertia randomInertia(test::Random& random) {
    Matrix6 a;
    for (int i = 0; i < 36; ++i)
        a(i) = random.uniform(-1.0, 1.0);
    return SpatialInertia(a * a.transpose());
}

Pose randomPose(test::Random& random) {
    return {random.rotation(), random.vector(2.0)};
}

} // namespace

TEST(SpatialInertia, OfABodyIsMassAndInertiaWithoutCoupling) {
    const Matrix3 inertia = Vector3(1, 2, 2.5).asDiagonal();
    const Matrix6 k = SpatialInertia::ofBody(7.0, inertia).matrix();
    EXPECT_EQ((k.topLeftCorner<3, 3>()), inertia);
    EXPECT_EQ((k.bottomRightCorner<3, 3>()), 7.0 * Matrix3::Identity());
    EXPECT_TRUE((k.topRightCorner<3, 3>().isZero(0.0)));
}

TEST(SpatialInertia, KeepsTheSymmetricPartOfItsMatrix) {
    test::Random random(1);
    Matrix6 m;
    for (int i = 0; i < 36; ++i)
        m(i) = random.uniform(-1.0, 1.0);
    const SpatialInertia k(m);
    EXPECT_EQ(k.matrix(), k.matrix().transpose());
    EXPECT_EQ(k.matrix(), 0.5 * (m + m.transpose()));
}

// A triaxial ellipsoid (1, 0.6, 0.3) seen about a point off its centre, along axes turned by 0.7 rad about (1, 2, 3).
TEST(SpatialInertia, ChangeFrameGivesThePublishedOffDiagonalBlocks) {
    const SpatialInertia k = analyticEllipsoidAddedMass({1.0, 0.6, 0.3});
    const Pose aFromB{expSO3(0.7 * Vector3(1, 2, 3).normalized()), {0.2, -0.1, 0.05}};
    Matrix6 expected;
    expected << 0.098685519214, 0.070821785315, -0.001408753709, -0.04377754472, 0.078111974003, 0.182831298563,
        0.070821785315, 0.11672172852, -0.000797531453, -0.056088407757, 0.019952280831, 0.114232974835,
        -0.001408753709, -0.000797531453, 0.029395866388, -0.041904159531, -0.026166353222, 0.023825263889,
        -0.04377754472, -0.056088407757, -0.041904159531, 0.253080189338, -0.001649187582, -0.2621870746,
        0.078111974003, 0.019952280831, -0.026166353222, -0.001649187582, 0.305251616332, 0.227836283688,
        0.182831298563, 0.114232974835, 0.023825263889, -0.2621870746, 0.227836283688, 0.919594719159;
    // The published digits end at 5e-13.
    EXPECT_LT((k.changeFrame(aFromB).matrix() - expected).cwiseAbs().maxCoeff(), 1e-12); // measured 5e-13
}

TEST(SpatialInertia, EnergyAndMomentumAreTheSameInEveryFrame) {
    test::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const SpatialInertia inA = randomInertia(random);
        const Pose aFromB = randomPose(random);
        const SpatialInertia inB = inA.changeFrame(aFromB);
        const Twist twistInA = random.twist(1.0, 1.0);
        const Twist twistInB = changeFrame(twistInA, aFromB);
        EXPECT_NEAR(inB.energy(twistInB), inA.energy(twistInA), 3e-13); // measured 4e-14 of some 10
        EXPECT_LT((changeFrame(aFromB, inB * twistInB) - inA * twistInA).vector().norm(), 1e-13);
    }
}

TEST(SpatialInertia, FrameChangesRoundTripComposeAndStaySymmetric) {
    test::Random random(3);
    for (int i = 0; i < 100; ++i) {
        const SpatialInertia k = randomInertia(random);
        const Pose aFromB = randomPose(random), bFromC = randomPose(random);
        const SpatialInertia inC = k.changeFrame(aFromB).changeFrame(bFromC);
        EXPECT_LT((inC.matrix() - k.changeFrame(aFromB * bFromC).matrix()).norm(), 1e-12 * inC.matrix().norm());
        const SpatialInertia back = k.changeFrame(aFromB).changeFrame(aFromB.inverse());
        EXPECT_LT((back.matrix() - k.matrix()).norm(), 1e-13 * k.changeFrame(aFromB).matrix().norm());
        EXPECT_EQ(inC.matrix(), inC.matrix().transpose());
    }
}

TEST(SpatialInertia, ADryBodyObeysSteiner) {
    test::Random random(4);
    const Matrix3 inertia = Vector3(1, 2, 2.5).asDiagonal();
    const Vector3 d = random.vector();
    const Matrix6 k = SpatialInertia::ofBody(3.0, inertia).changeFrame({Quaternion::Identity(), d}).matrix();
    const Matrix3 steiner = inertia + 3.0 * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
    EXPECT_LT((k.topLeftCorner<3, 3>() - steiner).norm(), 1e-14);
    EXPECT_LT((k.bottomRightCorner<3, 3>() - 3.0 * Matrix3::Identity()).norm(), 1e-15);
}

TEST(SpatialInertia, EnergyIsHalfOfTwistTimesMomentum) {
    test::Random random(5);
    const SpatialInertia k = randomInertia(random);
    const Twist twist = random.twist(1.0, 1.0);
    EXPECT_NEAR(k.energy(twist), 0.5 * dot(twist, k * twist), 1e-14);
    EXPECT_NEAR((k + k.scaled(2.0)).energy(twist), 3.0 * k.energy(twist), 1e-14);
}

TEST(SpatialInertia, SmallestEigenvalueDoesNotDependOnUnits) {
    Vector6 diagonal;
    diagonal << 4.0, 8.0, 12.0, 3.0, 5.0, 7.0;
    const SpatialInertia k(diagonal.asDiagonal().toDenseMatrix());
    EXPECT_NEAR(k.smallestEigenvalue(1.0), 3.0, 1e-14);
    EXPECT_NEAR(k.smallestEigenvalue(2.0), 1.0, 1e-14);
    diagonal[4] = -0.5;
    EXPECT_NEAR(SpatialInertia(diagonal.asDiagonal().toDenseMatrix()).smallestEigenvalue(2.0), -0.5, 1e-14);
}

TEST(LinearFirst, IsTheUpperTriangleWithTheTranslationsInFrontAndComesBackToTheBit) {
    test::Random random(6);
    const SpatialInertia k = randomInertia(random);
    const LinearFirst numbers = toLinearFirst(k);
    EXPECT_EQ(fromLinearFirst(numbers).matrix(), k.matrix());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string order = "xyzpqr", name = kLinearFirstNames[i];
        const auto place = [&](char letter) { return (static_cast<int>(order.find(letter)) + 3) % 6; };
        EXPECT_EQ(numbers[i], k.matrix()(place(name[0]), place(name[1]))) << name;
    }
}

} // namespace spatial_inertia_test
