// SPDX-License-Identifier: Zlib
// Changes by users to a body resolved by the grid, in both modes: docs/rules.md has the rules.
#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"
#include "ResolvedTank.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <new>

namespace resolved_changes_test {

using namespace ambient;

namespace {

constexpr double kStep = test::kGridStep;
constexpr double kDensity = 1500.0;
const Vector3 kSides(0.44, 0.36, 0.2);
const Vector3 kMiddle(0.51, 0.49, 0.5);

std::shared_ptr<const FluidBodyModel> brickModel() {
    static const auto model = FluidBodyModel::build(makeBox(kSides, 320));
    return model;
}

/// A flat brick in a box of water: the displaced mass along its thin side equals its own mass.
struct Changes : test::InBothModes {
    test::ResolvedTank tank{test::gridBox(20, 20, 20, 0.05, GridSideKind::Open), 0.0, GetParam(), 0.0};
    btRigidBody* brick = add(kMiddle);
    const double mass = kDensity * kSides.prod();

    btRigidBody* add(const Vector3& at) {
        btRigidBody* const body =
            tank.w.addBox(btFluidVector(Vector3(0.5 * kSides)), kDensity * kSides.prod(), btFluidVector(at));
        tank.grid->addResolved(body, brickModel());
        tank.bodies.push_back(body);
        return body;
    }
    const btFluidResolved& resolved() { return *tank.grid->getResolved(brick); }
    const Twist& velocity() { return tank.velocityOf(brick); }
    void step(int count = 1) { tank.w.run(count * kStep, kStep); }
    /// Mass with the added mass of the model along an axis.
    double wetMass(int axis) {
        return mass + test::kTankWater * brickModel()->addedMassPerDensity().matrix()(3 + axis, 3 + axis);
    }
};

bool isFinite(const btRigidBody& body) {
    return btFluidPose(body.getCenterOfMassTransform()).isFinite() && btFluidIsFinite(body.getLinearVelocity());
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Changes, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Changes, ASetVelocityIsTakenAlongEveryAxis) {
    step(2);
    const Vector3 speeds[] = {{0.3, 0.0, 0.0}, {0.0, 0.0, 0.3}, {0.0, -0.2, 0.1}};
    for (const Vector3& speed : speeds) {
        brick->setLinearVelocity(btFluidVector(speed));
        brick->setAngularVelocity(btVector3(0, 0, 0));
        step();
        // The model's added mass exceeds the added mass in the box, whose open sides are near. Measured .004, .088,
        // .11.
        EXPECT_LT((velocity().linear - speed).norm(), 0.12 * speed.norm());
    }
    brick->setLinearVelocity(btVector3(0, 0, 0));
    brick->setAngularVelocity(btVector3(0, btScalar(0.5), 0));
    step();
    EXPECT_NEAR(velocity().angular.y(), 0.5, 0.05);
}

TEST_P(Changes, AnImpulseIsSharedByBodyAndAddedMass) {
    step(2);
    brick->applyCentralImpulse(btVector3(0, 0, 10));
    step();
    if (GetParam() == test::Solver::Fluid) {
        EXPECT_NEAR(velocity().linear.z(), 10.0 / wetMass(2), 0.08 * 10.0 / wetMass(2)); // measured .073
    }
    step(); // a solver of Bullet's own shows the impulse a step later
    EXPECT_NEAR(velocity().linear.z(), 10.0 / wetMass(2), 0.08 * 10.0 / wetMass(2));
}

TEST_P(Changes, AForceActsInTheStepsOfOneCall) {
    step(2);
    for (int i = 0; i < 6; ++i) {
        brick->applyCentralForce(btVector3(0, 0, 60));
        step();
    }
    EXPECT_NEAR(velocity().linear.z(), 0.1 * 60.0 / wetMass(2), 0.08 * 6.0 / wetMass(2)); // measured .072
    const double speed = velocity().linear.z();
    step(2);
    EXPECT_NEAR(velocity().linear.z(), speed, 0.05 * speed);
}

TEST_P(Changes, ATeleportKeepsTheVelocity) {
    brick->setLinearVelocity(btVector3(0, 0, btScalar(0.2)));
    step(2);
    for (const bool byWorldTransform : {true, false}) {
        const Vector3 before = velocity().linear;
        const btTransform there(btQuaternion(btVector3(0, 0, 1), btScalar(byWorldTransform ? 0.6 : -0.3)),
                                btVector3(btScalar(byWorldTransform ? 0.3 : 0.7), btScalar(0.5), btScalar(0.5)));
        if (byWorldTransform)
            brick->setWorldTransform(there);
        else
            brick->setCenterOfMassTransform(there);
        step();
        EXPECT_LT((velocity().linear - before).norm(), 0.12 * before.norm()) << byWorldTransform;
        const Vector3 expected = btFluidVector(there.getOrigin()) + kStep * velocity().linear;
        EXPECT_LT((btFluidVector(brick->getCenterOfMassPosition()) - expected).norm(), 1e-3) << byWorldTransform;
        step();
    }
}

TEST_P(Changes, AnotherGravityActsFromTheNextStepOn) {
    step(2);
    tank.w.world().setGravity(btVector3(0, 0, -6));
    step(3);
    const double whole = (kDensity - test::kTankWater) * kSides.prod() * -6.0 / wetMass(2);
    EXPECT_NEAR(velocity().linear.z(), 3 * kStep * whole, 0.08 * std::abs(3 * kStep * whole)); // measured .072
    const double speed = velocity().linear.z();
    brick->setGravity(btVector3(0, 0, 0));
    step(2);
    EXPECT_NEAR(velocity().linear.z(), speed, 0.05 * std::abs(speed));
}

TEST_P(Changes, AnotherMassKeepsTheVelocityAndStaysAfterRemoval) {
    brick->setLinearVelocity(btVector3(btScalar(0.2), 0, btScalar(0.2)));
    step(2);
    const Vector3 before = velocity().linear;
    btVector3 inertia;
    brick->getCollisionShape()->calculateLocalInertia(btScalar(4.0 * mass), inertia);
    brick->setMassProps(btScalar(4.0 * mass), inertia);
    brick->updateInertiaTensor();
    step();
    EXPECT_LT((velocity().linear - before).norm(), 0.03 * before.norm());
    EXPECT_NEAR(tank.grid->getProjection()->bodies()[0].mass, 4.0 * mass, 1e-5 * mass);
    const double speed = velocity().linear.z();
    for (int i = 0; i < 6; ++i) {
        brick->applyCentralForce(btVector3(0, 0, 600));
        step();
    }
    const double expected = 60.0 / (3.0 * mass + wetMass(2));
    EXPECT_NEAR(velocity().linear.z() - speed, expected, 0.05 * expected);
    if (GetParam() == test::Solver::Fluid) {
        EXPECT_FLOAT_EQ(float(brick->getInvMass()), float(0.25 / mass));
    }
    tank.grid->removeResolved(brick);
    EXPECT_FLOAT_EQ(float(brick->getInvMass()), float(0.25 / mass));
    EXPECT_FLOAT_EQ(float(brick->getInvInertiaDiagLocal().x()), float(1.0 / double(inertia.x())));
}

TEST_P(Changes, DampingOfAUserDampsAsInBulletAndStaysAfterRemoval) {
    test::ResolvedTank thin(test::gridBox(20, 20, 20, 0.05, GridSideKind::Open), 0.0, GetParam(), 0.0, 1e-3);
    btRigidBody* ball = thin.add(0.15, Vector3(0.3, 0.5, 0.5), 1000.0, Vector3(0.4, 0.0, 0.0));
    thin.w.run(kStep, kStep);
    ball->setDamping(btScalar(0.3), btScalar(0.1));
    thin.w.run(60 * kStep, kStep);
    EXPECT_NEAR(thin.velocityOf(ball).linear.x(), 0.7 * 0.4, 1e-4 * 0.4);
    thin.grid->removeResolved(ball);
    EXPECT_FLOAT_EQ(float(ball->getLinearDamping()), 0.3f);
}

TEST_P(Changes, RemovalRestoresDampingFlagsAndMarkAndLeavesThePhysicalVelocity) {
    tank.grid->removeResolved(brick);
    brick->setDamping(btScalar(0.25), btScalar(0.5));
    brick->setFlags(brick->getFlags() | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
    tank.w.world().setGravity(btVector3(0, 0, -6));
    tank.grid->addResolved(brick, brickModel());
    EXPECT_NE(brick->internalGetExtensionPointer(), nullptr);
    step(3);
    EXPECT_EQ(double(brick->getLinearDamping()), 0.0);
    brick->setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY); // while in the water: not taken
    step();
    EXPECT_EQ(brick->getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY, 0);
    const Vector3 before = velocity().linear;
    tank.grid->removeResolved(brick);
    EXPECT_LT((btFluidVector(brick->getLinearVelocity()) - before).norm(), 1e-6);
    EXPECT_FLOAT_EQ(float(brick->getLinearDamping()), 0.25f);
    EXPECT_FLOAT_EQ(float(brick->getAngularDamping()), 0.5f);
    EXPECT_NE(brick->getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY, 0);
    EXPECT_EQ(brick->internalGetExtensionPointer(), nullptr);
    EXPECT_FLOAT_EQ(float(brick->getInvMass()), float(1.0 / mass));
}

TEST_P(Changes, NothingMovesAlongALockedAxisNotEvenByAJoint) {
    step(2);
    brick->setLinearVelocity(btVector3(btScalar(0.2), btScalar(0.3), 0));
    brick->setLinearFactor(btVector3(1, 0, 1));
    brick->setAngularFactor(btVector3(0, 1, 0));
    btPoint2PointConstraint joint(*brick, btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05)));
    tank.w.world().addConstraint(&joint);
    const double place = double(brick->getCenterOfMassPosition().y());
    for (int i = 0; i < 10; ++i) {
        brick->applyCentralForce(btVector3(20, 50, 30));
        step();
        EXPECT_EQ(velocity().linear.y(), 0.0) << i;
        EXPECT_EQ(velocity().angular.x(), 0.0) << i;
        EXPECT_EQ(velocity().angular.z(), 0.0) << i;
    }
    EXPECT_NEAR(double(brick->getCenterOfMassPosition().y()), place, 1e-6);
    EXPECT_GT(std::abs(velocity().angular.y()), 1e-3); // about the joint
    tank.w.world().removeConstraint(&joint);
}

TEST_P(Changes, AnInputThatIsNotFiniteStopsTheBodyAtItsLastPlace) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    const std::function<void(btRigidBody&)> spoilers[] = {
        [&](btRigidBody& body) { body.setGravity(btVector3(0, 0, nan)); },
        [&](btRigidBody& body) { body.setLinearVelocity(btVector3(nan, 0, 0)); },
        [&](btRigidBody& body) { body.applyCentralForce(btVector3(0, nan, 0)); },
        [&](btRigidBody& body) { body.applyTorque(btVector3(0, nan, 0)); },
        [&](btRigidBody& body) { body.setMassProps(nan, btVector3(1, 1, 1)); },
        [&](btRigidBody& body) {
            body.setCenterOfMassTransform(btTransform(btQuaternion(0, 0, 0, 1), {0, 0, nan}));
        },
    };
    for (const auto& spoil : spoilers) {
        test::ResolvedTank two(test::gridBox(20, 14, 14, 0.05, GridSideKind::Wall), 9.81, GetParam());
        btRigidBody* lost = two.add(0.13, {0.25, 0.35, 0.4}, kDensity);
        btRigidBody* other = two.add(0.13, {0.7, 0.35, 0.4}, kDensity);
        two.w.run(2 * kStep, kStep);
        const Vector3 place = btFluidVector(lost->getCenterOfMassPosition());
        spoil(*lost);
        two.w.run(kStep, kStep);
        EXPECT_TRUE(isFinite(*lost));
        EXPECT_LT((btFluidVector(lost->getCenterOfMassPosition()) - place).norm(), 0.01);
        two.w.run(3 * kStep, kStep);
        EXPECT_TRUE(isFinite(*lost) && isFinite(*other));
        EXPECT_FALSE(two.grid->isInGrid(lost));
        EXPECT_TRUE(two.grid->isInGrid(other));
        EXPECT_LT(two.velocityOf(other).linear.z(), -0.05);
        int reports = 0;
        for (const std::string& line : two.lines)
            reports += line.find("resolved body 0 has left the grid") != std::string::npos;
        EXPECT_EQ(reports, 1);
        two.grid->removeResolved(lost);
        EXPECT_NEAR(1.0 / double(lost->getInvMass()), kDensity * 4.0 / 3.0 * kPi * std::pow(0.13, 3), 1e-4);
    }
}

TEST_P(Changes, ABodyFrozenByMassZeroWaitsAndGoesOn) {
    tank.w.world().setGravity(btVector3(0, 0, -6));
    step(3);
    const btVector3 inertia = brick->getLocalInertia();
    brick->setMassProps(0, btVector3(0, 0, 0));
    const btVector3 at = brick->getCenterOfMassPosition();
    step(4);
    EXPECT_EQ(double((brick->getCenterOfMassPosition() - at).length()), 0.0);
    EXPECT_TRUE(resolved().isPrescribed());
    brick->setMassProps(btScalar(mass), inertia);
    brick->setLinearVelocity(btVector3(0, 0, 0));
    brick->setAngularVelocity(btVector3(0, 0, 0));
    brick->setGravity(btVector3(0, 0, -6));
    step(4);
    EXPECT_EQ(resolved().failure(), "");
    const double whole = (kDensity - test::kTankWater) * kSides.prod() * 6.0 / wetMass(2);
    EXPECT_NEAR(velocity().linear.z(), -4 * kStep * whole, 0.3 * 4 * kStep * whole); // the water still moves a little
    tank.grid->removeResolved(brick);
    EXPECT_NEAR(double(brick->getInvMass()), 1.0 / mass, 1e-5 / mass);
}

TEST_P(Changes, AKinematicBodyLeadsTheWaterAndGoesOnWithItsVelocity) {
    step(2);
    const int flags = brick->getCollisionFlags();
    brick->setCollisionFlags(flags | btCollisionObject::CF_KINEMATIC_OBJECT);
    brick->setActivationState(DISABLE_DEACTIVATION);
    for (int i = 1; i <= 6; ++i) {
        btTransform place = brick->getCenterOfMassTransform();
        place.setOrigin(place.getOrigin() + btVector3(btScalar(0.006), 0, 0));
        brick->setWorldTransform(place);
        step();
    }
    EXPECT_TRUE(resolved().isPrescribed());
    EXPECT_NEAR(velocity().linear.x(), 0.36, 1e-3);
    brick->setCollisionFlags(flags);
    step();
    EXPECT_FALSE(resolved().isPrescribed());
    EXPECT_NEAR(velocity().linear.x(), 0.36, 0.03);
}

TEST_P(Changes, ABodyOutsideTheWorldWaitsAndReturns) {
    brick->setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
    step(4);
    const Twist before = velocity();
    tank.w.world().removeRigidBody(brick);
    step(6);
    EXPECT_FALSE(resolved().isInGrid());
    EXPECT_TRUE(resolved().getFluidWrench().vector().isZero(0.0));
    const Vector3 momentum = tank.grid->getGrid().momentum();
    const Vector3 place = btFluidVector(brick->getCenterOfMassPosition());
    step(2);
    EXPECT_LT((tank.grid->getGrid().momentum() - momentum).norm(), 0.02 * momentum.norm()); // no body pushes the water
    EXPECT_EQ(btFluidVector(brick->getCenterOfMassPosition()), place);
    tank.w.world().addRigidBody(brick);
    step();
    EXPECT_TRUE(resolved().isInGrid());
    EXPECT_NEAR(velocity().linear.x(), before.linear.x(), 0.1 * before.linear.x());
    EXPECT_TRUE(resolved().failure().empty());
}

TEST_P(Changes, SleepIsPartOfASavedState) {
    step(2);
    brick->setDeactivationTime(btScalar(3));
    step(3);
    ASSERT_FALSE(brick->isActive());
    EXPECT_TRUE(resolved().isPrescribed());
    const auto asleep = tank.grid->saveState();
    step(3);
    const auto end = tank.grid->saveState();
    brick->activate();
    brick->setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
    step(4);
    EXPECT_TRUE(brick->isActive());
    EXPECT_GT(velocity().linear.x(), 0.2);
    tank.grid->restoreState(asleep);
    EXPECT_FALSE(brick->isActive());
    step(3);
    EXPECT_FALSE(brick->isActive());
    EXPECT_EQ(tank.grid->saveState(), end);
}

TEST_P(Changes, ASavedStateHasMassAndFactorsOfItsTime) {
    brick->setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
    step(2);
    const auto state = tank.grid->saveState();
    step(3);
    const auto end = tank.grid->saveState();
    brick->setMassProps(btScalar(3.0 * mass), btVector3(3, 3, 3));
    brick->setLinearFactor(btVector3(0, 1, 1));
    step(2);
    brick->setGravity(btVector3(0, 0, std::numeric_limits<btScalar>::quiet_NaN()));
    step();
    EXPECT_NE(resolved().failure(), "");
    tank.grid->restoreState(state); // also heals the body
    step(3);
    EXPECT_EQ(tank.grid->saveState(), end);
    tank.w.world().removeRigidBody(brick);
    EXPECT_NE(test::refusal([&] { tank.grid->restoreState(state); }).find("left the world"), std::string::npos);
}

TEST_P(Changes, ADeletedBodyIsLeftAlone) {
    alignas(16) unsigned char memory[sizeof(btRigidBody)];
    btSphereShape shape(btScalar(0.15));
    btRigidBody* const own = new (memory) btRigidBody(8, nullptr, &shape, btVector3(1, 1, 1));
    own->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.3), btScalar(0.3), 0)));
    tank.w.world().addRigidBody(own);
    tank.grid->addResolved(own, test::ballModel(0.15));
    step(2);
    tank.w.world().removeRigidBody(own);
    own->~btRigidBody();
    std::memset(memory, 0x5a, sizeof memory);
    step(2);
    tank.grid->saveState();
    tank.bodies.clear();
    tank.w.world().removeAction(tank.grid.get());
    tank.grid.reset(); // its destructor leaves the memory alone too
    EXPECT_EQ(brick->internalGetExtensionPointer(), nullptr);
    for (const unsigned char byte : memory)
        ASSERT_EQ(byte, 0x5a);
}

} // namespace resolved_changes_test
