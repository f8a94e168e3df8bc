// SPDX-License-Identifier: Zlib
// Changes by users to a wet body between and during steps, in both modes: docs/rules.md has the rules.
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace user_changes_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// A wet ellipsoid without drag in weightlessness, turned so as to couple all axes of the world by K.
struct WetEllipsoid : test::InBothModes {
    test::World w{btVector3(0, 0, 0), GetParam()};
    FluidBody body;
    btRigidBody* rigid = nullptr;

    void SetUp() override {
        FluidBodyDef def;
        def.pressureScale = 0.0;
        body = makeSolidBody(FluidBodyModel::build(makeEllipsoid({0.3, 0.2, 0.1}, 320), def), 1000.0);
        w.fluid().setMedium(UniformMedium(1000.0, 0.0));
        rigid = w.addGhost(body, {expSO3({0.4, -0.3, 0.7}), Vector3(1.0, 2.0, 3.0)});
        w.fluid().addBody(rigid, body.model);
        step();
    }
    const btFluidBody& wet() { return *w.fluid().getFluidBody(rigid); }
    Momentum momentum() { return wet().state().momentum; }
    Twist twist() { return twistInWorld(wet().motion(), wet().state()); }
    void step(int count = 1) { w.run(count * kDt, kDt); }
    double rounding() { return test::bulletTolerance(1e-13, 1e-6); }

    /// K in world axes, as the body lies.
    Matrix6 inertia() {
        const Pose bodyFromWorld{wet().state().worldFromBody.orientation.conjugate(), Vector3::Zero()};
        return totalInertia(wet().motion(), wet().state()).inertia.changeFrame(bodyFromWorld).matrix();
    }
};

/// Pushes a body right after each step's actions, as soft bodies do.
void pushAfterStep(btDynamicsWorld* world, btScalar) {
    static_cast<btRigidBody*>(world->getWorldUserInfo())->applyCentralImpulse(btVector3(2, 0, 1));
}

/// Pushes a body during the actions of a step, as vehicles do.
class PushingAction final : public btActionInterface {
  public:
    explicit PushingAction(btRigidBody* body) : m_body(body) {}
    void updateAction(btCollisionWorld*, btScalar) override { m_body->applyCentralImpulse(btVector3(0, 3, 0)); }
    void debugDraw(btIDebugDraw*) override {}

  private:
    btRigidBody* m_body;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, WetEllipsoid, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(WetEllipsoid, AnImpulseIsAddedToTheMomentum) {
    const Momentum before = momentum();
    rigid->applyCentralImpulse(btVector3(30, -20, 10));
    rigid->applyTorqueImpulse(btVector3(1, 2, -1));
    const Matrix6 k = inertia();
    step();
    const Momentum gained = momentum() - before;
    EXPECT_LT((gained.linear - Vector3(30, -20, 10)).norm(), 40 * rounding()); // measured 2e-15 / 3e-6
    // About the centre of mass, which has moved.
    const Vector3 travel = wet().state().worldFromBody.position - Vector3(1, 2, 3);
    EXPECT_LT((gained.angular + travel.cross(momentum().linear) - Vector3(1, 2, -1)).norm(), 40 * rounding());
    EXPECT_LT((k * twist().vector() - momentum().vector()).norm(), 0.1 * momentum().vector().norm());
}

TEST_P(WetEllipsoid, AnOffCentreImpulseAlsoTurns) {
    const btVector3 arm(btScalar(0.1), btScalar(-0.2), btScalar(0.05)), push(3, 4, 5);
    rigid->applyImpulse(push, arm);
    step();
    const Vector3 travel = wet().state().worldFromBody.position - Vector3(1, 2, 3);
    const Vector3 angular = momentum().angular + travel.cross(momentum().linear);
    EXPECT_LT((angular - btFluidVector(arm.cross(push))).norm(), 10 * rounding());
    EXPECT_LT((momentum().linear - btFluidVector(push)).norm(), 10 * rounding());
}

TEST_P(WetEllipsoid, AConstantForceGivesItsImpulseWhateverTheSubsteps) {
    for (int substeps : {1, 4}) {
        const double before = momentum().linear.x();
        for (int i = 0; i < 30; ++i) {
            rigid->applyCentralForce(btVector3(6, 0, 0));
            w.world().stepSimulation(btScalar(substeps / 120.0), substeps, btScalar(1.0 / 120));
        }
        const double time = 30 * substeps / 120.0;
        EXPECT_NEAR(momentum().linear.x() - before, 6.0 * time, 6e-6 * time) << substeps; // float sums of dt
    }
}

TEST_P(WetEllipsoid, AForceThatHoldsTheBodyAgainstGravityIsNotTakenForNoForce) {
    w.world().setGravity(btVector3(0, 0, -10));
    for (int i = 0; i < 30; ++i) {
        // Weight less buoyancy is zero for this body; only the force moves the body.
        // (In drop-in mode getInvMass() is the effective one.)
        rigid->applyCentralForce(btVector3(0, 0, btScalar(10 * body.mass())));
        step();
    }
    EXPECT_NEAR(momentum().linear.z(), 10 * body.mass() * 0.5, test::bulletTolerance(0.01, 0.02) * body.mass());
}

TEST_P(WetEllipsoid, ASetVelocityIsTakenAndTheMomentumFollows) {
    const Vector3 v(1.0, -2.0, 0.5), spin(0.3, 0.2, -0.4);
    rigid->setLinearVelocity(btFluidVector(v));
    rigid->setAngularVelocity(btFluidVector(spin));
    Vector6 velocity;
    velocity << spin, v;
    const Vector6 expected = inertia() * velocity;
    step();
    EXPECT_LT((momentum().linear - expected.tail<3>()).norm(), rounding() * expected.norm());
    const Vector3 travel = wet().state().worldFromBody.position - Vector3(1, 2, 3);
    const Vector3 angular = momentum().angular + travel.cross(momentum().linear);
    EXPECT_LT((angular - expected.head<3>()).norm(), 3 * rounding() * expected.norm());
}

TEST_P(WetEllipsoid, ATeleportKeepsTheVelocityEvenWhenItTurnsTheBody) {
    for (const bool byWorldTransform : {true, false}) {
        rigid->setLinearVelocity(btVector3(1, 0, 0));
        rigid->setAngularVelocity(btVector3(0, 0, 0));
        step();
        const Twist before = twist();
        const btTransform there(btQuaternion(btVector3(0, 1, 0), btScalar(byWorldTransform ? 1.5 : -0.6)),
                                btVector3(-7, 8, byWorldTransform ? 9 : 5));
        if (byWorldTransform)
            rigid->setWorldTransform(there);
        else
            rigid->setCenterOfMassTransform(there);
        const Pose pose = btFluidPose(there);
        FluidBodyState expected = makeState(wet().motion(), pose, before, 0.0);
        integrate(wet().motion(), expected, kDt);
        step();
        EXPECT_LT((wet().state().worldFromBody.position - expected.worldFromBody.position).norm(),
                  test::bulletTolerance(1e-12, 3e-6));
        EXPECT_LT((twist() - twistInWorld(wet().motion(), expected)).vector().norm(),
                  test::bulletTolerance(1e-12, 3e-6));
    }
}

TEST_P(WetEllipsoid, ImpulsesOfOtherActionsAndAfterTheStepAreCarriedOver) {
    PushingAction before(rigid), after(rigid);
    // One action before the fluid's, one after, and a callback after all of them.
    w.world().removeAction(&w.fluid());
    w.world().addAction(&before);
    w.world().addAction(&w.fluid());
    w.world().addAction(&after);
    w.world().setInternalTickCallback(pushAfterStep, rigid);
    step(10);
    w.world().setInternalTickCallback(nullptr);
    w.world().removeAction(&before);
    w.world().removeAction(&after);
    step();
    const Vector3 expected(20, 60, 10);
    EXPECT_LT((momentum().linear - expected).norm(), 20 * rounding() * expected.norm());
}

TEST_P(WetEllipsoid, AnotherGravityActsFromTheNextStepOn) {
    w.fluid().setMedium(nullptr); // vacuum: a parabola
    w.world().setGravity(btVector3(0, 0, -10));
    step(30);
    w.world().setGravity(btVector3(5, 0, 0));
    const double vz = -10 * 0.5, z = 3.0 - 0.5 * 10 * 0.25;
    step(30);
    const Vector3 x = wet().state().worldFromBody.position;
    // Bullet holds gravity and step as btScalar.
    EXPECT_NEAR(x.z(), z + vz * 0.5, test::bulletTolerance(1e-12, 2e-6));
    EXPECT_NEAR(x.x(), 1.0 + 0.5 * 5 * 0.25, test::bulletTolerance(1e-12, 2e-6));
    rigid->setGravity(btVector3(0, -4, 0)); // of this body alone
    step(30);
    EXPECT_NEAR(momentum().linear.y(), -4 * 0.5 * body.mass(), test::bulletTolerance(1e-12, 2e-6) * body.mass());
}

TEST_P(WetEllipsoid, AnotherMassKeepsTheVelocity) {
    rigid->setLinearVelocity(btVector3(1, 2, 3));
    step();
    const Twist before = twist();
    const double mass = 3.0 * body.mass();
    btVector3 inertia = btFluidVector(Vector3(3.0 * body.bodyInertia.matrix().diagonal().head<3>()));
    rigid->setMassProps(btScalar(mass), inertia);
    rigid->updateInertiaTensor();
    FluidBody heavy = body;
    heavy.bodyInertia = SpatialInertia::ofBody(mass, btFluidVector(inertia).asDiagonal());
    KirchhoffMotion equations(heavy, std::make_shared<UniformMedium>(1000.0, 0.0), ForceSet::named("default"),
                              Vector3::Zero());
    FluidBodyState expected = makeState(equations, wet().state().worldFromBody, before, 0.0);
    step();
    integrate(equations, expected, kDt);
    EXPECT_LT((twist() - twistInWorld(equations, expected)).vector().norm(), test::bulletTolerance(1e-12, 5e-6));
    w.fluid().removeBody(rigid); // gives back the new mass, not the old one
    EXPECT_FLOAT_EQ(float(rigid->getInvMass()), float(1.0 / mass));
}

TEST_P(WetEllipsoid, DampingThatAUserSwitchesOnDampsTheVelocityAsInBullet) {
    w.fluid().setMedium(nullptr);
    rigid->setLinearVelocity(btVector3(2, 0, 0));
    rigid->setAngularVelocity(btVector3(0, 0, 0));
    step();
    rigid->setDamping(btScalar(0.3), btScalar(0.1));
    step(60);
    EXPECT_NEAR(twist().linear.x(), 2.0 * 0.7, test::bulletTolerance(1e-12, 3e-6));
    w.fluid().removeBody(rigid);
    EXPECT_FLOAT_EQ(float(rigid->getLinearDamping()), 0.3f);
}

TEST_P(WetEllipsoid, SplittingAStepDifferentlyDoesNotChangeWhatUsersDid) {
    // The same impulse and force, with one step of 1/30 s and with two of 1/60 s.
    Twist results[2];
    Vector3 momenta[2];
    for (int way = 0; way < 2; ++way) {
        test::World world(btVector3(0, 0, 0), GetParam());
        world.fluid().setMedium(UniformMedium(1000.0, 0.0));
        btRigidBody* ghost = world.addGhost(body, {expSO3({0.4, -0.3, 0.7}), Vector3::Zero()});
        world.fluid().addBody(ghost, body.model);
        world.run(kDt, kDt);
        ghost->applyCentralImpulse(btVector3(30, 0, 0));
        for (int i = 0; i < 10; ++i) {
            ghost->applyTorque(btVector3(3, 0, 0));
            world.world().stepSimulation(btScalar(1.0 / 30), way == 0 ? 1 : 2,
                                         btScalar(way == 0 ? 1.0 / 30 : 1.0 / 60));
        }
        const btFluidBody& wetBody = *world.fluid().getFluidBody(ghost);
        momenta[way] = wetBody.state().momentum.linear;
        results[way] = twistInWorld(wetBody.motion(), wetBody.state());
    }
    // Bullet's own solver shows an impulse only after its step.
    const double tolerance = GetParam() == test::Solver::Fluid ? 1e-5 : 1e-2; // measured 4e-6
    EXPECT_LT((results[0] - results[1]).vector().norm(), tolerance * results[0].vector().norm());
    EXPECT_LT((momenta[0] - momenta[1]).norm(), rounding() * momenta[0].norm());
}

} // namespace user_changes_test
