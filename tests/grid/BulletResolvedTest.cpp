// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"
#include "ResolvedTank.h"

#include <gtest/gtest.h>

#include <omp.h>

#include <algorithm>
#include <cmath>

namespace bullet_resolved_test {

using namespace ambient;
using test::ballModel;
using Tank = test::ResolvedTank;
using Info = test::ResolvedTank::Info;

namespace {

constexpr double kStep = test::kGridStep;
constexpr double kWater = test::kTankWater;

bool names(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

struct BulletResolved : test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, BulletResolved, testing::ValuesIn(test::kSolvers), test::modeName);

// Free, touching and jointed bodies: momentum of whole steps, advection and moving surfaces included.
TEST_P(BulletResolved, MomentumOfBodiesAndGridIsExchangedNotMade) {
    Tank tank(test::gridBox(20, 20, 20, 0.05, GridSideKind::Periodic), 0.0, GetParam());
    btRigidBody* left = tank.add(0.13, {0.2, 0.2, 0.25}, 1500.0, {1.0, 0.0, 0.0});
    btRigidBody* right = tank.add(0.13, {0.52, 0.22, 0.25}, 800.0, {-1.0, 0.1, 0.0});
    btRigidBody* first = tank.add(0.13, {0.25, 0.7, 0.7}, 700.0, {0.0, 0.0, 0.5});
    btRigidBody* second = tank.add(0.13, {0.55, 0.7, 0.7}, 2000.0, {0.0, 0.0, -0.3});
    btPoint2PointConstraint joint(*first, *second, btVector3(btScalar(0.15), 0, 0), btVector3(btScalar(-0.15), 0, 0));
    tank.w.world().addConstraint(&joint, true);
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum();
    const double size = 0.125 * kWater; // of the water at 1 m/s
    bool haveTouched = false;
    double worst = 0.0, gap = 0.0;
    for (int i = 0; i < 20; ++i) {
        tank.w.run(kStep, kStep);
        worst = std::max(worst, (tank.momentum() - before).norm());
        haveTouched = haveTouched || (tank.grid->getResolved(left)->getContactImpulse().linear.norm() > 0.1 &&
                                      tank.grid->getResolved(right)->getContactImpulse().linear.norm() > 0.1);
        const btVector3 a = first->getCenterOfMassTransform() * joint.getPivotInA();
        const btVector3 b = second->getCenterOfMassTransform() * joint.getPivotInB();
        gap = std::max(gap, double((a - b).length()));
    }
    EXPECT_LT(worst, test::bulletTolerance(1e-12, 1e-7) * size); // measured 1.5e-8 in single precision
    EXPECT_TRUE(haveTouched);
    EXPECT_LT(gap, 5e-3);
    tank.w.world().removeConstraint(&joint);
}

TEST_P(BulletResolved, ANeutralBallStaysAndAHeavyOneRestsOnTheGround) {
    Tank tank(test::gridBox(16, 16, 16, 0.05, GridSideKind::Wall), 9.81, GetParam());
    btRigidBody* neutral = tank.add(0.13, {0.22, 0.22, 0.5}, kWater);
    btRigidBody* heavy = tank.add(0.13, {0.55, 0.55, 0.13}, 2000.0);
    tank.w.addBox(btVector3(2, 2, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.5)));
    tank.w.run(20 * kStep, kStep);
    EXPECT_NEAR(tank.velocityOf(heavy).linear.z(), 0.0, 2e-3);
    EXPECT_NEAR(double(heavy->getCenterOfMassPosition().z()), 0.13, 2e-3);
    EXPECT_NEAR(double(neutral->getCenterOfMassPosition().z()), 0.5, 1e-3);
    const double weight = (2000.0 - kWater) * 4.0 / 3.0 * kPi * std::pow(0.13, 3) * 9.81;
    EXPECT_NEAR(tank.grid->getResolved(heavy)->getContactImpulse().linear.z() / (weight * kStep), 1.0, 0.1);
    EXPECT_EQ(tank.lines.size(), GetParam() == test::Solver::Stock ? 1u : 0u);
}

// [Lamb1932, art. 92]: a ball starts with (m + half the displaced mass) in the first steps, however they are divided.
TEST(BulletResolvedStep, StartsWithTheAddedMassForAllStepsOfWorldAndGrid) {
    struct Case {
        double step;
        int interval;
    };
    for (const Case& of : {Case{1.0 / 60.0, 1}, Case{1.0 / 15.0, 1}, Case{1.0 / 240.0, 4}}) {
        Info info = test::gridBox(20, 20, 20, 0.05, GridSideKind::Open);
        info.m_interval = of.interval;
        Tank tank(info, 9.81);
        btRigidBody* ball = tank.add(0.21, {0.51, 0.49, 0.6}, 3000.0);
        tank.w.run(1.0 / 15.0, of.step);
        const double expected = 9.81 * 2.0 / 3.5 / 15.0;
        EXPECT_NEAR(tank.velocityOf(ball).linear.z() / -expected, 1.0, 0.04) << of.step;
        EXPECT_LT(tank.velocityOf(ball).linear.head<2>().norm(), 0.01 * expected) << of.step;
        EXPECT_LT(double(ball->getCenterOfMassPosition().z()), 0.6 - 0.3 * expected / 15.0) << of.step;
    }
}

TEST(BulletResolvedStep, AKinematicBodyStirsAndAFixedOneDoesNot) {
    Tank tank(test::gridBox(20, 16, 16, 0.05, GridSideKind::Wall));
    btRigidBody* paddle = tank.w.addBox(btVector3(btScalar(0.06), btScalar(0.2), btScalar(0.2)), 0.0,
                                        btVector3(btScalar(0.4), btScalar(0.4), btScalar(0.4)));
    const TriangleMesh mesh = makeBox(Vector3(0.12, 0.4, 0.4), 300);
    tank.grid->addObstacle(paddle, mesh);
    tank.bodies.push_back(paddle);
    tank.w.run(3 * kStep, kStep);
    EXPECT_EQ(tank.grid->getGrid().kineticEnergy(), 0.0);
    EXPECT_TRUE(tank.grid->getResolved(paddle)->isPrescribed());
    paddle->setCollisionFlags(paddle->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    for (int i = 1; i <= 6; ++i) {
        btTransform place = paddle->getCenterOfMassTransform();
        place.setOrigin(btVector3(btScalar(0.4 + 0.01 * i), btScalar(0.4), btScalar(0.4)));
        paddle->setWorldTransform(place);
        tank.w.run(kStep, kStep);
    }
    EXPECT_NEAR(tank.velocityOf(paddle).linear.x(), 0.6, 1e-4);
    // The water before the paddle goes along, the water above its edge goes back.
    EXPECT_NEAR(tank.grid->getGrid().velocityAt(Vector3(0.53, 0.4, 0.4)).x(), 0.6, 0.15);
    EXPECT_LT(tank.grid->getGrid().velocityAt(Vector3(0.46, 0.4, 0.72)).x(), -0.05);
}

TEST(BulletResolvedStep, TheBoxFollowsABody) {
    Info info = test::gridBox(16, 16, 20, 0.05, GridSideKind::Open);
    info.m_box.lowCorner = Vector3(-0.4, -0.4, -0.5);
    double speeds[2];
    for (const bool follows : {false, true}) {
        Tank tank(info, 9.81);
        btRigidBody* ball = tank.add(0.13, Vector3(0.01, 0.0, follows ? 0.0 : 0.1), 1500.0);
        tank.grid->setFollowed(follows ? ball : nullptr);
        tank.w.run(20 * kStep, kStep);
        EXPECT_TRUE(tank.grid->isInGrid(ball));
        speeds[follows ? 1 : 0] = tank.velocityOf(ball).linear.z();
        const FluidGridDef& box = tank.grid->getGrid().def();
        const double middle = 0.5 * (box.lowCorner.z() + box.highCorner().z());
        if (follows) {
            EXPECT_NEAR(double(ball->getCenterOfMassPosition().z()), middle, 2.0 * box.spacing);
        }
    }
    EXPECT_NEAR(speeds[1] / speeds[0], 1.0, 0.05);
}

TEST(BulletResolvedStep, SameBytesForAnyNumberOfThreadsAndFromASavedState) {
    const int threads = omp_get_max_threads();
    std::vector<unsigned char> ends[3];
    for (int run = 0; run < 3; ++run) {
        omp_set_num_threads(run == 1 ? 3 : 1);
        Tank tank(test::gridBox(14, 12, 16, 0.05, GridSideKind::Wall), 9.81);
        tank.add(0.13, {0.3, 0.3, 0.55}, 1800.0, {0.2, 0.0, 0.0});
        tank.add(0.13, {0.35, 0.3, 0.16}, 700.0);
        tank.w.run(4 * kStep, kStep);
        const auto state = tank.grid->saveState();
        if (run == 2) { // without the fluid's state: the grid has all of its bodies
            tank.w.run(3 * kStep, kStep);
            tank.grid->restoreState(state);
        }
        tank.w.run(4 * kStep, kStep);
        ends[run] = tank.grid->saveState();
    }
    omp_set_num_threads(threads);
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
    Tank other(test::gridBox(14, 12, 16, 0.05, GridSideKind::Wall));
    EXPECT_TRUE(names(test::refusal([&] { other.grid->restoreState(ends[0]); }), "resolved bodies"));
}

TEST(BulletResolvedInput, IsRefused) {
    Tank tank(test::gridBox(16, 16, 16, 0.05, GridSideKind::Wall));
    btFluidGrid& grid = *tank.grid;
    const auto refusal = [&](btRigidBody* body, std::shared_ptr<const FluidBodyModel> model) {
        return test::refusal([&] { grid.addResolved(body, std::move(model)); });
    };
    btRigidBody* ball = tank.w.addSphere(0.13, 5.0, btVector3(0, 0, 0));
    const double inertia = double(ball->getInvInertiaDiagLocal().x());
    EXPECT_TRUE(names(refusal(nullptr, ballModel(0.13)), "null"));
    EXPECT_TRUE(names(refusal(ball, nullptr), "no model"));
    EXPECT_TRUE(names(refusal(ball, ballModel(0.05)), "a spacing of 0.02"));
    EXPECT_TRUE(names(refusal(ball, ballModel(0.5)), "one of at least 1.0"));
    EXPECT_EQ(grid.getResolved(ball), nullptr);
    tank.w.fluid().addBody(ball, ballModel(0.13));
    EXPECT_TRUE(names(refusal(ball, ballModel(0.13)), "in a fluid already"));
    tank.w.fluid().removeBody(ball);
    grid.addResolved(ball, ballModel(0.13));
    EXPECT_TRUE(names(refusal(ball, ballModel(0.13)), "already"));
    EXPECT_NE(test::refusal([&] { tank.w.fluid().addBody(ball, ballModel(0.13)); }), "");
    EXPECT_TRUE(names(test::refusal([&] { grid.addObstacle(ball, makeSphere(0.1, 80)); }), "static or kinematic"));
    grid.removeResolved(ball);
    EXPECT_NEAR(double(ball->getInvMass()), 0.2, 1e-7);
    EXPECT_NEAR(double(ball->getInvInertiaDiagLocal().x()), inertia, 1e-6 * inertia);
    EXPECT_EQ(grid.getProjection(), nullptr);
    btRigidBody* wall = tank.w.addBox(btVector3(1, 1, 1), 0.0, btVector3(0, 0, 0));
    EXPECT_TRUE(names(test::refusal([&] { grid.addObstacle(wall, makeSphere(0.01, 80)); }), "cells of the grid"));
}

TEST(BulletResolvedInput, ABodyOrFlowThatIsNotFiniteIsContained) {
    Tank tank(test::gridBox(16, 16, 16, 0.05, GridSideKind::Wall), 9.81);
    btRigidBody* lost = tank.add(0.13, {0.22, 0.22, 0.5}, 1500.0);
    btRigidBody* other = tank.add(0.13, {0.55, 0.55, 0.5}, 1500.0);
    tank.w.run(2 * kStep, kStep);
    lost->setLinearVelocity(btVector3(btScalar(std::nan("")), 0, 0));
    tank.w.run(2 * kStep, kStep);
    ASSERT_EQ(tank.lines.size(), 1u);
    EXPECT_TRUE(names(tank.lines[0], "resolved body 0"));
    EXPECT_FALSE(tank.grid->isInGrid(lost));
    tank.grid->getGrid().addAcceleration(Vector3(std::nan(""), 0.0, 0.0));
    tank.w.run(4 * kStep, kStep);
    EXPECT_TRUE(names(tank.lines.back(), "starts anew"));
    EXPECT_TRUE(tank.grid->isInGrid(other));
    EXPECT_LT(tank.velocityOf(other).linear.z(), -0.1);
    EXPECT_TRUE(std::isfinite(other->getCenterOfMassPosition().z()));
}

} // namespace bullet_resolved_test
