// SPDX-License-Identifier: Zlib
// A body with prescribed K(t) and sigma(t) in a Bullet world, exact mode.
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletTestWorld.h"
#include "PulsatingEllipsoid.h"

#include <gtest/gtest.h>

namespace deforming_body_test {

using namespace ambient;

namespace {

constexpr double kDensity = 1000.0;

/// A fluid without viscosity whose forces are off: only inertia acts.
btRigidBody* addSwimmer(test::World& w, const std::shared_ptr<const test::PulsatingEllipsoid>& shape,
                        const Pose& pose = {}) {
    const FluidBody body = test::deformingBody(shape);
    btRigidBody* rigid = w.addGhost(body, pose);
    w.fluid().setMedium(UniformMedium(kDensity, 0.0));
    w.fluid().addBody(rigid, body);
    return rigid;
}

/// A shell whose surface pressure is off.
std::shared_ptr<test::PulsatingEllipsoid> inviscid() {
    auto shape = std::make_shared<test::PulsatingEllipsoid>(320);
    shape->pressureScale = 0.0;
    return shape;
}

} // namespace

TEST(DeformingBody, SwimsInABulletWorldAsSaffmansFormulaSays) {
    const auto shape = inviscid();
    for (const double dt : {1.0 / 240, 1.0 / 60}) {
        test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
        const btRigidBody* rigid = addSwimmer(w, shape);
        w.fluid().getFluidBody(rigid);
        // Bullet's body starts at rest: the momentum is sigma, and the body keeps the velocity sigma / K of its frame.
        const btFluidBody& wet = *w.fluid().getFluidBody(rigid);
        const double momentum = wet.state().momentum.linear.x(), mass = shape->inertia.matrix()(3, 3);
        w.run(1.0, dt);
        double drift = 0.0; // of a constant momentum, by the midpoint rule
        constexpr int kParts = 2000;
        for (int i = 0; i < kParts; ++i)
            drift += momentum / (mass + kDensity * shape->addedMassAlong((i + 0.5) / kParts)) / kParts;
        const double exact = drift + shape->displacement(kDensity, 1.0);
        EXPECT_GT(std::abs(shape->displacement(kDensity, 1.0)), 0.1 * shape->stroke);
        EXPECT_NEAR(wet.state().worldFromBody.position.x(), exact, 2e-5) << dt;
        EXPECT_NEAR(wet.state().momentum.linear.x(), momentum, test::bulletTolerance(1e-9, 1e-5) * momentum) << dt;
    }
}

TEST(DeformingBody, PushesABallAndSharesItsMomentum) {
    // A joint holds a dry ball: the ball gains the momentum lost by body and fluid.
    const auto shape = inviscid();
    test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
    btRigidBody* rigid = addSwimmer(w, shape);
    btRigidBody* ball = w.addSphere(0.05, 5.0, btVector3(0, 0, 0));
    btFixedConstraint joint(*rigid, *ball, btTransform::getIdentity(), btTransform::getIdentity());
    w.world().addConstraint(&joint, true);
    const btFluidBody& wet = *w.fluid().getFluidBody(rigid);
    const double whole = wet.state().momentum.linear.x();
    double worst = 0.0, fastest = 0.0;
    for (int i = 0; i < 120; ++i) {
        w.run(1.0 / 120, 1.0 / 120);
        const double ofBall = 5.0 * double(ball->getLinearVelocity().x());
        worst = std::max(worst, std::abs(wet.state().momentum.linear.x() + ofBall - whole));
        fastest = std::max(fastest, std::abs(ofBall));
    }
    EXPECT_GT(fastest, 0.1 * std::abs(whole));
    EXPECT_LT(worst, test::bulletTolerance(1e-9, 1e-5) * std::abs(whole));
    w.world().removeConstraint(&joint);
}

} // namespace deforming_body_test
