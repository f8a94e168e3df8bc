// SPDX-License-Identifier: Zlib
// Wet bodies in Bullet's other kinds of world.
#include "BulletAmbientFluid/Base/btFluidWorldKind.h"
#include "BulletAmbientFluid/btFluidConstraintSolverVariants.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletTestWorld.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <LinearMath/btThreads.h>
#include <gtest/gtest.h>

namespace world_kinds_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// Options of an action that logs, with its mode, to `lines`.
btFluidAction::btFluidActionConstructionInfo loggingTo(std::vector<std::string>& lines) {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_log = [&lines](const std::string& line) { lines.push_back(line); };
    return info;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

btFluidAction::btFluidActionConstructionInfo quiet() {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_announceMode = false;
    return info;
}

/// Wet boxes falling onto a floor in some world, and their fluid action. Removes them at the end.
class Boxes {
  public:
    Boxes(btDynamicsWorld& world, btFluidAction& fluid, int count)
        : m_world(world), m_fluid(fluid), m_boxShape(btVector3(btScalar(0.2), btScalar(0.1), btScalar(0.05))),
          m_floorShape(btVector3(5, 5, 1)) {
        const auto model = FluidBodyModel::build(makeBox({0.4, 0.2, 0.1}, 108));
        world.setGravity(btVector3(0, 0, btScalar(-9.81)));
        fluid.setMedium(UniformMedium::water());
        add(m_floorShape, 0, btVector3(0, 0, -1));
        for (int i = 0; i < count; ++i)
            fluid.addBody(add(m_boxShape, 12, btVector3(0, btScalar(0.01 * i), btScalar(0.06 + 0.12 * i))), model);
    }
    ~Boxes() {
        m_fluid.removeAllBodies();
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }
    btRigidBody& box(int i) { return *m_bodies[std::size_t(i) + 1]; }

  private:
    btRigidBody* add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(m_bodies.back().get());
        return m_bodies.back().get();
    }

    btDynamicsWorld& m_world;
    btFluidAction& m_fluid;
    btBoxShape m_boxShape, m_floorShape;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

} // namespace

TEST(MultiThreadedWorld, APileStandsAndItsSolversSeeTheFluid) {
    btSetTaskScheduler(btGetSequentialTaskScheduler()); // the only one of a Bullet without BT_THREADSAFE
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcherMt dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btFluidConstraintSolver* solvers[] = {new btFluidConstraintSolver(nullptr), new btFluidConstraintSolver(nullptr)};
    btConstraintSolver* poolMembers[] = {solvers[0], solvers[1]};
    btConstraintSolverPoolMt pool(poolMembers, 2); // deletes them
    btFluidConstraintSolverMt large(nullptr);
    btDiscreteDynamicsWorldMt world(&dispatcher, &broadphase, &pool, &large, &configuration);
    btFluidAction fluid(&world, quiet());
    for (btFluidConstraintSolver* solver : solvers)
        solver->addBodies(fluid);
    large.addBodies(fluid);
    world.addAction(&fluid);
    Boxes boxes(world, fluid, 5);
    for (int i = 0; i < 300; ++i)
        world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
    EXPECT_EQ(fluid.getMode(), BT_FLUID_EXACT);
    for (int i = 0; i < 5; ++i) {
        EXPECT_NEAR(double(boxes.box(i).getCenterOfMassPosition().z()), 0.05 + 0.1 * i, 0.01);
        EXPECT_LT(double(fluid.getLinearVelocity(&boxes.box(i)).length()), 0.03);
    }
    world.removeAction(&fluid);
}

TEST(MultiBodyWorld, AWetPileStandsOnTheLinkOfAMultiBody) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btFluidMultiBodyConstraintSolver solver(nullptr);
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btFluidAction fluid(&world, quiet());
    solver.addBodies(fluid);
    world.addAction(&fluid);
    {
        Boxes boxes(world, fluid, 3);
        // A heavy free base, falling onto the pile from above and pressing on it.
        btBoxShape plate(btVector3(btScalar(0.3), btScalar(0.3), btScalar(0.05)));
        btVector3 inertia;
        plate.calculateLocalInertia(20, inertia);
        btMultiBody base(0, 20, inertia, false, false);
        btMultiBodyLinkCollider collider(&base, -1);
        collider.setCollisionShape(&plate);
        base.setBasePos(btVector3(0, btScalar(0.01), btScalar(0.5)));
        base.setBaseCollider(&collider);
        base.finalizeMultiDof();
        btTransform start;
        start.setIdentity();
        start.setOrigin(base.getBasePos());
        collider.setWorldTransform(start);
        world.addCollisionObject(&collider, 1, -1);
        world.addMultiBody(&base);
        for (int i = 0; i < 300; ++i)
            world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
        EXPECT_EQ(fluid.getMode(), BT_FLUID_EXACT);
        EXPECT_NEAR(double(base.getBasePos().z()), 0.35, 0.02);
        double impulse = 0.0; // of the floor on the pile
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            if (manifold.getBody0() != &boxes.box(-1) && manifold.getBody1() != &boxes.box(-1)) continue;
            for (int k = 0; k < manifold.getNumContacts(); ++k)
                impulse += double(manifold.getContactPoint(k).m_appliedImpulse);
        }
        const double weight = (3 * (12.0 - 998.2 * 0.008) + 20.0) * 9.81;
        EXPECT_NEAR(impulse / kDt, weight, 0.1 * weight); // ten iterations leave the impulse to flicker
        world.removeMultiBody(&base);
        world.removeCollisionObject(&collider);
    }
    world.removeAction(&fluid);
}

TEST(MultiBodyWorld, TheHintNamesTheSolverThatWorksInThisWorldAndItDoes) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver stock;
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &stock, &configuration);
    std::vector<std::string> lines;
    btFluidAction fluid(&world, loggingTo(lines));
    world.addAction(&fluid);
    {
        Boxes boxes(world, fluid, 1);
        world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].find("drop-in mode: "), 0u);
        EXPECT_TRUE(contains(lines[0], " btFluidMultiBodyConstraintSolver solver(fluid)")) << lines[0];
        EXPECT_TRUE(contains(lines[0], "world->setMultiBodyConstraintSolver(&solver)")) << lines[0];

        btFluidConstraintSolver notForThisWorld(fluid);
        world.setConstraintSolver(&notForThisWorld);
        world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
        EXPECT_EQ(fluid.getMode(), BT_FLUID_DROP_IN) << "this world leaves its islands with the solver that they had";

        btFluidMultiBodyConstraintSolver solver(fluid);
        world.setMultiBodyConstraintSolver(&solver);
        world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
        EXPECT_EQ(fluid.getMode(), BT_FLUID_EXACT);
        ASSERT_EQ(lines.size(), 2u);
        EXPECT_EQ(lines[1].find("exact mode"), 0u);
        world.setMultiBodyConstraintSolver(&stock);
    }
    world.removeAction(&fluid);
}

TEST(MultiThreadedWorld, TheHintNamesThePoolThatSuchAWorldIsMadeOf) {
    btSetTaskScheduler(btGetSequentialTaskScheduler());
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcherMt dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btConstraintSolverPoolMt pool(2);
    btSequentialImpulseConstraintSolverMt large;
    btDiscreteDynamicsWorldMt world(&dispatcher, &broadphase, &pool, &large, &configuration);
    std::vector<std::string> lines;
    btFluidAction fluid(&world, loggingTo(lines));
    world.addAction(&fluid);
    {
        Boxes boxes(world, fluid, 1);
        world.stepSimulation(btScalar(kDt), 0, btScalar(kDt));
        ASSERT_EQ(lines.size(), 1u);
        for (const char* name : {"btConstraintSolverPoolMt", "btFluidConstraintSolverMt", "addBodies(fluid)"})
            EXPECT_TRUE(contains(lines[0], name)) << lines[0];
        EXPECT_FALSE(contains(lines[0], "setConstraintSolver")) << "one solver for all threads at once: " << lines[0];
    }
    world.removeAction(&fluid);
}

// btDeformableMultiBodyDynamicsWorld is in a Bullet library without use in the binding.
TEST(DeformableWorld, NoHintNamesASolverThatWouldReplaceItsOwn) {
    struct Deformable : btMultiBodyDynamicsWorld {
        using btMultiBodyDynamicsWorld::btMultiBodyDynamicsWorld;
        btDynamicsWorldType getWorldType() const override { return btDynamicsWorldType(7); }
    };
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver stock;
    const Deformable world(&dispatcher, &broadphase, &stock, &configuration);
    EXPECT_EQ(btFluidKindOf(world), BT_FLUID_DEFORMABLE_WORLD);
    EXPECT_FALSE(contains(btFluidWayToExactMode(btFluidKindOf(world)), "ConstraintSolver"));
}

} // namespace world_kinds_test
