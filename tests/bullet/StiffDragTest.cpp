// SPDX-License-Identifier: Zlib
// Contacts, joints and motors of bodies whose drag is stiff over a step.
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <map>

namespace stiff_drag_in_bullet_test {

using namespace ambient;
using test::Solver;
using test::World;

namespace {

constexpr double kStep = 1.0 / 60.0;

btRigidBody* addBall(World& world, double radius, double density, const btVector3& at) {
    auto shape = std::make_unique<btSphereShape>(btScalar(radius));
    const double mass = density * 4.0 / 3.0 * kPi * radius * radius * radius;
    btVector3 inertia(0, 0, 0);
    shape->calculateLocalInertia(btScalar(mass), inertia);
    btRigidBody* ball =
        world.addRigidBody(std::move(shape), mass, inertia, btTransform(btQuaternion::getIdentity(), at));
    ball->setActivationState(DISABLE_DEACTIVATION); // all speeds here are below Bullet's limit of sleep
    static std::map<double, std::shared_ptr<const FluidBodyModel>> models;
    auto& model = models[radius];
    if (!model) model = FluidBodyModel::build(makeSphere(radius, 80));
    world.fluid().addBody(ball, model);
    return ball;
}

/// Speed of a falling body after .2 s by the core alone, in short steps.
double fallenSpeed(const KirchhoffMotion& motion) {
    FluidBodyState state = makeState(motion, Pose(), Twist(), 0.0);
    for (int i = 0; i < 100; ++i)
        integrate(motion, state, 2e-3);
    return twistInWorld(motion, state).linear.z();
}

} // namespace

class StiffDragInBullet : public test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, StiffDragInBullet, testing::ValuesIn(test::kSolvers), test::modeName);

// Measured: 2e-6 at most.
TEST_P(StiffDragInBullet, AFreeBallReachesItsEndSpeedInAnyFluid) {
    for (const UniformMedium& medium : {UniformMedium(UniformMedium::air()), UniformMedium(honey())}) {
        World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
        world.fluid().setMedium(medium);
        std::vector<btRigidBody*> balls;
        for (const double diameter : {1e-6, 1e-3, 1e-2, 0.1})
            balls.push_back(addBall(world, 0.5 * diameter, 2500.0, btVector3(btScalar(balls.size()), 0, 0)));
        world.run(0.2, kStep);
        for (btRigidBody* ball : balls) {
            const double expected = fallenSpeed(world.fluid().getFluidBody(ball)->motion());
            EXPECT_NEAR(double(world.fluid().getLinearVelocity(ball).z()) / expected, 1.0, 1e-3)
                << ball->getWorldTransform().getOrigin().x() << " " << medium.dynamicViscosity();
        }
    }
}

// A ball on a floor stays there, whatever its size and however stiff its drag. Measured: 1.1e-8 m/s.
TEST_P(StiffDragInBullet, ABallOfAnySizeIsAtRestOnAFloor) {
    for (const UniformMedium& medium : {UniformMedium(honey()), UniformMedium(1000.0, 1000.0)})
        for (const double radius : {5e-4, 5e-3, 0.05}) {
            World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
            world.fluid().setMedium(medium);
            world.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0,
                               btVector3(0, 0, 0));
            btRigidBody* ball = addBall(world, radius, 2500.0, btVector3(0, 0, btScalar(radius)));
            double fastest = 0.0;
            for (int i = 0; i < 30; ++i) {
                world.world().stepSimulation(btScalar(kStep), 0);
                if (i > 0) fastest = std::max(fastest, double(world.fluid().getLinearVelocity(ball).length()));
            }
            EXPECT_LT(fastest, 1e-6) << radius << " " << medium.dynamicViscosity();
            EXPECT_NEAR(double(ball->getWorldTransform().getOrigin().z()) / radius, 1.0, 1e-5)
                << radius << " " << medium.dynamicViscosity();
        }
}

// The fluid carries what the floor does not. Measured: .996; the floor's impulse also stops the fall that the plan has.
TEST_P(StiffDragInBullet, TheFluidOfARestingBallGivesItsBuoyancy) {
    World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
    const UniformMedium medium = honey();
    world.fluid().setMedium(medium);
    world.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0, btVector3(0, 0, 0));
    btRigidBody* ball = addBall(world, 0.001, 2500.0, btVector3(0, 0, btScalar(0.001)));
    world.run(20 * kStep, kStep);
    const double displaced = medium.density() * world.fluid().getFluidBody(ball)->motion().body().model->volume();
    EXPECT_NEAR(world.fluid().getFluidBody(ball)->getFluidImpulse().z() / (displaced * 9.81 * kStep), 1.0, 0.01);
}

// A grain of 1 mm in honey on a floor: K would respond to its reaction a thousand times more than its drag permits.
TEST_P(StiffDragInBullet, ABallRestsOnAFloor) {
    World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
    world.fluid().setMedium(honey());
    world.addRigidBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0.0, btVector3(0, 0, 0));
    btRigidBody* ball = addBall(world, 0.001, 2500.0, btVector3(0, 0, btScalar(0.00105)));
    for (int i = 0; i < 240; ++i) {
        world.world().stepSimulation(btScalar(kStep), 0);
        ASSERT_LT(std::fabs(double(world.fluid().getLinearVelocity(ball).z())), 1e-3) << i;
    }
    EXPECT_NEAR(double(ball->getWorldTransform().getOrigin().z()), 0.001, 2e-5);
    EXPECT_LT(double(world.fluid().getLinearVelocity(ball).length()), 1e-5);
}

// The torque of drag on a ball is 8 pi eta a^3 w; a motor that gives less turns it more slowly than it is told to.
TEST_P(StiffDragInBullet, AHingeMotorTurnsAtTheSpeedThatDragPermits) {
    World world(btVector3(0, 0, 0), GetParam());
    const UniformMedium oil = castorOil();
    world.fluid().setMedium(oil);
    const double radius = 0.001, perSpeed = 8.0 * kPi * oil.dynamicViscosity() * std::pow(radius, 3);
    btRigidBody* ball = addBall(world, radius, oil.density(), btVector3(0, 0, 0));
    btHingeConstraint hinge(*ball, btVector3(0, 0, 0), btVector3(0, 0, 1));
    world.world().addConstraint(&hinge, true);
    for (const double share : {0.1, 0.5}) {
        hinge.enableAngularMotor(true, btScalar(10.0), btScalar(share * 10.0 * perSpeed * kStep));
        for (int i = 0; i < 30; ++i)
            world.world().stepSimulation(btScalar(kStep), 0);
        EXPECT_NEAR(double(world.fluid().getAngularVelocity(ball).z()), share * 10.0, 0.02 * share * 10.0) << share;
    }
    hinge.enableAngularMotor(true, btScalar(10.0), btScalar(2.0 * 10.0 * perSpeed * kStep));
    for (int i = 0; i < 30; ++i)
        world.world().stepSimulation(btScalar(kStep), 0);
    EXPECT_NEAR(double(world.fluid().getAngularVelocity(ball).z()), 10.0, 1e-3);
    world.world().removeConstraint(&hinge);
}

// Six balls of 2 mm on points, held at one end in honey: the chain sinks and hangs, and moves about as fast as a free
// ball at most.
TEST_P(StiffDragInBullet, AChainHangsDown) {
    World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
    world.fluid().setMedium(honey());
    const double radius = 0.002, free = 2.0 * (2500.0 - 1415.0) * 9.81 * radius * radius / (9.0 * 8.0);
    std::vector<btRigidBody*> balls;
    std::vector<std::unique_ptr<btPoint2PointConstraint>> joints;
    const btVector3 half(btScalar(radius), 0, 0);
    for (int i = 0; i < 6; ++i) {
        balls.push_back(addBall(world, radius, 2500.0, btVector3(btScalar(2.0 * radius * i), 0, 0)));
        joints.push_back(i == 0 ? std::make_unique<btPoint2PointConstraint>(*balls[0], -half)
                                : std::make_unique<btPoint2PointConstraint>(*balls[i - 1], *balls[i], half, -half));
        world.world().addConstraint(joints.back().get(), true);
    }
    for (int i = 0; i < 1800; ++i) {
        world.world().stepSimulation(btScalar(kStep), 0);
        // Bullet's own solver does not know the drag in the first step.
        const double most = i == 0 && GetParam() == Solver::Stock ? 4.0 : 3.0;
        for (btRigidBody* ball : balls)
            ASSERT_LT(double(world.fluid().getLinearVelocity(ball).length()), most * free) << i;
    }
    EXPECT_LT(double(balls.back()->getWorldTransform().getOrigin().z()), -8.0 * radius);
    for (auto& joint : joints)
        world.world().removeConstraint(joint.get());
}

} // namespace stiff_drag_in_bullet_test
