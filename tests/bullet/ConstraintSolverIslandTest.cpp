// SPDX-License-Identifier: Zlib
// Bodies in a real world that a solver must not change.
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletTolerance.h"
#include "SolvedBodyStub.h"

#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <gtest/gtest.h>

namespace constraint_solver_island_test {

using namespace ambient;

namespace {

constexpr double kStep = 1.0 / 60;

class BoxWorld {
  public:
    test::StubBodies wet;

    BoxWorld()
        : m_dispatcher(&m_configuration), m_solver(wet),
          world(&m_dispatcher, &m_broadphase, &m_solver, &m_configuration) {
        world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    }
    ~BoxWorld() {
        for (auto& body : m_bodies)
            world.removeRigidBody(body.get());
    }
    BoxWorld(const BoxWorld&) = delete;
    BoxWorld& operator=(const BoxWorld&) = delete;

    btRigidBody* add(const btVector3& halfExtents, double mass, const btVector3& at) {
        m_shapes.push_back(std::make_unique<btBoxShape>(halfExtents));
        btVector3 inertia(0, 0, 0);
        if (mass > 0) m_shapes.back()->calculateLocalInertia(btScalar(mass), inertia);
        btRigidBody::btRigidBodyConstructionInfo construction(btScalar(mass), nullptr, m_shapes.back().get(), inertia);
        construction.m_startWorldTransform.setOrigin(at);
        m_bodies.push_back(std::make_unique<btRigidBody>(construction));
        world.addRigidBody(m_bodies.back().get());
        return m_bodies.back().get();
    }

    /// A cube of 1 kg; wet with some inertia.
    btRigidBody* addWetBox(const btVector3& at) {
        btRigidBody* box = add(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)), 1.0, at);
        wet.add(*box, test::randomInertia(m_random, *box, 1.0));
        box->setActivationState(DISABLE_DEACTIVATION);
        return box;
    }

    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            world.stepSimulation(btScalar(kStep), 0);
    }

  private:
    test::Random m_random{3};
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btFluidConstraintSolver m_solver;

  public:
    btDiscreteDynamicsWorld world;

  private:
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

Matrix3 rowsOf(const btTransform& t) {
    return btFluidMatrix(t.getBasis());
}

} // namespace

TEST(ConstraintSolverIsland, SleepingStaticAndKinematicBodiesAreLeftAloneWhateverTheIslands) {
    for (bool split : {true, false}) {
        BoxWorld w;
        w.world.getSimulationIslandManager()->setSplitIslands(split);
        btRigidBody* floor = w.add(btVector3(20, 20, 1), 0.0, btVector3(0, 0, -1));
        btRigidBody* lift = w.add(btVector3(1, 1, btScalar(0.1)), 0.0, btVector3(5, 0, btScalar(0.1)));
        lift->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        btRigidBody* sleeper = w.addWetBox(btVector3(-5, 0, btScalar(0.2)));
        sleeper->forceActivationState(ISLAND_SLEEPING);
        btRigidBody* awake = w.addWetBox(btVector3(0, 0, btScalar(0.5)));
        for (btRigidBody* body : {floor, lift})
            w.wet.add(*body, Matrix6::Identity());
        const std::vector<btRigidBody*> still = {floor, lift, sleeper};
        std::vector<btTransform> before;
        for (btRigidBody* body : still)
            before.push_back(body->getWorldTransform());
        w.run(30);
        for (std::size_t i = 0; i < still.size(); ++i) {
            EXPECT_EQ(w.wet.find(still[i])->begun, 0) << split << " " << i;
            EXPECT_EQ(btFluidVector(still[i]->getCenterOfMassPosition()), btFluidVector(before[i].getOrigin()));
            EXPECT_EQ(rowsOf(still[i]->getWorldTransform()), rowsOf(before[i]));
        }
        EXPECT_EQ(w.wet.find(awake)->begun, 30);
        EXPECT_EQ(w.wet.find(awake)->ended, 30);
    }
}

TEST(ConstraintSolverIsland, AKinematicBodyCarriesAWetOneAlong) {
    for (bool split : {true, false}) {
        BoxWorld w;
        w.world.getSimulationIslandManager()->setSplitIslands(split);
        btRigidBody* belt = w.add(btVector3(4, 1, btScalar(0.1)), 0.0, btVector3(0, 0, btScalar(-0.1)));
        belt->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        belt->setActivationState(DISABLE_DEACTIVATION);
        btRigidBody* box = w.addWetBox(btVector3(0, 0, btScalar(0.2)));
        for (int i = 0; i < 120; ++i) {
            btTransform next = belt->getWorldTransform();
            next.setOrigin(next.getOrigin() + btVector3(btScalar(0.5 * kStep), 0, 0));
            belt->setWorldTransform(next);
            w.run(1);
        }
        EXPECT_NEAR(double(belt->getLinearVelocity().x()), 0.5, test::bulletTolerance(1e-12, 1e-5));
        EXPECT_NEAR(double(box->getLinearVelocity().x()), 0.5, 1e-4); // measured 2.7e-5
    }
}

TEST(ConstraintSolverIsland, ABoxAtRestOnAFloorIsCarriedByItsWeightTimesTheStep) {
    BoxWorld w;
    w.add(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    btRigidBody* box = w.addWetBox(btVector3(0, 0, btScalar(0.2)));
    w.run(600);
    double support = 0.0;
    btDispatcher& dispatcher = *w.world.getDispatcher();
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); ++k)
            support += double(manifold.getContactPoint(k).getAppliedImpulse());
    }
    EXPECT_NEAR(support / (9.81 * kStep), 1.0, test::bulletTolerance(1e-9, 1e-5)); // measured 2.2e-10, 1.7e-6
    EXPECT_LT(test::twistOf(*box).norm(), 4e-4); // measured 1.4e-4: the rest after 10 iterations
    EXPECT_EQ(w.wet.find(box)->ended, 600);
}

} // namespace constraint_solver_island_test
