// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Body/SurfaceData.h"

#include "ForceTestSupport.h"

#include <gtest/gtest.h>

namespace skin_friction_force_test {

using namespace ambient;

namespace {

Wrench friction(const FluidBodyModel& model, const Twist& twist) {
    return SkinFrictionForce().evaluate(model, test::flowOf(twist), nullptr);
}

} // namespace

// Edge-on motion: both large sides and the two long edges slip with the full speed, the ends not at all.
TEST(SkinFrictionForce, OfAPlateEdgeOnIsTheFlatPlateLaw) {
    const double density = 1.2, viscosity = 1.8e-5;
    const auto attached = test::dryModel(makePlate({2.0, 1.0, 0.05}, 48), 0.75 * kPi);
    const auto half = test::dryModel(makePlate({2.0, 1.0, 0.05}, 48));
    const double slipping = 2.0 * (2.0 * 1.0) + 2.0 * (2.0 * 0.05);
    const double length = std::sqrt(2.0 * (2.0 + 2.0 * 0.05 + 1.0 * 0.05));
    for (double speed : {0.1, 3.0, 70.0}) {
        const double reynolds = density * speed * length / viscosity;
        const double coefficient = 0.0576 * std::pow(reynolds, -0.2);
        const double expected = 0.5 * density * coefficient * speed * speed * slipping;
        const Twist twist(Vector3::Zero(), {speed, 0, 0});
        EXPECT_NEAR(-friction(*attached, twist).linear.x() / expected, 1.0, 1e-13); // measured 1e-15
        // Exactly on the limit of separation a face is half attached.
        EXPECT_NEAR(-friction(*half, twist).linear.x() / expected, 0.5, 1e-13);
        EXPECT_LT(friction(*attached, twist).linear.tail<2>().norm(), 1e-13 * expected);
        EXPECT_LT(friction(*attached, twist).angular.norm(), 1e-13 * expected);
    }
}

TEST(SkinFrictionForce, OfASpinningCylinderIsATorqueAgainstTheSpin) {
    // All of the side slips with w r at right angles to its lever arm, and the caps with w times the distance.
    const double w = 10.0, radius = 0.5, length = 2.0;
    const auto model = test::dryModel(makeCylinder(radius, length, 5000), 0.75 * kPi);
    const double coefficient = 0.0576 * std::pow(1.2 * model->length() / 1.8e-5, -0.2);
    const double side = std::pow(w * radius, 1.8) * radius * 2.0 * kPi * radius * length;
    const double caps = 2.0 * std::pow(w, 1.8) * 2.0 * kPi * std::pow(radius, 4.8) / 4.8;
    const double expected = 0.5 * 1.2 * coefficient * (side + caps);
    const Wrench wrench = friction(*model, {{0, 0, w}, Vector3::Zero()});
    EXPECT_NEAR(-wrench.angular.z() / expected, 1.0, 5e-3);
    EXPECT_LT(wrench.linear.norm(), 1e-12 * expected);
}

TEST(SkinFrictionForce, NeverPushes) {
    test::Random random(1);
    for (const TriangleMesh& mesh : test::assortedBodies())
        for (double separation : {0.0, 1.0, 0.5 * kPi, 2.4, kPi}) {
            const auto model = test::dryModel(mesh, separation);
            for (int i = 0; i < 50; ++i) {
                const Twist twist = random.twist(1.0, 1.0);
                EXPECT_LE(power(twist, friction(*model, twist)), 0.0);
            }
        }
}

TEST(SkinFrictionForce, GrowsWithThePowerNineFifthsOfSpeed) {
    test::Random random(2);
    const auto model = test::dryModel(test::lumpy(makeSphere(1.0, 320)), 2.0);
    for (int i = 0; i < 20; ++i) {
        const Twist twist = random.twist(1.0, 1.0);
        const Wrench expected = std::pow(3.0, 1.8) * friction(*model, twist);
        EXPECT_LT(test::relativeDifference(friction(*model, 3.0 * twist), expected), 1e-13); // measured 1e-15
    }
}

TEST(SkinFrictionForce, DependsOnReynoldsNumberNotOnSizeAlone) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    const auto model = test::dryModel(mesh), large = test::dryModel(test::scaled(mesh, 10.0));
    const Twist twist({0.2, 0.1, -0.4}, {1.0, 0.5, 0.3});
    const Wrench one = friction(*model, twist);
    // Ten times the size at a tenth of the speed: the same Reynolds number, and the same force.
    const Wrench ten = friction(*large, {0.01 * twist.angular, 0.1 * twist.linear});
    EXPECT_LT(test::relativeDifference(ten, {10.0 * one.angular, one.linear}), 1e-13); // measured 1e-15
}

TEST(SkinFrictionForce, FollowsTheFrameOfTheMesh) {
    test::Random random(3);
    for (const TriangleMesh& mesh : test::assortedBodies()) {
        const Pose aFromB{random.rotation(), random.vector(2.0)};
        const RelativeFlow flow = test::flowOf(random.twist(1.0, 1.0));
        const Wrench inB = SkinFrictionForce().evaluate(*test::dryModel(mesh, 1.9), flow, nullptr);
        const auto moved = test::dryModel(test::transformed(mesh, aFromB), 1.9);
        const Wrench inA = SkinFrictionForce().evaluate(*moved, test::seenFrom(aFromB, flow), nullptr);
        EXPECT_LT(test::relativeDifference(inA, changeFrame(aFromB, inB)), 1e-11);
    }
}

// Half the faces by chance before the band came; a mesh turned by rounding keeps its torque now.
TEST(SkinFrictionForce, APureSpinIsNotDecidedByRounding) {
    test::Random random(4);
    const TriangleMesh mesh = makeSphere(1.0, 1280);
    const RelativeFlow flow = test::flowOf({{0, 0, 3.0}, Vector3::Zero()});
    const Wrench inB = SkinFrictionForce().evaluate(*test::dryModel(mesh), flow, nullptr);
    for (int i = 0; i < 10; ++i) {
        const Pose aFromB{random.rotation(), Vector3::Zero()};
        const auto moved = test::dryModel(test::transformed(mesh, aFromB));
        const Wrench inA = SkinFrictionForce().evaluate(*moved, test::seenFrom(aFromB, flow), nullptr);
        EXPECT_LT(test::relativeDifference(inA, changeFrame(aFromB, inB)), 1e-6);
    }
}

TEST(SkinFrictionForce, IsZeroWithoutViscosityOrMotionAndScalesWithItsFactor) {
    const TriangleMesh mesh = makeSphere(1.0, 320);
    const Twist twist({0.1, 0.2, 0.3}, {1, 2, 3});
    const auto model = test::dryModel(mesh);
    EXPECT_EQ(SkinFrictionForce().evaluate(*model, test::flowOf(twist, 1.2, 0.0), nullptr).vector(), Vector6::Zero());
    EXPECT_EQ(friction(*model, Twist()).vector(), Vector6::Zero());
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    def.frictionScale = 2.5;
    const Wrench expected = 2.5 * friction(*model, twist);
    EXPECT_LT(test::relativeDifference(friction(*FluidBodyModel::build(mesh, def), twist), expected), 1e-14);
}

TEST(SkinFrictionForce, FillsTheSurfaceFieldEvenWithoutViscosity) {
    const auto model = test::dryModel(makeSphere(1.0, 80));
    SurfaceField field;
    SkinFrictionForce().evaluate(*model, test::flowOf({Vector3::Zero(), {1, 0, 0}}, 1.2, 0.0), &field);
    EXPECT_EQ(static_cast<int>(field.slipVelocity.size()), model->faces().size());
}

TEST(SkinFrictionForce, IsDissipativeAndNamed) {
    EXPECT_TRUE(SkinFrictionForce().isDissipative());
    EXPECT_EQ(SkinFrictionForce().name(), "skin_friction");
}

} // namespace skin_friction_force_test
