// SPDX-License-Identifier: Zlib
// Deletion of users' objects held by couplings, regions, actuators and drives: AddressSanitizer finds every read of
// freed memory.
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidDebugDraw.h"
#include "BulletAmbientFluid/btFluidRegion.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "BulletAmbientFluid/btFluidWinch.h"
#include "ShapeFamilies.h"
#include "ShapeSequences.h"
#include "bullet/BulletTestWorld.h"
#include "bullet/lifetime/FreedMemory.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gtest/gtest.h>

namespace lifetime_objects {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// A drawer that only counts the lines.
struct Lines : btIDebugDraw {
    int count = 0;
    void drawLine(const btVector3&, const btVector3&, const btVector3&) override { ++count; }
    void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return DBG_DrawWireframe; }
};

struct LifetimeObjects : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::shared_ptr<const FluidBodyModel> ball = test::sphereModel(0.1, 180);
    btSphereShape shape{btScalar(0.1)};
    LifetimeObjects() { w.fluid().setMedium(UniformMedium::water()); }

    /// A wet ball in the world, which the test deletes.
    btRigidBody* makeBall(const btVector3& at, bool isWet = true) {
        auto* body = new btRigidBody(8, nullptr, &shape, btVector3(btScalar(.03), btScalar(.03), btScalar(.03)));
        body->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        w.world().addRigidBody(body);
        if (isWet) w.fluid().addBody(body, ball);
        return body;
    }
    void drop(btRigidBody* body) {
        w.world().removeRigidBody(body);
        delete body;
    }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, LifetimeObjects, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(LifetimeObjects, ACouplingLeavesADeletedBodyAlone) {
    btFluidCoupling coupling(w.fluid());
    w.world().addAction(&coupling);
    btRigidBody *first = makeBall(btVector3(0, 0, 1)), *second = makeBall(btVector3(btScalar(0.25), 0, 1)),
                *third = makeBall(btVector3(btScalar(0.5), 0, 1));
    coupling.setCoupled(third, false);
    w.run(0.1, kDt);
    w.fluid().removeBody(first);
    drop(first);
    drop(third); // without removeBody
    Lines lines;
    w.world().setDebugDrawer(&lines);
    coupling.debugDraw(&lines);
    w.world().debugDrawWorld();
    w.run(0.1, kDt);
    EXPECT_TRUE(w.fluid().getFluidBody(second)->isHealthy());
    EXPECT_TRUE(w.log().empty());
    w.world().setDebugDrawer(nullptr);
    w.world().removeAction(&coupling);
    w.fluid().removeBody(second);
    drop(second);
}

TEST_P(LifetimeObjects, ANewObjectInTheMemoryOfADeletedObstacleIsNone) {
    btFluidCoupling coupling(w.fluid());
    w.world().addAction(&coupling);
    test::FreedMemory<sizeof(btCollisionObject)> memory;
    btBoxShape wall(btVector3(btScalar(0.1), 2, 2)), crumb(btVector3(btScalar(0.01), btScalar(0.01), btScalar(0.01)));
    auto* obstacle = memory.make<btCollisionObject>();
    obstacle->setCollisionShape(&wall);
    obstacle->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.3), 0, 1)));
    const btTransform place = obstacle->getWorldTransform();
    w.world().addCollisionObject(obstacle, btBroadphaseProxy::StaticFilter, 0);
    coupling.addObstacle(obstacle, makeBox({0.2, 4.0, 4.0}, 300));
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 1));
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    EXPECT_EQ(coupling.getNumGroups(), 1);
    w.world().removeCollisionObject(obstacle);
    memory.destroy(obstacle);
    w.run(0.1, kDt);
    EXPECT_EQ(coupling.getNumGroups(), 0);
    obstacle = memory.make<btCollisionObject>();
    obstacle->setCollisionShape(&crumb);
    obstacle->setWorldTransform(place);
    w.world().addCollisionObject(obstacle, btBroadphaseProxy::StaticFilter, 0);
    w.run(0.1, kDt);
    EXPECT_EQ(coupling.getNumGroups(), 0);
    coupling.addObstacle(obstacle, makeBox({0.02, 0.02, 0.02}, 300)); // and may be made one
    w.world().removeCollisionObject(obstacle);
    memory.destroy(obstacle);
    w.world().removeAction(&coupling);
}

TEST_P(LifetimeObjects, ARegionOfADeletedObjectIsEmpty) {
    auto ghost = std::make_unique<btGhostObject>();
    btBoxShape box(btVector3(2, 2, 2));
    ghost->setCollisionShape(&box);
    ghost->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    w.world().addCollisionObject(ghost.get(), btBroadphaseProxy::SensorTrigger, 0);
    const auto air = std::make_shared<UniformMedium>(UniformMedium::air());
    const auto region = std::make_shared<btFluidRegion>(ghost.get(), air);
    w.fluid().getRegions().add(region);
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    EXPECT_EQ(w.fluid().getFluidBody(body)->getMedium(), air);
    w.world().removeCollisionObject(ghost.get());
    ghost.reset();
    Lines lines;
    w.fluid().getDebugDrawOptions().m_flags = BT_FLUID_DRAW_REGIONS;
    w.fluid().debugDraw(&lines);
    EXPECT_EQ(lines.count, 0);
    w.run(0.1, kDt);
    EXPECT_EQ(w.fluid().getFluidBody(body)->getMedium(), w.fluid().getMedium());
    w.fluid().setMedium(UniformMedium::water());
    w.fluid().getRegions().remove(region.get());
    w.run(0.1, kDt);
}

TEST_P(LifetimeObjects, ThrustersAndWinchesOnDeletedBodiesDoNothing) {
    btRigidBody *ship = makeBall(btVector3(0, 0, 0)), *load = makeBall(btVector3(0, 0, -1)),
                *dry = makeBall(btVector3(3, 0, 0), false), *stays = makeBall(btVector3(5, 0, 0));
    btFluidThruster onShip(w.fluid(), ship, ThrusterDef()), onDry(w.fluid(), dry, ThrusterDef());
    WinchDef def;
    def.length = 0.5;
    btFluidWinch winch(w.fluid(), btFluidCarrier(ship, "winch"), Vector3::Zero(), btFluidCarrier(load, "winch"),
                       Vector3::Zero(), def);
    btFluidWinch ofOne(w.fluid(), btFluidCarrier(stays, "winch"), Vector3::Zero(), btFluidCarrier(load, "winch"),
                       Vector3::Zero(), def);
    const auto applyAll = [&] {
        onShip.setCommand(20);
        onShip.apply(btScalar(kDt));
        onDry.apply(btScalar(kDt));
        winch.apply(btScalar(kDt));
        ofOne.apply(btScalar(kDt));
    };
    for (int i = 0; i < 5; ++i) {
        applyAll();
        w.run(kDt, kDt);
    }
    EXPECT_GT(winch.getWinch().tension(), 0.0);
    drop(ship);
    drop(load);
    drop(dry);
    for (int i = 0; i < 5; ++i) {
        stays->clearForces();
        applyAll();
        EXPECT_TRUE(stays->getTotalForce().isZero());
        w.run(kDt, kDt);
    }
    w.fluid().removeBody(stays);
    drop(stays);
}

// A body may be removed from the world, deleted without removeBody, and its drive still be called: the shape follows.
TEST_P(LifetimeObjects, TheDriveOfADeletedBodyDoesNotTouchIt) {
    const auto played = DeformingModel::build(test::threeSpheres(0.5, 0.1, 0.1, 80, 9));
    const auto driven = AmplitudeModel::build(test::bendingAndBreadth(320));
    const auto inertiaOf = [](const FluidBody& body) {
        return btFluidVector(Vector3(body.bodyInertia.matrix().diagonal().head<3>()));
    };
    auto* first = new btRigidBody(btScalar(played->body().mass()), nullptr, &shape, inertiaOf(played->body()));
    auto* second = new btRigidBody(btScalar(driven->body().mass()), nullptr, &shape, inertiaOf(driven->body()));
    second->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(9, 0, 0)));
    w.world().addRigidBody(first);
    w.world().addRigidBody(second);
    btFluidShapeDrive *const plays = w.fluid().addBody(first, played), *const follows =
                                                                           w.fluid().addBody(second, driven);
    w.run(0.1, kDt);
    drop(first);
    drop(second);
    plays->setSpeed(2);
    plays->setPhase(btScalar(0.3));
    follows->setAmplitudes({0.1, 0.1});
    follows->jumpToAmplitudes({0.2, 0.2});
    follows->setAmplitudeController([](double, std::vector<double>& q) { q[0] = 0.1; });
    w.fluid().setStream(first, Vector3::UnitX());
    w.run(0.1, kDt);
    EXPECT_NEAR(double(plays->getSpeed()), 2.0, 1e-6);
    EXPECT_EQ(w.fluid().getNumBodies(), 2);
    EXPECT_TRUE(w.log().empty());
}

TEST_P(LifetimeObjects, AJointMayGoWithItsBodies) {
    btRigidBody *held = makeBall(btVector3(0, 0, 0)), *other = makeBall(btVector3(0, 0, -1));
    auto joint = std::make_unique<btPoint2PointConstraint>(*held, *other, btVector3(0, 0, 0), btVector3(0, 0, 1));
    w.world().addConstraint(joint.get());
    w.run(0.2, kDt);
    w.world().removeConstraint(joint.get());
    joint.reset();
    drop(held);
    w.run(0.2, kDt);
    EXPECT_TRUE(w.fluid().getFluidBody(other)->isHealthy());
    w.fluid().removeBody(other);
    drop(other);
}

} // namespace lifetime_objects
