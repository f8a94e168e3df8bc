// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletTolerance.h"
#include "SolvedBodyStub.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace constraint_solver_multi_body_test {

using namespace ambient;

namespace {

/// An exact solver that records its single contact between a rigid body and a multi-body link during the step.
class Probe : public btFluidMultiBodyConstraintSolver {
  public:
    explicit Probe(btFluidSolvedBodies& wet) : btFluidMultiBodyConstraintSolver(wet) {}

    void solveMultiBodyGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
                             int numManifolds, btTypedConstraint** joints, int numJoints,
                             btMultiBodyConstraint** multiJoints, int numMultiJoints, const btContactSolverInfo& info,
                             btIDebugDraw* drawer, btDispatcher* dispatcher) override {
        if (!contact && numManifolds == 1 && manifolds[0]->getNumContacts() == 1) look(*manifolds[0]);
        btFluidMultiBodyConstraintSolver::solveMultiBodyGroup(bodies, numBodies, manifolds, numManifolds, joints,
                                                              numJoints, multiJoints, numMultiJoints, info, drawer,
                                                              dispatcher);
    }

    const btManifoldPoint* contact = nullptr;
    Matrix3 linkResponse = Matrix3::Zero(); ///< of the touching point to an impulse, along the three directions
    Vector3 approach = Vector3::Zero();     ///< velocity of the rigid body's point relative to the link's
    Eigen::Matrix<double, 3, 6> rigidJacobian = Eigen::Matrix<double, 3, 6>::Zero();

  private:
    void look(const btPersistentManifold& manifold) {
        contact = &manifold.getContactPoint(0);
        const auto* linkA = btMultiBodyLinkCollider::upcast(manifold.getBody0());
        const btMultiBodyLinkCollider& link = linkA ? *linkA : *btMultiBodyLinkCollider::upcast(manifold.getBody1());
        const btRigidBody& rigid = *btRigidBody::upcast(linkA ? manifold.getBody1() : manifold.getBody0());
        const btVector3& onLink = linkA ? contact->m_positionWorldOnA : contact->m_positionWorldOnB;
        const btVector3& onRigid = linkA ? contact->m_positionWorldOnB : contact->m_positionWorldOnA;
        btVector3 directions[3] = {contact->m_normalWorldOnB * btScalar(linkA ? -1 : 1), {}, {}};
        btPlaneSpace1(directions[0], directions[1], directions[2]);
        btMultiBody& multi = *link.m_multiBody;
        const int size = multi.getNumDofs() + 6;
        btAlignedObjectArray<btScalar> jacobians[3], responses[3], scratch;
        btAlignedObjectArray<btVector3> scratchVectors;
        btAlignedObjectArray<btMatrix3x3> scratchMatrices;
        for (int k = 0; k < 3; ++k) {
            jacobians[k].resize(size);
            responses[k].resize(size);
            multi.fillContactJacobianMultiDof(link.m_link, onLink, directions[k], &jacobians[k][0], scratch,
                                              scratchVectors, scratchMatrices);
            multi.calcAccelerationDeltasMultiDof(&jacobians[k][0], &responses[k][0], scratch, scratchVectors);
            const btVector3 arm = onRigid - rigid.getCenterOfMassPosition();
            rigidJacobian.row(k) = test::spatial(arm.cross(directions[k]), directions[k]).transpose();
            approach[k] = rigidJacobian.row(k).dot(test::twistOf(rigid));
            for (int i = 0; i < size; ++i)
                approach[k] -= double(multi.getVelocityVector()[i]) * double(jacobians[k][i]);
        }
        for (int i = 0; i < 9; ++i)
            for (int d = 0; d < size; ++d)
                linkResponse(i / 3, i % 3) += double(jacobians[i / 3][d]) * double(responses[i % 3][d]);
    }
};

/// A multi-body of a free base and one hinged link, and a ball flying against the link.
class LinkScene {
  public:
    enum Order { BallFirst, LinksFirst };
    static constexpr double radius = 0.5;

    LinkScene(btMultiBodyConstraintSolver& solver, double ballMass, double ballInertia, Order order)
        : m_dispatcher(&m_configuration), world(&m_dispatcher, &m_broadphase, &solver, &m_configuration),
          m_multi(1, 2, btVector3(btScalar(0.3), btScalar(0.4), btScalar(0.5)), false, false) {
        world.setGravity(btVector3(0, 0, 0));
        if (order == BallFirst) addBall(ballMass, ballInertia);
        addLinks();
        if (order == LinksFirst) addBall(ballMass, ballInertia);
        ball->setLinearVelocity(btVector3(-2, btScalar(0.3), btScalar(0.4)));
        ball->setAngularVelocity(btVector3(1, -2, 3));
    }

    ~LinkScene() {
        world.removeMultiBody(&m_multi);
        for (auto& collider : m_colliders)
            world.removeCollisionObject(collider.get());
        for (auto& body : m_bodies)
            world.removeRigidBody(body.get());
    }

    LinkScene(const LinkScene&) = delete;
    LinkScene& operator=(const LinkScene&) = delete;

    /// A ball of friction and restitution as the links have them.
    btRigidBody* addBody(double mass, double inertia, const btVector3& at) {
        btRigidBody::btRigidBodyConstructionInfo construction(
            btScalar(mass), nullptr, &m_sphere, btVector3(btScalar(inertia), btScalar(inertia), btScalar(inertia)));
        construction.m_startWorldTransform.setOrigin(at);
        m_bodies.push_back(std::make_unique<btRigidBody>(construction));
        m_bodies.back()->setFlags(0);
        m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        setSurface(*m_bodies.back());
        world.addRigidBody(m_bodies.back().get());
        return m_bodies.back().get();
    }

    void setSurfaces(double friction, double restitution, double rolling) {
        m_friction = friction;
        m_restitution = restitution;
        m_rolling = rolling;
        for (auto& collider : m_colliders)
            setSurface(*collider);
        for (auto& body : m_bodies)
            setSurface(*body);
    }

    /// Velocities of all moving bodies.
    std::vector<double> velocities() const {
        std::vector<double> all;
        for (int i = 0; i < m_multi.getNumDofs() + 6; ++i)
            all.push_back(double(m_multi.getVelocityVector()[i]));
        for (const auto& body : m_bodies)
            for (double v : test::twistOf(*body))
                all.push_back(v);
        return all;
    }

    btMultiBody& links() { return m_multi; }

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSphereShape m_sphere{btScalar(radius)};

  public:
    btMultiBodyDynamicsWorld world;
    btRigidBody* ball = nullptr;

  private:
    void addBall(double mass, double inertia) {
        ball = addBody(mass, inertia, btVector3(btScalar(2.51), btScalar(0.2), btScalar(0.1)));
    }

    void addLinks() {
        m_multi.setupRevolute(0, 1, btVector3(btScalar(0.1), btScalar(0.2), btScalar(0.15)), -1,
                              btQuaternion::getIdentity(), btVector3(0, 0, 1), btVector3(btScalar(0.8), 0, 0),
                              btVector3(btScalar(0.7), 0, 0), true);
        m_multi.finalizeMultiDof();
        m_multi.setLinearDamping(0);
        m_multi.setAngularDamping(0);
        m_multi.setCanSleep(false);
        m_multi.setJointVel(0, btScalar(0.5));
        world.addMultiBody(&m_multi);
        for (int link = -1; link < 1; ++link) {
            m_colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(&m_multi, link));
            m_colliders.back()->setCollisionShape(&m_sphere);
            setSurface(*m_colliders.back());
            world.addCollisionObject(m_colliders.back().get(), 2, -1 ^ 2); // links do not touch each other
            if (link < 0)
                m_multi.setBaseCollider(m_colliders.back().get());
            else
                m_multi.getLink(link).m_collider = m_colliders.back().get();
        }
        btAlignedObjectArray<btQuaternion> rotations;
        btAlignedObjectArray<btVector3> positions;
        m_multi.forwardKinematics(rotations, positions);
        m_multi.updateCollisionObjectWorldTransforms(rotations, positions);
    }

    void setSurface(btCollisionObject& object) const {
        object.setFriction(btScalar(m_friction));
        object.setRestitution(btScalar(m_restitution));
        object.setRollingFriction(btScalar(m_rolling));
        object.setSpinningFriction(btScalar(m_rolling));
    }

    btMultiBody m_multi;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> m_colliders;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    double m_friction = 0.0, m_restitution = 0.0, m_rolling = 0.0;
};

constexpr double kMass = 1.0, kInertia = 0.1, kStep = 1.0 / 60;

/// Two worlds in step: a ball with an isotropic fluid inertia, and a dry ball heavier by this inertia.
struct HeavierTwin {
    test::StubBodies wet, nobody;
    btFluidMultiBodyConstraintSolver exact{wet};
    btMultiBodyConstraintSolver stock;
    LinkScene scene, heavier;
    double added;

    HeavierTwin(double addedOverOwn, LinkScene::Order order)
        : scene(exact, kMass, kInertia, order),
          heavier(stock, kMass * (1 + addedOverOwn), kInertia * (1 + addedOverOwn), order), added(addedOverOwn) {
        wet.add(*scene.ball, (1 + added) * test::bareInertia(*scene.ball));
    }

    void addSecondBall() {
        const btVector3 at(btScalar(3.6), btScalar(0.3), 0);
        btRigidBody* second = scene.addBody(kMass, kInertia, at);
        wet.add(*second, (1 + added) * test::bareInertia(*second));
        btRigidBody* twin = heavier.addBody(kMass * (1 + added), kInertia * (1 + added), at);
        for (btRigidBody* body : {second, twin})
            body->setLinearVelocity(btVector3(-3, 0, 0));
    }

    enum Load {
        None,
        AsForce,
        AsImpulse ///< a force and a torque; the dry twin gets their change of velocity before the step
    };

    /// Largest difference of a velocity while both run [m/s, rad/s].
    double run(int steps, Load load) {
        const btVector3 force(-5, 1, 0), torque(0, btScalar(0.3), btScalar(0.1));
        double worst = 0.0;
        for (int i = 0; i < steps; ++i) {
            if (load != None) scene.ball->applyCentralForce(force);
            if (load == AsForce) heavier.ball->applyCentralForce(force);
            if (load == AsImpulse) {
                scene.ball->applyTorque(torque);
                heavier.ball->applyCentralImpulse(force * btScalar(kStep));
                heavier.ball->applyTorqueImpulse(torque * btScalar(kStep));
            }
            for (LinkScene* each : {&scene, &heavier})
                each->world.stepSimulation(btScalar(kStep), 0);
            const std::vector<double> a = scene.velocities(), b = heavier.velocities();
            for (std::size_t k = 0; k < a.size(); ++k)
                worst = std::max(worst, std::abs(a[k] - b[k]));
        }
        return worst;
    }
};

} // namespace

TEST(ConstraintSolverMultiBody, BallAgainstALinkReboundsAsTheFull6x6InertiaSays) {
    double worst = 0.0;
    for (LinkScene::Order order : {LinkScene::BallFirst, LinkScene::LinksFirst})
        for (double friction : {0.0, 1e4})
            for (unsigned seed = 0; seed < 10; ++seed) {
                test::StubBodies wet;
                Probe probe(wet);
                LinkScene scene(probe, kMass, kInertia, order);
                scene.setSurfaces(friction, friction > 0 ? 0.0 : 1.0, 0.0);
                scene.world.getSolverInfo().m_numIterations = 20000;
                test::Random random(seed);
                const test::StubBody& stub =
                    wet.add(*scene.ball, test::randomInertia(random, *scene.ball, random.uniform(0.5, 4.0)));
                for (int step = 0; step < 10 && !probe.contact; ++step)
                    scene.world.stepSimulation(btScalar(kStep), 0);
                ASSERT_TRUE(probe.contact);
                const auto& j = probe.rigidJacobian;
                const Matrix3 response = probe.linkResponse + j * stub.mobility * j.transpose();
                const double distance = double(probe.contact->getDistance());
                const double recovery =
                    -distance / kStep * (distance > 0 ? 1.0 : double(scene.world.getSolverInfo().m_erp2));
                Vector3 impulse = Vector3::Zero();
                if (friction > 0)
                    impulse = response.inverse() * (Vector3(recovery, 0, 0) - probe.approach);
                else
                    impulse.x() = (recovery - 2.0 * probe.approach.x()) / response(0, 0);
                ASSERT_GT(impulse.x(), 0.0);
                const Vector6 change = stub.mobility * j.transpose() * impulse;
                worst = std::max(worst, (stub.change - change).cwiseAbs().maxCoeff());
                EXPECT_NEAR(double(probe.contact->getAppliedImpulse()), impulse.x(),
                            test::bulletTolerance(5e-14, 2e-5));
            }
    EXPECT_LT(worst, test::bulletTolerance(3e-14, 5e-6)); // measured 8.8e-15, 1.1e-6
}

TEST(ConstraintSolverMultiBody, IsotropicInertiaIsAHeavierBodyToLinks) {
    double worst = 0.0;
    for (LinkScene::Order order : {LinkScene::BallFirst, LinkScene::LinksFirst})
        for (double added : {0.5, 5.0, 50.0})
            for (bool warm : {false, true})
                for (HeavierTwin::Load load : {HeavierTwin::None, HeavierTwin::AsForce}) {
                    HeavierTwin twin(added, order);
                    for (LinkScene* each : {&twin.scene, &twin.heavier}) {
                        // Bullet's restitution starts here from velocities already changed by the forces.
                        each->setSurfaces(0.7, load == HeavierTwin::None ? 0.5 : 0.0, 0.3);
                        if (warm) each->world.getSolverInfo().m_solverMode |= SOLVER_USE_ARTICULATED_WARMSTARTING;
                    }
                    twin.addSecondBall();
                    worst = std::max(worst, twin.run(60, load));
                }
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 2e-5)); // measured 3.0e-14, 6.0e-6
}

TEST(ConstraintSolverMultiBody, IsotropicInertiaIsAHeavierBodyToAJointWithALink) {
    double worst = 0.0;
    for (double added : {0.5, 5.0, 50.0})
        for (HeavierTwin::Load load : {HeavierTwin::None, HeavierTwin::AsImpulse}) {
            HeavierTwin twin(added, LinkScene::BallFirst);
            std::vector<std::unique_ptr<btMultiBodyPoint2Point>> joints;
            for (LinkScene* each : {&twin.scene, &twin.heavier}) {
                joints.push_back(std::make_unique<btMultiBodyPoint2Point>(
                    &each->links(), 0, each->ball, btVector3(btScalar(0.6), 0, 0), btVector3(btScalar(-0.4), 0, 0)));
                joints.back()->finalizeMultiDof();
                each->world.addMultiBodyConstraint(joints.back().get());
            }
            worst = std::max(worst, twin.run(30, load));
            twin.scene.world.removeMultiBodyConstraint(joints[0].get());
            twin.heavier.world.removeMultiBodyConstraint(joints[1].get());
        }
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 3e-5)); // measured 2.3e-14, 1.1e-5
}

} // namespace constraint_solver_multi_body_test
