// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedState.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "MultiBodyWorld.h"

#include <cmath>

namespace thruster_on_bodies {

using namespace ambient;

std::shared_ptr<const FluidBodyModel> hull() {
    static const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.3, 0.2, 0.15), 320));
    return model;
}

ThrusterDef onSide() {
    ThrusterDef def;
    def.position = {-0.2, 0.15, 0.05};
    def.axis = {1.0, 0.2, 0.1};
    return def;
}

/// A world of water without forces of the fluid: momentum of body and water changes by the thruster alone.
struct StillWater {
    StillWater()
        : world(btVector3(0, 0, 0), nullptr, ForceSet()),
          shape(btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.15))) {
        world.fluid().setMedium(UniformMedium::water());
    }
    test::MultiBodyWorld world;
    btBoxShape shape;
};

// The sum of force and torque of the thruster over the steps is the momentum of body and water, about the origin of the
// world: on a rigid body, on a base and on a link. A step keeps the thrust and the place of its start, so the moment
// differs by the way during the step.
TEST(ThrusterOnBodies, TheMomentumIsTheImpulseOfTheThruster) {
    for (const int link : {-2, -1, 1}) {
        StillWater still;
        const double mass = hull()->volume() * 1000.0, step = 1.0 / 240.0;
        btRigidBody* rigid = nullptr;
        btMultiBody* chain = nullptr;
        std::unique_ptr<btFluidThruster> thruster;
        if (link == -2) {
            rigid = still.world.addRigidBody(&still.shape, btScalar(mass), btVector3(1, 0, 0));
            still.world.fluid().addBody(rigid, hull());
            thruster = std::make_unique<btFluidThruster>(still.world.fluid(), rigid, onSide());
        } else {
            chain = still.world.addChain(&still.shape, btScalar(mass), btScalar(0.35), 2, false);
            still.world.addToWorld(chain, nullptr);
            still.world.fluid().addMultiBody(chain, {{hull()}, {hull()}, {hull()}});
            thruster = std::make_unique<btFluidThruster>(still.world.fluid(), chain, link, onSide());
        }
        thruster->setCommand(30);
        Vector3 impulse = Vector3::Zero();
        double thrust = 0.0;
        for (int i = 0; i < 120; ++i) {
            thruster->apply(btScalar(step));
            const Vector3 force = rigid ? btFluidVector(rigid->getTotalForce())
                                        : btFluidVector(link < 0 ? chain->getBaseForce() : chain->getLinkForce(link));
            impulse += step * force;
            thrust = std::max(thrust, force.norm());
            still.world.run(step, step);
        }
        EXPECT_GT(thrust, 10.0);
        Vector3 momentum;
        if (rigid)
            momentum = still.world.fluid().getReadout(rigid).momentum.linear;
        else
            momentum = still.world.fluid().getFluidMultiBodies().find(chain)->state().momentum.linear;
        EXPECT_GT(impulse.norm(), 1.0);
        EXPECT_LT((momentum - impulse).norm(), test::bulletTolerance(1e-9, 2e-5) * impulse.norm()) << link;
    }
}

// The motor turns the body against the propeller: two counter-rotating propellers push straight, two propellers of the
// same sense spin the body. The momentum about the axis is the sum of the reactions.
TEST(ThrusterOnBodies, TheReactionTurnsTheBody) {
    for (const bool isCounterRotating : {true, false}) {
        StillWater still;
        const double step = 1.0 / 240.0;
        btRigidBody* body =
            still.world.addRigidBody(&still.shape, btScalar(hull()->volume() * 1000.0), btVector3(0, 0, 0));
        still.world.fluid().addBody(body, hull());
        std::vector<btFluidThruster> thrusters;
        for (const double side : {1.0, -1.0}) {
            ThrusterDef def;
            def.position = {-0.2, 0.15 * side, 0.0};
            def.isRightHanded = !isCounterRotating || side > 0.0;
            thrusters.emplace_back(still.world.fluid(), body, def);
            thrusters.back().setCommand(30);
        }
        double turn = 0.0;
        for (int i = 0; i < 60; ++i) {
            for (btFluidThruster& thruster : thrusters) {
                thruster.apply(btScalar(step));
                turn -=
                    step * (thruster.getThruster().def().isRightHanded ? 1.0 : -1.0) * thruster.getThruster().torque();
            }
            still.world.run(step, step);
        }
        const Vector3 spin = still.world.fluid().getReadout(body).momentum.angular;
        EXPECT_NEAR(spin.x(), turn, 1e-5);
        if (isCounterRotating)
            EXPECT_NEAR(spin.norm(), 0.0, 1e-5);
        else
            EXPECT_LT(spin.x(), -0.01);
    }
}

// Without drag the vehicle accelerates to the speed of zero thrust, in flowing water too.
TEST(ThrusterOnBodies, TheSpeedOfNoThrustIsRelativeToTheWater) {
    for (const double current : {0.0, -1.0}) {
        StillWater still;
        still.world.fluid().setMedium(UniformMedium::water().movingAt({current, 0.0, 0.0}));
        btSphereShape ball(btScalar(0.2)); // a longer hull would turn broadside
        btRigidBody* body = still.world.addRigidBody(&ball, btScalar(10), btVector3(0, 0, 0));
        still.world.fluid().addBody(body, FluidBodyModel::build(makeSphere(0.2, 320)));
        ThrusterDef def;
        def.diameter = 0.2;
        def.torqueCoefficient = 0.0;
        btFluidThruster thruster(still.world.fluid(), body, def);
        thruster.setCommand(15);
        for (int i = 0; i < 600; ++i) {
            thruster.apply(btScalar(1.0 / 60.0));
            still.world.run(1.0 / 60.0, 1.0 / 60.0);
        }
        EXPECT_NEAR(double(body->getLinearVelocity().x()), 15.0 * 0.2 * def.freeAdvanceRatio + current, 1e-3);
    }
}

TEST(ThrusterOnBodies, InAirAndInVacuumThereIsHardlyAnyThrust) {
    StillWater still;
    btRigidBody* body = still.world.addRigidBody(&still.shape, btScalar(10), btVector3(0, 0, 1));
    still.world.fluid().addBody(body, hull());
    btFluidThruster thruster(still.world.fluid(), body, {});
    const auto thrust = [&] {
        thruster.getThruster().setSpeed(30.0);
        thruster.setCommand(30);
        thruster.apply(btScalar(0.01));
        return thruster.getThruster().thrust();
    };
    const double inWater = thrust();
    still.world.fluid().setMedium(UniformMedium::air());
    EXPECT_NEAR(thrust() / inWater, 1.204 / 998.2, 1e-12);
    still.world.fluid().setMedium(nullptr);
    EXPECT_EQ(thrust(), 0.0);
}

TEST(ThrusterOnBodies, WrongArgumentsAreRefused) {
    StillWater still;
    btMultiBody* chain = still.world.addChain(&still.shape, 1, 1, 1, false);
    EXPECT_NE(test::refusal([&] { btFluidThruster t(still.world.fluid(), nullptr, {}); }).find("body is null"),
              std::string::npos);
    EXPECT_NE(test::refusal([&] { btFluidThruster t(still.world.fluid(), nullptr, 0, {}); }).find("null"),
              std::string::npos);
    EXPECT_NE(test::refusal([&] { btFluidThruster t(still.world.fluid(), chain, 1, {}); }).find("no link 1"),
              std::string::npos);
}

} // namespace thruster_on_bodies
