// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SE3.h"

#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace se3_test {

using namespace ambient;

namespace {

double angleBetween(const Quaternion& a, const Quaternion& b) {
    return 2.0 * (a.conjugate() * b).vec().norm();
}

double difference(const Pose& a, const Pose& b) {
    return angleBetween(a.orientation, b.orientation) + (a.position - b.position).norm();
}

Pose randomPose(test::Random& random) {
    return {random.rotation(), random.vector(2.0)};
}

} // namespace

TEST(SO3, LogIsTheInverseOfExpFromZeroToPi) {
    test::Random random(1);
    for (double angle : {0.0, 1e-300, 1e-12, 1e-8, 3e-8, 1e-5, 1e-4, 2.1e-4, 1e-2, 1.0, 2.0, 3.0, 3.14, kPi - 1e-6,
                         kPi - 1e-9, kPi - 1e-12})
        for (int i = 0; i < 20; ++i) {
            const Vector3 theta = angle * random.direction();
            EXPECT_LT((logSO3(expSO3(theta)) - theta).norm(), 2e-15 + 2e-15 * angle) << "angle " << angle; // 1e-15
        }
}

TEST(SO3, SmallAnglesKeepTheirRelativePrecision) {
    test::Random random(2);
    for (double angle : {1e-200, 1e-12, 1e-6, 0.99e-4, 1.01e-4, 1.99e-4, 2.01e-4, 1e-3}) {
        const Vector3 theta = angle * random.direction();
        EXPECT_LT((logSO3(expSO3(theta)) - theta).norm(), 1e-15 * angle) << "angle " << angle;
    }
}

TEST(SO3, LogTakesTheShortWayRound) {
    test::Random random(3);
    for (int i = 0; i < 100; ++i) {
        const Vector3 axis = random.direction();
        const double angle = random.uniform(kPi, 2.0 * kPi);
        EXPECT_LT((logSO3(expSO3(angle * axis)) - (angle - 2.0 * kPi) * axis).norm(), 4e-15); // measured 1e-15
        const Quaternion q = random.rotation();
        EXPECT_EQ(logSO3(q), logSO3(Quaternion(-q.coeffs())));
    }
}

TEST(SO3, HalfATurnHasAngleSmallerOrEqualPi) {
    for (const Vector3& axis : {Vector3::UnitX().eval(), Vector3::UnitY().eval(), Vector3(0.6, 0.0, 0.8)}) {
        EXPECT_LE(logSO3(expSO3(kPi * axis)).norm(), kPi * (1 + 1e-15));
        EXPECT_LT(angleBetween(expSO3(logSO3(expSO3(kPi * axis))), expSO3(kPi * axis)), 1e-15);
    }
}

TEST(SO3, ExpTurnsVectorsByTheRightHand) {
    EXPECT_LT((expSO3({0, 0, 0.5 * kPi}) * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
    EXPECT_LT((expSO3({0.5 * kPi, 0, 0}) * Vector3::UnitY() - Vector3::UnitZ()).norm(), 1e-15);
}

TEST(SO3, InverseRightJacobianIsItsSeries) {
    test::Random random(4);
    // Bernoulli numbers B_2k / (2k)!
    const double coefficients[] = {1. / 12, -1. / 720, 1. / 30240, -1. / 1209600, 1. / 47900160};
    for (double angle : {0.0, 1e-9, 1e-4, 0.99e-2, 1.01e-2, 0.1, 0.3}) {
        const Vector3 theta = angle * random.direction(), w = random.vector();
        Vector3 expected = w + 0.5 * theta.cross(w), power = w;
        for (double c : coefficients) {
            power = theta.cross(theta.cross(power));
            expected += c * power;
        }
        EXPECT_LT((inverseRightJacobian(theta, w) - expected).norm(), 1e-15) << "angle " << angle; // measured 4e-16
    }
}

TEST(SO3, InverseRightJacobianTurnsAngularVelocityIntoTheRateOfTheRotationVector) {
    test::Random random(5);
    const double h = 1e-4;
    for (int i = 0; i < 200; ++i) {
        const Vector3 theta = random.uniform(0.0, 5.0) * random.direction(), w = random.vector();
        const Vector3 rate = inverseRightJacobian(theta, w);
        const auto turn = [&](double dt) -> Vector3 {
            return logSO3(expSO3(theta - dt * rate).conjugate() * expSO3(theta + dt * rate)) / (2.0 * dt);
        };
        const Vector3 extrapolated = (4.0 * turn(0.5 * h) - turn(h)) / 3.0;
        EXPECT_LT((extrapolated - w).norm(), 1e-10); // measured 2e-11
    }
}

TEST(SE3, PosesFormAGroup) {
    test::Random random(6);
    for (int i = 0; i < 100; ++i) {
        const Pose a = randomPose(random), b = randomPose(random), c = randomPose(random);
        const Vector3 x = random.vector();
        EXPECT_LT((a * (b * x) - (a * b) * x).norm(), 1e-14);
        EXPECT_LT(difference((a * b) * c, a * (b * c)), 1e-14);
        EXPECT_LT(difference(a * a.inverse(), Pose()), 1e-14);
        EXPECT_LT(difference(a.inverse() * a, Pose()), 1e-14);
        EXPECT_NEAR((a * b).orientation.norm(), 1.0, 1e-15);
    }
}

TEST(SE3, ANonFinitePoseSaysSo) {
    Pose pose;
    EXPECT_TRUE(pose.isFinite());
    pose.position.y() = NAN;
    EXPECT_FALSE(pose.isFinite());
    pose = Pose();
    pose.orientation.w() = INFINITY;
    EXPECT_FALSE(pose.isFinite());
}

TEST(SE3, ExpIsAOneParameterGroup) {
    test::Random random(7);
    for (int i = 0; i < 200; ++i) {
        const Twist twist = random.twist(2.0, 2.0);
        const double s = random.uniform(-1.0, 1.0), t = random.uniform(-1e-3, 1.0);
        EXPECT_LT(difference(expSE3(twist, s) * expSE3(twist, t), expSE3(twist, s + t)), 3e-14); // measured 4e-15
    }
}

TEST(SE3, ExpStartsAlongTheTwist) {
    test::Random random(8);
    for (double h : {1e-4, 1e-5}) {
        const Twist twist = random.twist(1.0, 1.0);
        const Pose later = expSE3(twist, h), earlier = expSE3(twist, -h);
        EXPECT_LT(((later.position - earlier.position) / (2 * h) - twist.linear).norm(), h * h);
        EXPECT_LT((logSO3(later.orientation) / h - twist.angular).norm(), 1e-14);
    }
}

TEST(SE3, ExpOfAPlaneTurnIsACircle) {
    const double w = 1.7, v = 0.9, c = 0.4, t = 2.3;
    const Pose pose = expSE3({{0, 0, w}, {v, 0, c}}, t);
    const Vector3 expected(v / w * std::sin(w * t), v / w * (1.0 - std::cos(w * t)), c * t);
    EXPECT_LT((pose.position - expected).norm(), 1e-15);
}

TEST(SE3, ExpHasNoJumpWhereItsSeriesTakesOver) {
    test::Random random(9);
    const Vector3 axis = random.direction(), shift = random.vector();
    for (double angle : {1e-3, 2e-4, 1e-8}) {
        const Pose below = expSE3({angle * (1 - 1e-12) * axis, shift}, 1.0);
        const Pose above = expSE3({angle * (1 + 1e-12) * axis, shift}, 1.0);
        EXPECT_LT(difference(below, above), 2e-14); // measured 6e-15, of which 4e-15 is the motion itself
    }
}

TEST(SE3, CayleyIsSecondOrderNearExp) {
    test::Random random(10);
    for (int i = 0; i < 20; ++i) {
        const Twist twist = random.twist(1.0, 1.0);
        const double coarse = difference(cayleySE3(twist, 0.02), expSE3(twist, 0.02));
        const double fine = difference(cayleySE3(twist, 0.01), expSE3(twist, 0.01));
        EXPECT_NEAR(std::log2(coarse / fine), 3.0, 1e-3); // local error of a second-order rule
        EXPECT_LT(coarse, 0.02 * 0.02 * 0.02);
    }
}

TEST(SE3, CayleyBackwardsUndoesCayley) {
    test::Random random(11);
    for (int i = 0; i < 100; ++i) {
        const Twist twist = random.twist(20.0, 3.0);
        EXPECT_LT(difference(cayleySE3(twist, 0.5) * cayleySE3(twist, -0.5), Pose()), 1e-14);
    }
}

TEST(SE3, CayleyTurnsByTwiceTheArcTangent) {
    const Pose pose = cayleySE3({{0, 0, 3.0}, Vector3::Zero()}, 0.5);
    EXPECT_NEAR(logSO3(pose.orientation).z(), 2.0 * std::atan(0.75), 1e-15);
    EXPECT_EQ(pose.position, Vector3::Zero().eval());
}

TEST(SE3, ChangingTheFrameOfATwistKeepsTheVelocityOfEveryPoint) {
    test::Random random(12);
    for (int i = 0; i < 100; ++i) {
        const Pose aFromB = randomPose(random);
        const Twist inA = random.twist(1.0, 1.0);
        const Twist inB = changeFrame(inA, aFromB);
        const Vector3 pointInB = random.vector();
        const Vector3 velocityInA = inA.linear + inA.angular.cross(aFromB * pointInB);
        const Vector3 velocityInB = inB.linear + inB.angular.cross(pointInB);
        EXPECT_LT((aFromB.orientation * velocityInB - velocityInA).norm(), 1e-14);
    }
}

TEST(SE3, ChangingTheFrameOfAWrenchTakesTheLeverArm) {
    const Pose aFromB{Quaternion::Identity(), {2.0, 0.0, 0.0}};
    const Wrench inA = changeFrame(aFromB, Wrench(Vector3::Zero(), {0.0, 3.0, 0.0}));
    EXPECT_EQ(inA.angular, Vector3(0.0, 0.0, 6.0));
    EXPECT_EQ(inA.linear, Vector3(0.0, 3.0, 0.0));
}

TEST(SE3, PowerAndEnergyAreTheSameInEveryFrame) {
    test::Random random(13);
    for (int i = 0; i < 200; ++i) {
        const Pose aFromB = randomPose(random);
        const Twist inA = random.twist(1.0, 1.0);
        const Twist inB = changeFrame(inA, aFromB);
        const Wrench wrenchInB(random.vector(), random.vector());
        const Momentum momentumInB(random.vector(), random.vector());
        EXPECT_NEAR(power(inA, changeFrame(aFromB, wrenchInB)), power(inB, wrenchInB), 1e-14);
        EXPECT_NEAR(dot(inA, changeFrame(aFromB, momentumInB)), dot(inB, momentumInB), 1e-14);
    }
}

TEST(SE3, FrameChangesRoundTripAndCompose) {
    test::Random random(14);
    for (int i = 0; i < 100; ++i) {
        const Pose aFromB = randomPose(random), bFromC = randomPose(random);
        const Twist twist = random.twist(1.0, 1.0);
        const Wrench wrench(random.vector(), random.vector());
        const Momentum momentum(random.vector(), random.vector());
        EXPECT_LT((changeFrame(changeFrame(twist, aFromB), aFromB.inverse()) - twist).vector().norm(), 1e-14);
        EXPECT_LT((changeFrame(aFromB.inverse(), changeFrame(aFromB, wrench)) - wrench).vector().norm(), 1e-14);
        const Twist twistInC = changeFrame(changeFrame(twist, aFromB), bFromC);
        EXPECT_LT((twistInC - changeFrame(twist, aFromB * bFromC)).vector().norm(), 2e-14);
        const Momentum momentumInA = changeFrame(aFromB, changeFrame(bFromC, momentum));
        EXPECT_LT((momentumInA - changeFrame(aFromB * bFromC, momentum)).vector().norm(), 2e-14);
    }
}

TEST(SO3, FactorsOfATurnAreThoseOfTheSinesOnBothSidesOfTheSeries) {
    for (const double angle : {1e-4, 0.1, 0.2499999, 0.2500001, 2.0}) {
        const TurnFactors factors = TurnFactors::of(angle * angle);
        const double half = std::sin(0.5 * angle); // 1 - cos(angle) without its cancellation
        EXPECT_NEAR(factors.sine, std::sin(angle) / angle, 2e-16);
        EXPECT_NEAR(factors.cosine, 2.0 * half * half / (angle * angle), 1e-15);
        const Vector3 axis = Vector3(1, 2, -2) / 3.0, x(0.3, -0.2, 0.9);
        const Vector3 across = angle * axis.cross(x);
        const Vector3 turned = x + factors.sine * across + factors.cosine * angle * axis.cross(across);
        EXPECT_LT((turned - expSO3(angle * axis) * x).norm(), 5e-16);
    }
}

} // namespace se3_test
