// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidWorldKind.h"
#include "BulletTestWorld.h"

#ifdef AMBIENT_HAVE_SOFT_BODIES
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#endif
#include <gtest/gtest.h>

namespace soft_body_test {

using namespace ambient;

namespace {
struct SoftBody : test::InBothModes {};
} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, SoftBody, testing::ValuesIn(test::kSolvers), test::modeName);

#ifdef AMBIENT_HAVE_SOFT_BODIES
TEST_P(SoftBody, WhatAClothLosesTheWetBodyItHitsGains) {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver stock;
    btFluidConstraintSolver exact(nullptr);
    btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &stock, &configuration);
    EXPECT_EQ(btFluidKindOf(world), BT_FLUID_ONE_SOLVER_WORLD); // as below
    world.setGravity(btVector3(0, 0, 0));
    world.getWorldInfo().m_gravity.setValue(0, 0, 0);
    world.getWorldInfo().air_density = 0;
    btFluidAction::btFluidActionConstructionInfo quiet;
    quiet.m_announceMode = false;
    btFluidAction fluid(&world, quiet);
    if (GetParam() == test::Solver::Fluid) {
        exact.addBodies(fluid);
        world.setConstraintSolver(&exact);
    }
    FluidBodyDef def;
    def.pressureScale = 0.0;
    fluid.setMedium(UniformMedium(1000.0, 0.0));
    world.addAction(&fluid);
    btBoxShape shape(btVector3(1, 1, btScalar(0.2)));
    btVector3 inertia;
    shape.calculateLocalInertia(900, inertia);
    btRigidBody box(btRigidBody::btRigidBodyConstructionInfo(900, nullptr, &shape, inertia));
    box.setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(&box);
    fluid.addBody(&box, FluidBodyModel::build(makeBox({2.0, 2.0, 0.4}, 108), def));

    // A patch of cloth landing flat on the box at 2 m/s.
    const btScalar half = btScalar(0.4), height = btScalar(0.4);
    btSoftBody* cloth = btSoftBodyHelpers::CreatePatch(world.getWorldInfo(), btVector3(-half, -half, height),
                                                       btVector3(half, -half, height), btVector3(-half, half, height),
                                                       btVector3(half, half, height), 9, 9, 0, true);
    cloth->setTotalMass(30);
    cloth->m_cfg.kDP = 0;
    cloth->m_cfg.kDF = 0;
    cloth->setVelocity(btVector3(0, 0, -2));
    world.addSoftBody(cloth);

    const btFluidBody& wet = *fluid.getFluidBody(&box);
    const auto clothMomentum = [&] {
        double sum = 0.0;
        for (int i = 0; i < cloth->m_nodes.size(); ++i)
            sum += double(cloth->m_nodes[i].m_v.z()) / double(cloth->m_nodes[i].m_im);
        return sum;
    };
    const double before = clothMomentum();
    for (int i = 0; i < 60; ++i)
        world.stepSimulation(btScalar(1.0 / 120), 0);
    const double gained = wet.state().momentum.linear.z(), lost = before - clothMomentum();
    EXPECT_LT(gained, -30.0);                          // the cloth has been stopped
    EXPECT_NEAR(gained, lost, 0.02 * std::fabs(lost)); // the last step's impulses are still to be taken
    world.removeSoftBody(cloth);
    delete cloth;
    fluid.removeAllBodies();
    world.removeAction(&fluid);
    world.removeRigidBody(&box);
}
#else
TEST_P(SoftBody, WhatAClothLosesTheWetBodyItHitsGains) {
    GTEST_SKIP() << "BulletSoftBody is not installed";
}
#endif

} // namespace soft_body_test
