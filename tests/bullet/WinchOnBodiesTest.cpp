// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedState.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidWinch.h"
#include "MultiBodyWorld.h"

#include <cmath>

namespace winch_on_bodies {

using namespace ambient;

std::shared_ptr<const FluidBodyModel> block() {
    static const auto model = FluidBodyModel::build(makeBox({0.4, 0.3, 0.2}, 300));
    return model;
}

// A winch above the water holds an immersed block: the tension is the weight in water, on a rigid body and on the base
// of a multi-body.
TEST(WinchOnBodies, HoldsTheWeightInWater) {
    for (const bool isMultiBody : {false, true}) {
        test::MultiBodyWorld world(btVector3(0, 0, btScalar(-9.81)));
        world.fluid().setMedium(UniformMedium::water());
        btBoxShape shape(btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1)));
        btRigidBody* rigid = nullptr;
        btMultiBody* base = nullptr;
        btFluidCarrier load;
        if (isMultiBody) {
            base = world.addChain(&shape, 60, btScalar(0.2), 0, false);
            world.addToWorld(base, &shape);
            world.fluid().addMultiBody(base, {{block()}});
            load = btFluidCarrier(base, -1, "winch");
        } else {
            rigid = world.addRigidBody(&shape, 60, btVector3(0, 0, 0));
            world.fluid().addBody(rigid, block());
            load = btFluidCarrier(rigid, "winch");
        }
        WinchDef def;
        def.length = 3.0;
        btFluidWinch winch(world.fluid(), btFluidCarrier(), Vector3(0, 0, 3.1), load, Vector3(0, 0, 0.1), def);
        const auto run = [&](int steps) {
            for (int i = 0; i < steps; ++i) {
                winch.apply(btScalar(1.0 / 120.0));
                world.run(1.0 / 120.0, 1.0 / 120.0);
            }
        };
        run(600);
        const double weight = 9.81 * (60.0 - UniformMedium::water().density() * block()->volume());
        EXPECT_NEAR(winch.getWinch().tension(), weight, 0.005 * weight) << isMultiBody;
        winch.setCommand(btScalar(-0.5));
        run(360);
        const double height = double(rigid ? rigid->getWorldTransform().getOrigin().z() : base->getBasePos().z());
        EXPECT_NEAR(height, 0.5 * (3.0 - 0.2), 0.02);
        EXPECT_NEAR(double(rigid ? rigid->getLinearVelocity().z() : base->getBaseVel().z()), 0.5, 0.01);
    }
}

// A cable between two bodies in free water: each gains the momentum lost by the other.
TEST(WinchOnBodies, KeepsTheMomentumOfBothBodies) {
    test::MultiBodyWorld world(btVector3(0, 0, 0), nullptr, ForceSet());
    world.fluid().setMedium(UniformMedium::water());
    btBoxShape shape(btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1)));
    btRigidBody* rigid = world.addRigidBody(&shape, 24, btVector3(3, 1, 0));
    world.fluid().addBody(rigid, block());
    btMultiBody* chain = world.addChain(&shape, 24, btScalar(0.21), 2, false);
    world.addToWorld(chain, nullptr);
    world.fluid().addMultiBody(chain, {{block()}, {block()}, {block()}});
    WinchDef def;
    def.length = 2.0;
    btFluidWinch winch(world.fluid(), btFluidCarrier(chain, 1, "winch"), Vector3(0.2, 0.1, 0),
                       btFluidCarrier(rigid, "winch"), Vector3(-0.2, 0, 0.05), def);
    winch.setCommand(btScalar(-0.3));
    for (int i = 0; i < 120; ++i) {
        winch.apply(btScalar(1.0 / 240.0));
        world.run(1.0 / 240.0, 1.0 / 240.0);
    }
    const Vector3 a = world.fluid().getFluidBody(rigid)->state().momentum.linear,
                  b = world.fluid().getFluidMultiBodies().at(0).state().momentum.linear;
    EXPECT_GT(a.norm(), 1.0);
    EXPECT_LT((a + b).norm(), test::bulletTolerance(1e-10, 2e-4) * a.norm());
}

TEST(WinchOnBodies, WrongBodiesAreRefused) {
    EXPECT_NE(
        test::refusal([] { btFluidCarrier(static_cast<btRigidBody*>(nullptr), "winch"); }).find("winch: the body"),
        std::string::npos);
    btMultiBody base(0, 1, btVector3(1, 1, 1), false, true);
    EXPECT_NE(test::refusal([&] { btFluidCarrier(&base, 0, "winch"); }).find("no link 0"), std::string::npos);
}

} // namespace winch_on_bodies
