// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace rest_and_contact_test {

using namespace ambient;

namespace {

/// Every law here holds with Bullet's own solver and with the fluid's.
struct Rest : test::InBothModes {};
struct Contact : test::InBothModes {};

/// A body set down on a floor at z = 0 under water, and its motion after settling.
struct Settled {
    double drift;       ///< largest move of the centre of mass [m]
    double speed;       ///< largest speed as seen by the physics [m/s]
    double finalHeight; ///< [m]
};

Settled restOnFloor(test::World& w, btRigidBody* body, double settleSeconds, double watchSeconds, double dt) {
    w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    body->setActivationState(DISABLE_DEACTIVATION);
    w.run(settleSeconds, dt);
    const btVector3 start = body->getCenterOfMassPosition();
    Settled s{0.0, 0.0, 0.0};
    for (int i = 0; i < int(watchSeconds / dt); ++i) {
        w.run(dt, dt);
        s.drift = std::max(s.drift, double((body->getCenterOfMassPosition() - start).length()));
        s.speed = std::max(s.speed, double(w.fluid().getLinearVelocity(body).length()));
    }
    s.finalHeight = double(body->getCenterOfMassPosition().z());
    return s;
}

/// A wet ball of 8 kg after 6 s on the floor: long enough to fall asleep.
btRigidBody* ballThatHasLainStill(test::World& w) {
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* ball = w.addSphere(0.1, 8.0, btVector3(0, 0, btScalar(0.1)));
    w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    w.fluid().addBody(ball, test::sphereModel(0.1));
    w.run(6.0, 1.0 / 60);
    return ball;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Rest, testing::ValuesIn(test::kSolvers), test::modeName);
INSTANTIATE_TEST_SUITE_P(Modes, Contact, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Rest, SphereRestsOnTheFloor) {
    for (double dt : {1.0 / 240, 1.0 / 60, 1.0 / 20}) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water());
        btRigidBody* ball = w.addSphere(0.1, 8.0, btVector3(0, 0, btScalar(0.101)));
        w.fluid().addBody(ball, test::sphereModel(0.1));
        const Settled s = restOnFloor(w, ball, 2.0, 8.0, dt);
        EXPECT_LT(s.drift, 1e-4) << dt;
        EXPECT_LT(s.speed, 1e-3) << dt;
        EXPECT_NEAR(s.finalHeight, 0.1, 2e-3) << dt;
    }
}

TEST_P(Rest, BoxRestsOnTheFloor) {
    for (double dt : {1.0 / 240, 1.0 / 60, 1.0 / 20}) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water());
        const btVector3 half(btScalar(0.2), btScalar(0.1), btScalar(0.05));
        btRigidBody* box = w.addBox(half, 12.0, btVector3(0, 0, btScalar(0.051)));
        w.fluid().addBody(box, FluidBodyModel::build(makeBox({0.4, 0.2, 0.1}, 432)));
        const Settled s = restOnFloor(w, box, 3.0, 8.0, dt);
        EXPECT_LT(s.drift, 1e-3) << dt;
        EXPECT_LT(s.speed, 1e-2) << dt;
        EXPECT_NEAR(s.finalHeight, 0.05, 2e-3) << dt;
    }
}

TEST_P(Rest, ThinDiscWithLargeAddedMassRestsOnTheFloor) {
    const double radius = 0.1, thickness = 0.01;
    const auto model = FluidBodyModel::build(makeDisc(radius, thickness, 500));
    const FluidBody disc = makeSolidBody(model, 1500.0);
    ASSERT_GT(disc.addedMass(998.2).matrix()(5, 5) / disc.mass(), 4.0);
    double drift = 0.0, largest = 0.0;
    constexpr int kHeights = 64; // one creep is a matter of chance; the mean of many starts is not
    for (int i = 0; i < kHeights; ++i) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water());
        btRigidBody* body = w.addRigidBody(
            std::make_unique<btCylinderShapeZ>(btVector3(btScalar(radius), btScalar(radius), btScalar(thickness / 2))),
            disc.mass(), btFluidVector(Vector3(disc.bodyInertia.matrix().diagonal().head<3>())),
            btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(0.006 + 5e-6 * i))));
        w.fluid().addBody(body, model);
        const Settled s = restOnFloor(w, body, 4.0, 8.0, 1.0 / 60);
        drift += s.drift / kHeights;
        largest = std::max(largest, s.drift);
        EXPECT_LT(s.speed, 2e-2);
    }
    // Measured: mean 0.77 and 0.88 mm, largest 2.34 and 2.16 mm; with three-stage steps, which are gone, 0.91,
    // 0.94, 2.19, 2.32.
    EXPECT_LT(drift, 1.2e-3);
    EXPECT_LT(largest, 2.5e-3);
}

TEST_P(Rest, ABodyThatLiesStillFallsAsleepAndStaysWhereItIs) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    btRigidBody* ball = ballThatHasLainStill(w);
    EXPECT_FALSE(ball->isActive());
    EXPECT_EQ(double(w.fluid().getLinearVelocity(ball).length()), 0.0);
    w.fluid().setMedium(UniformMedium(9000.0, 0.0)); // denser than the ball: the ball must wake and rise
    EXPECT_TRUE(ball->isActive());
    w.run(0.5, 1.0 / 60);
    EXPECT_GT(double(ball->getCenterOfMassPosition().z()), 0.12);
}

TEST_P(Rest, AWokenSleeperStartsFromRest) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    btRigidBody* ball = ballThatHasLainStill(w);
    ASSERT_FALSE(ball->isActive());
    ball->activate();
    ball->applyCentralImpulse(btVector3(0, 0, 20));
    w.run(1.0 / 60, 1.0 / 60);
    const double total = 8.0 + 0.5 * 998.2 * 4.0 / 3.0 * kPi * 1e-3;
    // Less one step of weight and drag at the mean speed. Bullet's own solver shows the impulse only after
    // the step, which has no drag then.
    const double kick = 20.0 / total, speed = GetParam() == test::Solver::Fluid ? kick - 0.05 : 0.0;
    const double drag = 0.5 * 998.2 * test::dragArea(*w.fluid().getFluidBody(ball)->motion().body().model);
    const double resistance = (8.0 - 998.2 * 4.0 / 3.0 * kPi * 1e-3) * 9.81 + drag * speed * speed;
    EXPECT_NEAR(double(w.fluid().getLinearVelocity(ball).z()), kick - resistance / total / 60.0, 3e-3);
}

TEST_P(Rest, ALightBodyThatWakesOnTheFloorDoesNotHop) {
    // 14 kg, of which the water carries 13: stock Bullet's solver holds the body against its whole weight.
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    const double radius = 0.25, thickness = 0.0667;
    btRigidBody* disc = w.addRigidBody(
        std::make_unique<btCylinderShapeZ>(btVector3(btScalar(radius), btScalar(radius), btScalar(thickness / 2))),
        14.0, btVector3(btScalar(0.22), btScalar(0.22), btScalar(0.44)),
        btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(thickness / 2))));
    w.fluid().addBody(disc, FluidBodyModel::build(makeDisc(radius, thickness, 200)));
    w.run(8.0, 1.0 / 60);
    ASSERT_FALSE(disc->isActive());
    const double height = double(disc->getCenterOfMassPosition().z());
    disc->activate();
    for (int i = 0; i < 60; ++i) {
        w.run(1.0 / 60, 1.0 / 60);
        EXPECT_NEAR(double(disc->getCenterOfMassPosition().z()), height, 1e-3) << i;
    }
}

TEST_P(Contact, FrictionSetInEveryStepIsNotTakenForAVelocity) {
    double height[2];
    for (int setting = 0; setting < 2; ++setting) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water());
        btRigidBody* floor = w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
        btRigidBody* ball = w.addSphere(0.1, 8.0, btVector3(0, 0, btScalar(0.3)));
        floor->setRestitution(1);
        ball->setRestitution(btScalar(0.6));
        ball->setLinearVelocity(btVector3(0, 0, -2));
        w.fluid().addBody(ball, test::sphereModel(0.1));
        for (int i = 0; i < 24; ++i) {
            if (setting) ball->setFriction(btScalar(0.5));
            w.run(1.0 / 60, 1.0 / 60);
        }
        height[setting] = double(ball->getCenterOfMassPosition().z());
    }
    EXPECT_NEAR(height[0], height[1], 1e-5);
}

TEST_P(Rest, ASlowDriftIsNotPutToSleep) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(1000.0, 0.0).movingAt({0.1, 0.0, 0.0}));
    const auto model = test::sphereModel(0.1);
    btRigidBody* ball = w.addGhost(makeSolidBody(model, 1000.0), Pose());
    ball->setLinearVelocity(btVector3(btScalar(0.1), 0, 0));
    w.fluid().addBody(ball, model);
    w.run(10.0, 1.0 / 60);
    EXPECT_NEAR(double(ball->getCenterOfMassPosition().x()), 1.0, 1e-4);
}

TEST_P(Contact, HeadOnSpheresConserveMomentumAndRebound) {
    // Equal densities: m + m_a on both sides; e = 1 exchanges velocities as in vacuum, but each with its added mass.
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(500.0, 0.0));
    FluidBodyDef def;
    def.pressureScale = 0.0;
    const auto small = FluidBodyModel::build(makeSphere(0.1, 320), def),
               large = FluidBodyModel::build(makeSphere(0.2, 320), def);
    // They meet after 96 steps with a penetration of 2e-6 m. After a deeper penetration Bullet's push-out velocity
    // would show.
    btRigidBody* a = w.addSphere(0.1, 2.0, btVector3(btScalar(-0.5 + 2e-6), 0, 0));
    btRigidBody* b = w.addSphere(0.2, 30.0, btVector3(btScalar(0.2), 0, 0));
    for (btRigidBody* body : {a, b})
        body->setRestitution(1);
    a->setLinearVelocity(btVector3(1, 0, 0));
    w.fluid().addBody(a, small);
    w.fluid().addBody(b, large);
    w.run(1.0, 1.0 / 240);
    const double ka = 2.0 + small->addedMassPerDensity().matrix()(3, 3) * 500.0;
    const double kb = 30.0 + large->addedMassPerDensity().matrix()(3, 3) * 500.0;
    const double va = double(w.fluid().getLinearVelocity(a).x()), vb = double(w.fluid().getLinearVelocity(b).x());
    EXPECT_NEAR(ka * va + kb * vb, ka, test::bulletTolerance(1e-9, 1e-5) * ka);
    EXPECT_NEAR(va, (ka - kb) / (ka + kb), 1e-3);
    EXPECT_NEAR(vb, 2.0 * ka / (ka + kb), 1e-3);
}

TEST_P(Contact, SphereReboundsFromTheFloorWithItsRestitution) {
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(UniformMedium(1000.0, 0.0));
    FluidBodyDef def;
    def.pressureScale = 0.0;
    btRigidBody* ball = w.addSphere(0.1, 1.0, btVector3(0, 0, btScalar(0.5)));
    btRigidBody* floor = w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    ball->setRestitution(btScalar(0.5));
    floor->setRestitution(1);
    ball->setLinearVelocity(btVector3(0, 0, -3));
    w.fluid().addBody(ball, FluidBodyModel::build(makeSphere(0.1, 320), def));
    w.run(0.5, 1.0 / 240);
    EXPECT_NEAR(double(w.fluid().getLinearVelocity(ball).z()), 1.5, test::bulletTolerance(1e-3, 1e-3));
}

TEST_P(Rest, ACompoundWithAShiftedCentreOfMassLiesOnItsHeavySide) {
    // A box of uniform volume whose mass sits low: Bullet's body frame is at the centre of mass, 3 cm below the mesh's.
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    const btVector3 half(btScalar(0.2), btScalar(0.15), btScalar(0.1));
    btBoxShape box(half);
    auto compound = std::make_unique<btCompoundShape>();
    const btTransform bodyFromMesh(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(0.03)));
    compound->addChildShape(bodyFromMesh, &box);
    btVector3 inertia;
    box.calculateLocalInertia(40, inertia);
    const btTransform tilted(btQuaternion(btVector3(1, 0, 0), btScalar(0.3)), btVector3(0, 0, btScalar(0.3)));
    btRigidBody* body = w.addRigidBody(std::move(compound), 40.0, inertia, tilted);
    w.fluid().addBody(body, FluidBodyModel::build(makeBox({0.4, 0.3, 0.2}, 108)), bodyFromMesh);
    const Settled s = restOnFloor(w, body, 3.0, 5.0, 1.0 / 60);
    EXPECT_LT(s.drift, 1.5e-3); // measured 1.02e-3 in 5 s
    // About such a centre K couples push and turn. The residual after ten iterations of a solver lifts the box by a
    // rounding error now and then. Bullet's box-box test then sees no floor, and the box falls for one step (0.04 m/s).
    EXPECT_LT(s.speed, 0.05);
    EXPECT_NEAR(s.finalHeight, 0.07, 2e-3);
    EXPECT_GT(double(body->getCenterOfMassTransform().getBasis()[2].z()), 0.9999);
}

TEST_P(Rest, BuoyancyAboveTheCentreOfMassTurnsABodyUpright) {
    // As heavy as its water, the body hangs still, and swings about its metacentre like a pendulum with its added
    // inertia.
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    w.fluid().setMedium(UniformMedium(1000.0, 0.0));
    const auto model = FluidBodyModel::build(makeSphere(0.2, 320), def);
    const double mass = 1000.0 * model->volume(), shift = 0.04, angle = 0.05;
    btRigidBody* ball = w.addRigidBody(
        std::make_unique<btSphereShape>(btScalar(0.2)), mass, btVector3(1, 1, 1) * btScalar(0.4 * mass * 0.04),
        btTransform(btQuaternion(btVector3(1, 0, 0), btScalar(angle)), btVector3(0, 0, 0)));
    ball->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(ball, model, btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(shift))));
    // Reduced inertia of the turn, with the centre of mass free: D - C^T A^-1 C.
    const Matrix6 k = totalInertia(w.fluid().getFluidBody(ball)->motion(), Pose(), 0.0).inertia.matrix();
    const double inertia = k(0, 0) - k(0, 4) * k(0, 4) / k(4, 4);
    const double period = 2.0 * kPi * std::sqrt(inertia / (mass * 9.81 * shift));
    w.run(period, period / 200);
    const btMatrix3x3& basis = ball->getCenterOfMassTransform().getBasis();
    const double tilt = std::atan2(double(basis[2].y()), double(basis[2].z()));
    EXPECT_NEAR(std::fabs(tilt), angle, 1e-3 * angle);
    w.run(0.25 * period, period / 200);
    EXPECT_LT(std::fabs(std::atan2(double(basis[2].y()), double(basis[2].z()))), 0.02 * angle);
}

} // namespace rest_and_contact_test
