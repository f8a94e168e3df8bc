// SPDX-License-Identifier: Zlib
// Actions, solvers, couplings and worlds destroyed in any order.
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "bullet/MultiBodyWorld.h"

#include <gtest/gtest.h>

namespace lifetime_order {

using namespace ambient;

namespace {

constexpr btScalar kStep = btScalar(1.0 / 60);

/// A world of multi-bodies with one ball, whose parts a test ends one by one.
struct Parts {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver stock;
    btSphereShape shape{btScalar(0.1)};
    std::unique_ptr<btMultiBodyDynamicsWorld> world =
        std::make_unique<btMultiBodyDynamicsWorld>(&dispatcher, &broadphase, &stock, &configuration);
    std::unique_ptr<btRigidBody> body;
    std::unique_ptr<btMultiBody> multiBody;
    std::unique_ptr<btFluidAction> fluid;
    std::unique_ptr<btFluidMultiBodyConstraintSolver> solver;

    Parts() {
        const btVector3 inertia(btScalar(0.03), btScalar(0.03), btScalar(0.03));
        const auto model = FluidBodyModel::build(makeSphere(0.1, 180));
        world->setGravity(btVector3(0, 0, -10));
        body = std::make_unique<btRigidBody>(8, nullptr, &shape, inertia);
        world->addRigidBody(body.get());
        multiBody = std::make_unique<btMultiBody>(1, btScalar(8), inertia, false, true);
        multiBody->setupRevolute(0, 8, inertia, -1, btQuaternion::getIdentity(), btVector3(0, 1, 0),
                                 btVector3(0, 0, btScalar(-0.2)), btVector3(0, 0, btScalar(-0.2)), true);
        multiBody->setBasePos(btVector3(5, 0, 0));
        multiBody->finalizeMultiDof();
        multiBody->setLinearDamping(0);
        multiBody->setAngularDamping(0);
        world->addMultiBody(multiBody.get());
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_log = [](const std::string&) {};
        fluid = std::make_unique<btFluidAction>(world.get(), info);
        fluid->setMedium(UniformMedium::water());
        fluid->addBody(body.get(), model);
        fluid->addMultiBody(multiBody.get(), {{model}, {model}});
        world->addAction(fluid.get());
        solver = std::make_unique<btFluidMultiBodyConstraintSolver>(*fluid);
        world->setMultiBodyConstraintSolver(solver.get());
        run(5);
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            world->stepSimulation(kStep, 0);
    }
    void endFluid() {
        world->removeAction(fluid.get());
        fluid.reset();
    }
};

} // namespace

TEST(LifetimeOrder, ASolverGoesOnWithoutItsActionAndTheBodiesAreDry) {
    Parts parts;
    parts.endFluid();
    const double before = double(parts.body->getLinearVelocity().z()), link = double(parts.multiBody->getBaseVel().z());
    parts.run(30);
    EXPECT_NEAR(double(parts.body->getLinearVelocity().z()), before - 5.0, 1e-4);
    EXPECT_NEAR(double(parts.multiBody->getBaseVel().z()), link - 5.0, 1e-4);
    EXPECT_EQ(parts.body->internalGetExtensionPointer(), nullptr);
    // The bodies may join another fluid.
    btFluidAction second(parts.world.get());
    second.addBody(parts.body.get(), FluidBodyModel::build(makeSphere(0.1, 180)));
    second.removeAllBodies();
    parts.world->removeMultiBody(parts.multiBody.get());
    parts.world->removeRigidBody(parts.body.get());
}

TEST(LifetimeOrder, AnActionGoesOnWithoutItsSolver) {
    Parts parts;
    parts.world->setMultiBodyConstraintSolver(&parts.stock);
    parts.solver.reset();
    parts.run(30);
    EXPECT_EQ(parts.fluid->getMode(), BT_FLUID_DROP_IN);
    EXPECT_GT(double(parts.fluid->getLinearVelocity(parts.body.get()).z()), -3.0); // in water still
    parts.endFluid();
    parts.world->removeMultiBody(parts.multiBody.get());
    parts.world->removeRigidBody(parts.body.get());
}

TEST(LifetimeOrder, AnEmptiedActionMayOutliveItsWorld) {
    Parts parts;
    parts.world->removeAction(parts.fluid.get());
    parts.fluid->removeAllBodies();
    parts.fluid->getFluidMultiBodies().removeAll();
    EXPECT_EQ(parts.fluid->getNumBodies(), 0);
    EXPECT_EQ(parts.fluid->getFluidMultiBodies().size(), 0);
    parts.world->removeMultiBody(parts.multiBody.get());
    parts.world->removeRigidBody(parts.body.get());
    parts.body.reset();
    parts.multiBody.reset();
    parts.world.reset();
    parts.solver.reset();
    parts.fluid.reset();
}

TEST(LifetimeOrder, WhatHoldsAnActionStopsWithIt) {
    Parts parts;
    btFluidCoupling coupling(*parts.fluid);
    btFluidThruster thruster(*parts.fluid, parts.body.get(), ThrusterDef());
    parts.world->addAction(&coupling);
    parts.run(2);
    parts.endFluid();
    thruster.setCommand(30);
    thruster.apply(kStep);
    EXPECT_TRUE(parts.body->getTotalForce().isZero());
    parts.run(5);
    parts.world->removeAction(&coupling);
    parts.world->removeMultiBody(parts.multiBody.get());
    parts.world->removeRigidBody(parts.body.get());
}

} // namespace lifetime_order
