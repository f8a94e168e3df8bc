// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedBody.h"
#include "BulletTolerance.h"
#include "SolvedBodyStub.h"
#include "SolverKinds.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <gtest/gtest.h>

#include <functional>

namespace constraint_solver_variants_test {

using namespace ambient;

namespace {

/// The data changed by a solve: to be compared, and to be restored.
struct State {
    std::vector<btTransform> poses;
    std::vector<btVector3> velocities;
    std::vector<btManifoldPoint> contacts;
    std::vector<double> jointImpulses;
};

struct Group {
    btCollisionObject** bodies;
    int numBodies;
    btPersistentManifold** manifolds;
    int numManifolds;
    btTypedConstraint** joints;
    int numJoints;

    State state() const {
        State s;
        for (int i = 0; i < numBodies; ++i) {
            const btRigidBody& body = *btRigidBody::upcast(bodies[i]);
            s.poses.push_back(body.getWorldTransform());
            s.velocities.push_back(body.getLinearVelocity());
            s.velocities.push_back(body.getAngularVelocity());
        }
        for (int i = 0; i < numManifolds; ++i)
            for (int k = 0; k < manifolds[i]->getNumContacts(); ++k)
                s.contacts.push_back(manifolds[i]->getContactPoint(k));
        for (int i = 0; i < numJoints; ++i)
            s.jointImpulses.push_back(double(joints[i]->getAppliedImpulse()));
        return s;
    }

    void restore(const State& s) const {
        for (int i = 0; i < numBodies; ++i) {
            btRigidBody& body = *btRigidBody::upcast(bodies[i]);
            body.setWorldTransform(s.poses[std::size_t(i)]);
            body.setLinearVelocity(s.velocities[std::size_t(2 * i)]);
            body.setAngularVelocity(s.velocities[std::size_t(2 * i + 1)]);
        }
        std::size_t next = 0;
        for (int i = 0; i < numManifolds; ++i)
            for (int k = 0; k < manifolds[i]->getNumContacts(); ++k)
                manifolds[i]->getContactPoint(k) = s.contacts[next++];
    }
};

/// Solves every group twice from the same state, with Bullet's solver and with the exact one, and continues with the
/// exact result.
class TwinSolver : public btMultiBodyConstraintSolver {
  public:
    TwinSolver(test::SolverKind kind, test::StubBodies& wet) : m_stock(kind), m_exact(kind, wet), m_wet(wet) {}

    btScalar solveGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds, int numManifolds,
                        btTypedConstraint** joints, int numJoints, const btContactSolverInfo& info,
                        btIDebugDraw* drawer, btDispatcher* dispatcher) override {
        const Group group{bodies, numBodies, manifolds, numManifolds, joints, numJoints};
        const State before = group.state();
        solveWith(*m_stock, group, info, drawer, dispatcher);
        const State expected = group.state();
        group.restore(before);
        solveWith(*m_exact, group, info, drawer, dispatcher);
        compare(group, expected, group.state());
        return 0;
    }

    void solveMultiBodyGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
                             int numManifolds, btTypedConstraint** joints, int numJoints, btMultiBodyConstraint**, int,
                             const btContactSolverInfo& info, btIDebugDraw* drawer, btDispatcher* dispatcher) override {
        solveGroup(bodies, numBodies, manifolds, numManifolds, joints, numJoints, info, drawer, dispatcher);
    }

    double worst = 0.0;        ///< largest difference of a velocity over the solve's largest one, or over 1 m/s
    double worstImpulse = 0.0; ///< largest difference of a contact's or joint's impulse [N s]
    double worstDry = 0.0;     ///< as `worst`, of dry bodies
    double fastest = 0.0;      ///< largest velocity
    std::size_t mostContacts = 0;

  private:
    static void solveWith(btSequentialImpulseConstraintSolver& solver, const Group& g, const btContactSolverInfo& info,
                          btIDebugDraw* drawer, btDispatcher* dispatcher) {
        if (auto* multi = dynamic_cast<btMultiBodyConstraintSolver*>(&solver))
            multi->solveMultiBodyGroup(g.bodies, g.numBodies, g.manifolds, g.numManifolds, g.joints, g.numJoints,
                                       nullptr, 0, info, drawer, dispatcher);
        else
            solver.solveGroup(g.bodies, g.numBodies, g.manifolds, g.numManifolds, g.joints, g.numJoints, info, drawer,
                              dispatcher);
    }

    void compare(const Group& group, const State& expected, const State& found) {
        double speed = 1.0;
        for (const btVector3& velocity : found.velocities)
            speed = std::max(speed, double(velocity.length()));
        fastest = std::max(fastest, speed);
        for (std::size_t i = 0; i < found.velocities.size(); ++i) {
            const double difference = double((expected.velocities[i] - found.velocities[i]).length()) / speed;
            worst = std::max(worst, difference);
            if (!m_wet.find(btRigidBody::upcast(group.bodies[i / 2]))) worstDry = std::max(worstDry, difference);
        }
        for (std::size_t i = 0; i < found.poses.size(); ++i)
            worst = std::max(worst, double((expected.poses[i].getOrigin() - found.poses[i].getOrigin()).length()));
        const auto impulse = [&](double a, double b) { worstImpulse = std::max(worstImpulse, std::abs(a - b)); };
        for (std::size_t i = 0; i < found.contacts.size(); ++i) {
            const btManifoldPoint &a = expected.contacts[i], &b = found.contacts[i];
            impulse(double(a.m_appliedImpulse), double(b.m_appliedImpulse));
            impulse(double(a.m_appliedImpulseLateral1), double(b.m_appliedImpulseLateral1));
            impulse(double(a.m_appliedImpulseLateral2), double(b.m_appliedImpulseLateral2));
        }
        for (std::size_t i = 0; i < found.jointImpulses.size(); ++i)
            impulse(expected.jointImpulses[i], found.jointImpulses[i]);
        mostContacts = std::max(mostContacts, found.contacts.size());
    }

    test::AnySolver m_stock, m_exact;
    test::StubBodies& m_wet;
};

/// A pile of boxes, balls and capsules falling on a floor, with joints of five kinds hanging above.
class Pile {
  public:
    test::StubBodies wet;
    TwinSolver solver;
    std::vector<btRigidBody*> bodies;

    Pile(test::SolverKind kind, bool withJoints)
        : solver(kind, wet), m_dispatcher(&m_configuration),
          m_world(&m_dispatcher, &m_broadphase, &solver, &m_configuration) {
        m_world.setGravity(btVector3(0, 0, btScalar(-9.81)));
        add(&m_floor, 0.0, btTransform::getIdentity());
        test::Random random(1);
        btCollisionShape* const shapes[] = {&m_box, &m_ball, &m_capsule};
        for (int i = 0; i < 40; ++i) {
            const Vector3 at(0.7 * (i % 3) - 0.7 + random.uniform(-0.1, 0.1), 0.7 * (i / 3 % 3) - 0.7,
                             0.9 + 0.7 * (i / 9));
            add(shapes[i % 3], random.uniform(0.5, 3.0), btFluidTransform(Pose{random.rotation(), at}));
        }
        if (withJoints) addJoints();
    }

    ~Pile() {
        for (auto& joint : m_joints)
            m_world.removeConstraint(joint.get());
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }

    Pile(const Pile&) = delete;
    Pile& operator=(const Pile&) = delete;

    btContactSolverInfo& info() { return m_world.getSolverInfo(); }

    void wetAllWithTheirDryInertia() {
        for (btRigidBody* body : bodies)
            wet.add(*body, test::bareInertia(*body), test::StubBody::Bare);
    }

    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            m_world.stepSimulation(btScalar(1.0 / 60), 0);
    }

    btRigidBody* add(btCollisionShape* shape, double mass, const btTransform& start) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
        btRigidBody::btRigidBodyConstructionInfo construction(btScalar(mass), nullptr, shape, inertia);
        construction.m_startWorldTransform = start;
        construction.m_restitution = btScalar(0.5);
        construction.m_rollingFriction = construction.m_spinningFriction = btScalar(0.1);
        m_bodies.push_back(std::make_unique<btRigidBody>(construction));
        btRigidBody* body = m_bodies.back().get();
        body->setFlags(0); // the free motion of the stub has no gyroscopic torque
        body->setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(body);
        if (mass > 0) bodies.push_back(body);
        return body;
    }

    btBoxShape m_box{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.25))};

  private:
    btRigidBody* addHanging(double x) {
        btTransform start = btTransform::getIdentity();
        start.setOrigin(btVector3(btScalar(x), 3, 5));
        btRigidBody* body = add(&m_box, 1.0, start);
        body->setAngularVelocity(btVector3(1, 2, -1));
        return body;
    }

    template <class Joint>
    Joint& keep(std::unique_ptr<Joint> joint) {
        Joint& added = *joint;
        m_joints.push_back(std::move(joint));
        m_world.addConstraint(&added);
        return added;
    }

    void addJoints() {
        const btTransform here = btTransform::getIdentity();
        btTransform above = here;
        above.setOrigin(btVector3(0, 0, btScalar(0.8)));
        for (double x : {-6.0, 6.0}) {
            btRigidBody &a = *addHanging(x), &b = *addHanging(x + 1), &c = *addHanging(x + 2), &d = *addHanging(x + 3),
                        &e = *addHanging(x + 4);
            keep(std::make_unique<btPoint2PointConstraint>(a, above.getOrigin()));
            auto& hinge = keep(std::make_unique<btHingeConstraint>(a, b, inBeside(0.5), inBeside(-0.5)));
            hinge.enableAngularMotor(true, 3, btScalar(0.2));
            hinge.setLimit(btScalar(-0.5), btScalar(0.5));
            auto& slider = keep(std::make_unique<btSliderConstraint>(b, c, inBeside(0.5), inBeside(-0.5), true));
            slider.setLowerLinLimit(btScalar(-0.1));
            slider.setUpperLinLimit(btScalar(0.1));
            auto& spring = keep(std::make_unique<btGeneric6DofSpring2Constraint>(c, d, inBeside(0.5), inBeside(-0.5)));
            spring.setAngularLowerLimit(btVector3(btScalar(-0.2), btScalar(-0.2), btScalar(-0.2)));
            spring.setAngularUpperLimit(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
            spring.enableSpring(0, true);
            spring.setStiffness(0, 50);
            spring.setLinearLowerLimit(btVector3(btScalar(-0.2), 0, 0));
            spring.setLinearUpperLimit(btVector3(btScalar(0.2), 0, 0));
            auto& cone = keep(std::make_unique<btConeTwistConstraint>(d, e, inBeside(0.5), inBeside(-0.5)));
            cone.setLimit(4, 4, 4); // never reached: there wet bodies have other rows (btFluidConeTwistRows.h)
        }
        // Bullet corrects positions by velocities of any energy, the exact solver does not.
        info().m_erp = 0;
    }

    static btTransform inBeside(double x) {
        btTransform frame = btTransform::getIdentity();
        frame.setOrigin(btVector3(btScalar(x), 0, 0));
        return frame;
    }

    btStaticPlaneShape m_floor{btVector3(0, 0, 1), 0};
    btSphereShape m_ball{btScalar(0.3)};
    btCapsuleShape m_capsule{btScalar(0.2), btScalar(0.4)};
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btDiscreteDynamicsWorld m_world;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
};

struct Mode {
    const char* name;
    std::function<void(btContactSolverInfo&)> set;
};

const std::vector<Mode>& modes() {
    static const std::vector<Mode> all = {
        {"default", [](btContactSolverInfo&) {}},
        {"randomised order", [](btContactSolverInfo& i) { i.m_solverMode |= SOLVER_RANDMIZE_ORDER; }},
        {"interleaved",
         [](btContactSolverInfo& i) { i.m_solverMode |= SOLVER_INTERLEAVE_CONTACT_AND_FRICTION_CONSTRAINTS; }},
        {"two friction directions", [](btContactSolverInfo& i) { i.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS; }},
        {"fixed friction directions",
         [](btContactSolverInfo& i) {
             i.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_ENABLE_FRICTION_DIRECTION_CACHING |
                               SOLVER_DISABLE_VELOCITY_DEPENDENT_FRICTION_DIRECTION;
         }},
        {"no split impulse", [](btContactSolverInfo& i) { i.m_splitImpulse = false; }},
        {"no warm start", [](btContactSolverInfo& i) { i.m_solverMode &= ~SOLVER_USE_WARMSTARTING; }},
        {"relaxed and soft",
         [](btContactSolverInfo& i) {
             i.m_sor = btScalar(0.8);
             i.m_globalCfm = btScalar(1e-4);
         }},
    };
    return all;
}

} // namespace

TEST(ConstraintSolverVariants, DryInertiaGivesBulletsOwnSolveInEveryMode) {
    for (const Mode& mode : modes())
        for (bool withJoints : {false, true}) {
            Pile pile(test::SolverKind::SequentialImpulse, withJoints);
            pile.wetAllWithTheirDryInertia();
            pile.bodies[0]->setAnisotropicFriction(btVector3(1, btScalar(0.2), 1));
            pile.bodies[2]->setAnisotropicFriction(btVector3(1, btScalar(0.2), 1),
                                                   btCollisionObject::CF_ANISOTROPIC_ROLLING_FRICTION);
            mode.set(pile.info());
            pile.run(200);
            SCOPED_TRACE(mode.name);
            EXPECT_GT(pile.solver.mostContacts, 60u);
            EXPECT_GT(pile.solver.fastest, 2.0);
            EXPECT_LT(pile.solver.worst, test::bulletTolerance(3e-14, 6e-6));        // measured 3.2e-15, 1.1e-6
            EXPECT_LT(pile.solver.worstImpulse, test::bulletTolerance(6e-14, 3e-5)); // measured 1.1e-14, 4.8e-6
        }
}

TEST(ConstraintSolverVariants, DryInertiaGivesBulletsOwnSolveWithEveryIterativeSolver) {
    for (test::SolverKind kind : test::iterativeSolvers) {
        Pile pile(kind, kind != test::SolverKind::NNCG); // Bullet's own NNCG explodes with these joints
        pile.wetAllWithTheirDryInertia();
        pile.run(200);
        SCOPED_TRACE(test::nameOf(kind));
        EXPECT_GT(pile.solver.mostContacts, 60u);
        EXPECT_LT(pile.solver.worst, test::bulletTolerance(1e-13, 1e-5));        // measured 2.0e-14, 2.2e-6
        EXPECT_LT(pile.solver.worstImpulse, test::bulletTolerance(2e-12, 3e-4)); // measured 3.3e-13, 5.8e-5
    }
}

TEST(ConstraintSolverVariants, WithoutWetBodiesEverySolveIsBulletsToTheBit) {
    for (test::SolverKind kind : test::allSolvers) {
        Pile pile(kind, true);
        pile.run(kind == test::SolverKind::MLCP ? 20 : 200);
        SCOPED_TRACE(test::nameOf(kind));
        EXPECT_GT(pile.solver.fastest, 1.0);
        EXPECT_EQ(pile.solver.worst, 0.0);
        EXPECT_EQ(pile.solver.worstImpulse, 0.0);
    }
}

TEST(ConstraintSolverVariants, WetBodiesElsewhereLeaveDryOnesSolvedToTheBit) {
    Pile pile(test::SolverKind::SequentialImpulse, false);
    test::Random random(8);
    for (int i = 0; i < 3; ++i) {
        btTransform start = btTransform::getIdentity();
        start.setOrigin(btVector3(30, 0, btScalar(0.3 + 0.6 * i)));
        btRigidBody* body = pile.add(&pile.m_box, 1.0, start);
        pile.wet.add(*body, test::randomInertia(random, *body, 2.0));
    }
    pile.run(200);
    EXPECT_GT(pile.solver.worst, 1e-3);
    EXPECT_EQ(pile.solver.worstDry, 0.0);
}

} // namespace constraint_solver_variants_test
