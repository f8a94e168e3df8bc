// SPDX-License-Identifier: Zlib
// Bodies added, removed, asleep, frozen or deleted; worlds with a change of solver.
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "bullet/BulletTestWorld.h"
#include "bullet/lifetime/FreedMemory.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace lifetime_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

struct Lifetime : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::shared_ptr<const FluidBodyModel> ball = test::sphereModel(0.1, 180);
    Lifetime() { w.fluid().setMedium(UniformMedium::water()); }
};

/// A body deleted by the test itself; later bodies follow at the same address.
class OwnBody {
  public:
    explicit OwnBody(btDynamicsWorld& world, btScalar height) : m_world(world), m_shape(btScalar(0.1)) {
        create(height);
    }
    ~OwnBody() { destroy(); }
    btRigidBody* get() const { return m_body; }
    void destroy() {
        if (!m_body) return;
        m_world.removeRigidBody(m_body);
        m_memory.destroy(m_body);
        m_body = nullptr;
    }
    void create(btScalar height) {
        btRigidBody::btRigidBodyConstructionInfo info(8, nullptr, &m_shape, btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(btVector3(0, 0, height));
        m_body = m_memory.make<btRigidBody>(info);
        m_world.addRigidBody(m_body);
    }

  private:
    btDynamicsWorld& m_world;
    btSphereShape m_shape;
    test::FreedMemory<sizeof(btRigidBody)> m_memory;
    btRigidBody* m_body = nullptr;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Lifetime, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Lifetime, ADeletedBodyIsLeftAlone) {
    OwnBody own(w.world(), 1);
    btRigidBody* other = w.addSphere(0.1, 8.0, btVector3(3, 0, 0));
    w.fluid().addBody(own.get(), ball);
    w.fluid().addBody(other, ball);
    w.run(0.1, kDt);
    own.destroy(); // without removeBody
    w.run(0.1, kDt);
    EXPECT_LT(double(other->getCenterOfMassPosition().z()), -0.01);
    EXPECT_TRUE(w.log().empty());
    w.fluid().setMedium(UniformMedium::air());
    w.fluid().removeAllBodies();
}

TEST_P(Lifetime, AStateWithADeletedBodyIsRestoredForTheOthers) {
    OwnBody own(w.world(), 1);
    btRigidBody* other = w.addSphere(0.1, 8.0, btVector3(3, 0, 0));
    w.fluid().addBody(own.get(), ball);
    w.fluid().addBody(other, ball);
    w.run(0.1, kDt);
    const std::vector<unsigned char> whole = w.fluid().saveState();
    own.destroy();
    const std::vector<unsigned char> rest = w.fluid().saveState();
    w.run(0.2, kDt);
    const btVector3 first = other->getCenterOfMassPosition();
    w.fluid().restoreState(rest);
    w.run(0.2, kDt);
    EXPECT_EQ((other->getCenterOfMassPosition() - first).length(), 0);
    EXPECT_THROW(w.fluid().restoreState(whole), std::invalid_argument);
    // Levels of detail, streams, regions and readouts of the others.
    btFluidLevelOfDetailBudget budget;
    budget.m_fullFaces = 100;
    w.fluid().getLevelsOfDetail().setBudget(budget);
    w.fluid().getRegions().add(std::make_shared<btFluidRegion>(btVector3(-9, -9, -9), btVector3(9, 9, 9),
                                                               std::make_shared<UniformMedium>(UniformMedium::air())));
    w.run(0.1, kDt);
    EXPECT_TRUE(w.log().empty());
}

TEST_P(Lifetime, AGhostInTheMemoryOfADeletedBodyIsNoBody) {
    test::FreedMemory<sizeof(btRigidBody) + 512> memory;
    btSphereShape shape(btScalar(0.1));
    btRigidBody* body = memory.make<btRigidBody>(btScalar(8), nullptr, &shape, btVector3(1, 1, 1));
    w.world().addRigidBody(body);
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    w.world().removeRigidBody(body);
    memory.destroy(body);
    btGhostObject* ghost = memory.make<btGhostObject>();
    ghost->setCollisionShape(&shape);
    w.world().addCollisionObject(ghost);
    const std::vector<unsigned char> state = w.fluid().saveState();
    w.run(0.1, kDt);
    EXPECT_EQ(w.fluid().getNumBodies(), 0);
    EXPECT_EQ(w.log().size(), 1u);
    w.world().removeCollisionObject(ghost);
    memory.destroy(ghost);
}

TEST_P(Lifetime, ANewBodyInTheMemoryOfADeletedOneIsDryAndTheMixUpIsReported) {
    OwnBody own(w.world(), 1);
    w.fluid().addBody(own.get(), ball);
    w.run(0.1, kDt);
    own.destroy();
    own.create(5);
    w.run(0.5, kDt);
    EXPECT_EQ(w.fluid().getNumBodies(), 0);
    ASSERT_EQ(w.log().size(), 1u);
    EXPECT_NE(w.log()[0].find("deleted"), std::string::npos);
    EXPECT_NEAR(double(own.get()->getLinearVelocity().z()), -9.81 * 0.5, 1e-3); // falls as in air
    EXPECT_FLOAT_EQ(float(own.get()->getInvMass()), 1.0f / 8.0f);
    w.fluid().addBody(own.get(), ball); // and may be made wet
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
}

TEST_P(Lifetime, ANewBodyInTheMemoryOfADeletedOneMayBeMadeWetBeforeItJoinsTheWorld) {
    OwnBody own(w.world(), 1);
    w.fluid().addBody(own.get(), ball);
    w.run(0.1, kDt);
    own.destroy();
    own.create(5);
    w.world().removeRigidBody(own.get());
    w.fluid().addBody(own.get(), ball);
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
    EXPECT_EQ(w.log().size(), 1u);
    w.world().addRigidBody(own.get());
    w.run(0.1, kDt);
    EXPECT_NEAR(double(own.get()->getCenterOfMassPosition().z()), 5.0 - 0.5 * 0.01 * 9.81 * 3.82 / 10.09, 2e-3);
    w.fluid().removeBody(own.get());
}

TEST_P(Lifetime, RemovingADeletedBodyLeavesTheOneInItsMemoryAlone) {
    OwnBody own(w.world(), 1);
    w.fluid().addBody(own.get(), ball);
    w.run(0.1, kDt);
    own.destroy();
    own.create(5);
    own.get()->setDamping(btScalar(0.5), btScalar(0.5));
    w.fluid().removeBody(own.get());
    EXPECT_EQ(w.fluid().getNumBodies(), 0);
    EXPECT_FLOAT_EQ(float(own.get()->getLinearDamping()), 0.5f);
    EXPECT_EQ(w.log().size(), 1u);
}

TEST_P(Lifetime, OneSolverServesTheActionsOfTwoMedia) {
    // A ball in water and one in air, each with its own action; the ball in air lands on the one in water.
    btFluidAction::btFluidActionConstructionInfo quiet;
    quiet.m_announceMode = false;
    btFluidAction air(&w.world(), quiet);
    air.setMedium(UniformMedium::air());
    w.world().addAction(&air);
    btFluidConstraintSolver both(w.fluid());
    both.addBodies(air);
    if (GetParam() == test::Solver::Fluid) w.world().setConstraintSolver(&both);
    btRigidBody* wet = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    btRigidBody* light = w.addSphere(0.1, 0.5, btVector3(btScalar(0.01), 0, btScalar(0.5)));
    w.fluid().addBody(wet, ball);
    air.addBody(light, ball);
    w.run(0.5, kDt);
    const btFluidSolveMode mode = GetParam() == test::Solver::Fluid ? BT_FLUID_EXACT : BT_FLUID_DROP_IN;
    EXPECT_EQ(w.fluid().getMode(), mode);
    EXPECT_EQ(air.getMode(), mode);
    EXPECT_GT(double((wet->getCenterOfMassPosition() - light->getCenterOfMassPosition()).length()), 0.19);
    air.removeAllBodies();
    w.world().removeAction(&air);
    btSequentialImpulseConstraintSolver stock;
    w.world().setConstraintSolver(&stock);
}

TEST_P(Lifetime, ABodyThatLeavesTheWorldIsStillWetWhenItReturns) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().addBody(body, ball);
    w.run(0.2, kDt);
    const double speed = double(w.fluid().getLinearVelocity(body).z());
    w.world().removeRigidBody(body);
    w.run(0.2, kDt);
    EXPECT_EQ(double(w.fluid().getLinearVelocity(body).z()), speed);
    w.world().addRigidBody(body);
    w.run(0.2, kDt);
    EXPECT_LT(double(w.fluid().getLinearVelocity(body).z()), speed);
    EXPECT_GT(double(w.fluid().getLinearVelocity(body).z()),
              -9.81 * 0.4 * 0.4); // (1 - rho V/m) / (1 + rho V/2m) = 0.38
    EXPECT_TRUE(w.log().empty());
}

TEST_P(Lifetime, ABodyMayBeMadeWetBeforeItJoinsTheWorld) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.world().removeRigidBody(body);
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    w.world().addRigidBody(body);
    w.run(0.1, kDt);
    const double fall = -double(body->getCenterOfMassPosition().z());
    EXPECT_NEAR(fall, 0.5 * 0.01 * 9.81 * (8.0 - 4.18) / (8.0 + 2.09), 0.001);
}

TEST_P(Lifetime, ABodyHasOneFluid) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().addBody(body, ball);
    btFluidAction second(&w.world());
    EXPECT_THROW(second.addBody(body, ball), std::invalid_argument);
    EXPECT_THROW(w.fluid().addBody(body, ball), std::invalid_argument);
    w.fluid().removeBody(body);
    second.addBody(body, ball);
    EXPECT_EQ(second.getNumBodies(), 1);
}

TEST_P(Lifetime, AFailedAdditionLeavesTheBodyAsItWas) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    body->setDamping(btScalar(0.25), btScalar(0.5));
    const int flags = body->getFlags();
    /// Throws away from the origin, or has an impossible density everywhere.
    struct Broken final : FluidMedium {
        bool m_throws = false;
        MediumSample sample(const Vector3& point, double) const override {
            if (m_throws && point.norm() > 1.0) throw std::runtime_error("out of range");
            MediumSample s;
            s.density = m_throws ? 1000.0 : -1.0;
            return s;
        }
    };
    const auto throwing = std::make_shared<Broken>();
    throwing->m_throws = true;
    test::World other;
    other.fluid().setMedium(throwing);
    body->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, 2)));
    EXPECT_THROW(other.fluid().addBody(body, ball), std::runtime_error);
    EXPECT_EQ(body->getFlags(), flags);
    EXPECT_FLOAT_EQ(float(body->getLinearDamping()), 0.25f);
    EXPECT_FLOAT_EQ(float(body->getInvMass()), 0.125f);
    EXPECT_EQ(other.fluid().getNumBodies(), 0);

    w.fluid().addBody(body, ball);
    EXPECT_THROW(w.fluid().setMedium(std::make_shared<Broken>()), std::invalid_argument);
    w.run(0.1, kDt);
    EXPECT_GT(double(w.fluid().getLinearVelocity(body).z()), -0.4 * 0.981); // still in water
    EXPECT_TRUE(w.log().empty());
}

TEST_P(Lifetime, OverwrittenFlagsDoNotBringBulletsGyroscopicTermBack) {
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().addBody(body, ball);
    w.run(0.1, kDt);
    body->setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
    w.run(0.1, kDt);
    EXPECT_EQ(body->getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY, 0);
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
    EXPECT_TRUE(w.log().empty());
}

TEST_P(Lifetime, AnImpulseBeforeAnotherMediumIsNotLost) {
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    w.world().setGravity(btVector3(0, 0, 0));
    btRigidBody* body = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    w.fluid().setMedium(UniformMedium(100.0, 0.0));
    w.fluid().addBody(body, FluidBodyModel::build(makeSphere(0.1, 180), def));
    w.run(0.1, kDt);
    body->applyCentralImpulse(btVector3(20, 0, 0));
    const KirchhoffMotion before = w.fluid().getFluidBody(body)->motion();
    w.fluid().setMedium(UniformMedium(2000.0, 0.0)); // keeps the velocity from the impulse
    w.run(kDt, kDt);
    EXPECT_NEAR(double(w.fluid().getLinearVelocity(body).x()),
                20.0 / totalInertia(before, Pose(), 0.0).inertia.matrix()(3, 3), 1e-5);
}

TEST_P(Lifetime, TheModeIsSaidOnceAndHowToGetTheOther) {
    std::vector<std::string> lines;
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_log = [&](const std::string& line) { lines.push_back(line); };
    test::World plain;
    btFluidAction fluid(&plain.world(), info);
    std::unique_ptr<btFluidConstraintSolver> solver;
    if (GetParam() == test::Solver::Fluid) {
        solver = std::make_unique<btFluidConstraintSolver>(fluid);
        plain.world().setConstraintSolver(solver.get());
    }
    plain.world().addAction(&fluid);
    btRigidBody* body = plain.addSphere(0.1, 8.0, btVector3(0, 0, 0));
    fluid.addBody(body, ball);
    plain.run(0.5, kDt);
    ASSERT_EQ(lines.size(), 1u);
    if (GetParam() == test::Solver::Fluid) {
        EXPECT_EQ(lines[0].find("exact mode"), 0u);
        EXPECT_EQ(fluid.getMode(), BT_FLUID_EXACT);
    } else {
        EXPECT_EQ(lines[0].find("drop-in mode"), 0u);
        EXPECT_NE(lines[0].find("setConstraintSolver(&solver)"), std::string::npos);
        EXPECT_EQ(fluid.getMode(), BT_FLUID_DROP_IN);
    }
    fluid.removeAllBodies();
    plain.world().removeAction(&fluid);
}

TEST(SolverChange, AFlightDoesNotNoticeItAndAPileDoesNotEither) {
    // Solvers swapped every 7 steps, against a constant one: a falling body and a body at rest.
    Vector3 end[2], rest[2];
    for (int swapping = 0; swapping < 2; ++swapping) {
        test::World w;
        btFluidConstraintSolver exact(w.fluid());
        btSequentialImpulseConstraintSolver stock;
        w.world().setConstraintSolver(&exact);
        w.fluid().setMedium(UniformMedium::water());
        w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -11));
        btRigidBody* faller = w.addGhost(makeSolidBody(test::ellipsoidModel({0.3, 0.2, 0.1}), 2000.0),
                                         {expSO3({0.3, 0.2, 0.1}), Vector3(5, 0, 0)});
        btRigidBody* rester =
            w.addBox(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05)), 12.0, btVector3(0, 0, btScalar(-9.95)));
        rester->setActivationState(DISABLE_DEACTIVATION);
        w.fluid().addBody(faller, test::ellipsoidModel({0.3, 0.2, 0.1}));
        w.fluid().addBody(rester, FluidBodyModel::build(makeBox({0.4, 0.2, 0.1}, 432)));
        for (int i = 0; i < 120; ++i) {
            if (swapping && i % 7 == 0)
                w.world().setConstraintSolver(i % 2 == 0 ? static_cast<btConstraintSolver*>(&stock) : &exact);
            w.run(kDt, kDt);
            const double speed = double(w.fluid().getLinearVelocity(rester).length());
            EXPECT_LT(speed, i == 0 ? 0.03 : 0.008) << i; // Bullet's box-box test sees no floor at first
        }
        end[swapping] = btFluidVector(faller->getCenterOfMassPosition());
        rest[swapping] = btFluidVector(rester->getCenterOfMassPosition());
        w.world().setConstraintSolver(&stock);
    }
    EXPECT_LT((end[0] - end[1]).norm(), test::bulletTolerance(1e-9, 2e-5));
    EXPECT_LT((rest[0] - rest[1]).norm(), 1e-3);
}

} // namespace lifetime_test
