// SPDX-License-Identifier: Zlib
// Bodies frozen by users (with mass 0 or as kinematic bodies), moved, and thawed.
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletAmbientFluid/btFluidRegion.h"
#include "bullet/BulletTestWorld.h"

#include <gtest/gtest.h>

namespace frozen_body {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

struct FrozenBody : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::shared_ptr<const FluidBodyModel> ball = test::sphereModel(0.1, 180);
    FrozenBody() { w.fluid().setMedium(UniformMedium::water()); }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, FrozenBody, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(FrozenBody, ByMassZeroWaitsAndGoesOn) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    const btVector3 inertia(btScalar(0.032), btScalar(0.032), btScalar(0.032));
    w.fluid().addBody(body, ball);
    w.run(0.2, kDt);
    body->setMassProps(0, btVector3(0, 0, 0));
    const btVector3 at = body->getCenterOfMassPosition();
    w.run(0.3, kDt);
    EXPECT_EQ(double((body->getCenterOfMassPosition() - at).length()), 0.0);
    body->setMassProps(8, inertia);
    body->setLinearVelocity(btVector3(0, 0, 0));
    body->setGravity(w.world().getGravity());
    w.run(0.1, kDt);
    EXPECT_LT(double(body->getCenterOfMassPosition().z()), double(at.z()) - 0.005);
    EXPECT_TRUE(w.fluid().getFluidBody(body)->isHealthy());
    EXPECT_TRUE(w.log().empty());
}

TEST_P(FrozenBody, StaysFrozenInAnotherMedium) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    body->setMassProps(0, btVector3(0, 0, 0));
    const btVector3 at = body->getCenterOfMassPosition();
    w.run(0.1, kDt);
    w.fluid().setMedium(UniformMedium::air());
    w.run(0.2, kDt);
    EXPECT_EQ(double((body->getCenterOfMassPosition() - at).length()), 0.0);
    EXPECT_TRUE(body->isStaticObject());
}

// A body that was frozen, carried away, put into another fluid and thawed moves like a body created there.
TEST_P(FrozenBody, MayBeMovedBeforeItsFluidChanges) {
    enum Change { kMedium, kRegion, kLevel };
    for (const bool kinematic : {false, true})
        for (const Change change : {kMedium, kRegion, kLevel})
            for (const bool stepsBetween : {false, true}) {
                test::World moved(btVector3(0, 0, btScalar(-9.81)), GetParam());
                test::World fresh(btVector3(0, 0, btScalar(-9.81)), GetParam());
                const btVector3 place(1, 2, 5), inertia(btScalar(0.032), btScalar(0.032), btScalar(0.032));
                const UniformMedium then = change == kLevel ? UniformMedium::water() : UniformMedium(300.0, 1e-3);
                btRigidBody* body = moved.addSphere(0.1, 8.0, btVector3(0, 0, 0));
                moved.fluid().setMedium(UniformMedium::water());
                moved.fluid().addBody(body, ball);
                moved.run(0.2, kDt);
                if (kinematic)
                    body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
                else
                    body->setMassProps(0, btVector3(0, 0, 0));
                body->setLinearVelocity(btVector3(0, 0, 0));
                body->setAngularVelocity(btVector3(0, 0, 0));
                if (stepsBetween) moved.run(2 * kDt, kDt);
                body->setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
                body->setInterpolationWorldTransform(body->getWorldTransform());
                if (change == kMedium) moved.fluid().setMedium(then);
                if (change == kRegion)
                    moved.fluid().getRegions().add(std::make_shared<btFluidRegion>(
                        btVector3(-9, -9, -9), btVector3(9, 9, 9), std::make_shared<UniformMedium>(then)));
                if (change == kLevel) moved.fluid().getLevelsOfDetail().set(body, BT_FLUID_POINT_DETAIL);
                if (stepsBetween) moved.run(2 * kDt, kDt);
                body->setCollisionFlags(body->getCollisionFlags() & ~btCollisionObject::CF_KINEMATIC_OBJECT);
                body->setMassProps(8, inertia);
                body->setLinearVelocity(btVector3(0, 0, 0));
                body->setAngularVelocity(btVector3(0, 0, 0));
                body->setGravity(moved.world().getGravity());
                body->forceActivationState(ACTIVE_TAG);

                btRigidBody* other = fresh.addSphere(0.1, 8.0, place);
                fresh.fluid().setMedium(then);
                fresh.fluid().addBody(other, ball);
                if (change == kLevel) fresh.fluid().getLevelsOfDetail().set(other, BT_FLUID_POINT_DETAIL);
                moved.run(0.5, kDt);
                fresh.run(0.5, kDt);
                const Vector3 difference =
                    btFluidVector(body->getCenterOfMassPosition() - other->getCenterOfMassPosition());
                EXPECT_LT(difference.norm(), 2e-3) << kinematic << change << stepsBetween;
                EXPECT_TRUE(moved.fluid().getFluidBody(body)->isHealthy());
                EXPECT_TRUE(moved.log().empty());
            }
}

} // namespace frozen_body
