// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace moving_medium_test {

using namespace ambient;

namespace {
struct MovingMedium : test::InBothModes {};
} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, MovingMedium, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(MovingMedium, NeutrallyBuoyantSphereInAnOscillatingFluidMovesExactlyWithIt) {
    const double amplitude = 0.3, omega = 5.0;
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    const auto model = test::sphereModel(0.1);
    w.fluid().setMedium(UniformMedium(1000.0, 1e-3).movingAs([=](double t) {
        return UniformFlow{Vector3(amplitude * omega * std::cos(omega * t), 0.0, 0.0),
                           Vector3(-amplitude * omega * omega * std::sin(omega * t), 0.0, 0.0)};
    }));
    btRigidBody* ball = w.addGhost(makeSolidBody(model, 1000.0), Pose());
    ball->setLinearVelocity(btVector3(btScalar(amplitude * omega), 0, 0));
    w.fluid().addBody(ball, model);
    const double dt = 1.0 / 60;
    double largest = 0.0;
    for (int i = 1; i <= 240; ++i) {
        w.run(dt, dt);
        largest = std::max(
            largest, std::abs(double(ball->getCenterOfMassPosition().x()) - amplitude * std::sin(omega * i * dt)));
    }
    EXPECT_LT(largest, 2e-5); // measured 1.0e-5 m of 0.3 m: the tolerance of the adaptive substeps
}

TEST_P(MovingMedium, BodyAtRestInACurrentIsCarriedAlong) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    const auto model = test::sphereModel(0.1);
    w.fluid().setMedium(UniformMedium(1000.0, 1e-3).movingAt({2.0, 0.0, 0.0}));
    btRigidBody* ball = w.addGhost(makeSolidBody(model, 1000.0), Pose());
    w.fluid().addBody(ball, model);
    w.run(1.0, 1.0 / 60);
    // Quadratic drag alone: u = U k t/(1 + k t), k = Cd rho A U/(2 (m + m_f/2)); friction adds a little.
    const double k = 0.5 * test::dragArea(*model) * 2.0 / (1.5 * model->volume());
    const double expected = 2.0 * k / (1.0 + k);
    EXPECT_NEAR(double(w.fluid().getLinearVelocity(ball).x()), expected, 0.02 * expected);
    w.run(300.0, 1.0 / 60);
    EXPECT_NEAR(double(w.fluid().getLinearVelocity(ball).x()), 2.0, 0.02);
}

TEST_P(MovingMedium, PhysicsIsTheSameInAMovingFrame) {
    // Galilean invariance: world at rest, against body and medium both shifted by a constant velocity.
    const Vector3 shift(3.0, -1.0, 0.5);
    const auto model = test::ellipsoidModel({0.10, 0.06, 0.03});
    const FluidBody body = makeSolidBody(model, 1300.0);
    Vector3 position[2];
    for (int moving = 0; moving < 2; ++moving) {
        const Vector3 u = double(moving) * shift;
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(UniformMedium::water().movingAt(u));
        btRigidBody* rigid = w.addGhost(body, {expSO3({0.3, 0.2, 0.1}), Vector3::Zero()});
        rigid->setLinearVelocity(btFluidVector(Vector3(Vector3(1.0, 0.0, 0.0) + u)));
        w.fluid().addBody(rigid, model);
        w.run(1.0, 1.0 / 120);
        position[moving] = btFluidVector(rigid->getCenterOfMassPosition()) - 1.0 * u;
    }
    EXPECT_LT((position[0] - position[1]).norm(), test::bulletTolerance(1e-9, 2e-4));
}

} // namespace moving_medium_test
