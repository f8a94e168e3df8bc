// SPDX-License-Identifier: Zlib
#include "ContactScene.h"
#include "SolverKinds.h"

#include <gtest/gtest.h>

namespace constraint_solver_state_test {

using namespace ambient;

namespace {

constexpr double infinity = test::DenseSystem::infinity;

/// A box of 2 kg under a weight at rest on four points of a static floor, with any inertia.
struct RestingBox {
    test::SolverBench bench;
    btRigidBody* box;
    std::vector<btManifoldPoint*> contacts;

    explicit RestingBox(unsigned seed, double friction) {
        test::Random random(seed);
        btTransform start = btTransform::getIdentity();
        start.setOrigin(btVector3(0, 0, btScalar(0.5)));
        box = &bench.addBody(2.0, btVector3(btScalar(0.3), btScalar(0.4), btScalar(0.5)), start);
        btRigidBody& floor = bench.addStatic();
        box->applyCentralForce(btVector3(0, 0, btScalar(-20)));
        bench.wet.add(*box, test::randomInertia(random, *box, std::exp(random.uniform(-1.5, 2.0))));
        for (double x : {-0.6, 0.6})
            for (double y : {-0.8, 0.8})
                contacts.push_back(&bench.addContact(*box, floor, btVector3(btScalar(x), btScalar(y), 0),
                                                     btVector3(0, 0, 1), friction));
    }

    double supportOverWeight() const {
        double sum = 0.0;
        for (const btManifoldPoint* contact : contacts)
            sum += double(contact->getAppliedImpulse());
        return sum / (20.0 * double(bench.info.m_timeStep));
    }
};

/// Poses after the split impulse alone: the dense push velocity, moved by Bullet's own rule.
btTransform pushed(const btRigidBody& body, const btTransform& start, const Vector6& push,
                   const btContactSolverInfo& info) {
    if (body.isStaticObject()) return start;
    btTransform moved;
    btTransformUtil::integrateTransform(start, btFluidVector(Vector3(push.tail<3>())),
                                        btFluidVector(Vector3(push.head<3>())) * info.m_splitImpulseTurnErp,
                                        info.m_timeStep, moved);
    return moved;
}

double difference(const btTransform& a, const btTransform& b) {
    const Matrix3 turn = btFluidMatrix(a.getBasis()) - btFluidMatrix(b.getBasis());
    return std::max(double((a.getOrigin() - b.getOrigin()).length()), turn.cwiseAbs().maxCoeff());
}

/// Locks the axes of `mask` (angular first) and removes the motion along these axes.
void lock(btRigidBody& body, int mask) {
    btVector3 linear(1, 1, 1), angular(1, 1, 1);
    for (int k = 0; k < 3; ++k) {
        if ((mask >> k) & 1) angular[k] = 0;
        if ((mask >> (k + 3)) & 1) linear[k] = 0;
    }
    body.setLinearFactor(linear);
    body.setAngularFactor(angular);
    body.setLinearVelocity(body.getLinearVelocity() * linear);
    body.setAngularVelocity(body.getAngularVelocity() * angular);
}

} // namespace

TEST(ConstraintSolverState, RestingImpulsesCarryTheWeightWhateverTheInertia) {
    double worst = 0.0, worstSpeed = 0.0;
    for (unsigned seed = 0; seed < 10; ++seed) {
        RestingBox rest(seed, 0.5);
        rest.bench.info.m_numIterations = 30;
        btFluidConstraintSolver solver(rest.bench.wet);
        for (int step = 0; step < 3000; ++step)
            rest.bench.solve(solver);
        worst = std::max(worst, std::abs(rest.supportOverWeight() - 1.0));
        worstSpeed = std::max(worstSpeed, test::twistOf(*rest.box).norm());
    }
    EXPECT_LT(worst, test::bulletTolerance(1e-14, 3e-6)); // measured 2.5e-15, 7.1e-7
    EXPECT_LT(worstSpeed, 5e-5); // measured 2.3e-5: left by 30 iterations with Bullet's warm-starting factor of 0.85
}

TEST(ConstraintSolverState, WarmStartingLeavesAConvergedSolveAsItIs) {
    RestingBox rest(5, 0.0);
    rest.bench.info.m_numIterations = 20000;
    rest.bench.info.m_warmstartingFactor = btScalar(1);
    btFluidConstraintSolver solver(rest.bench.wet);
    rest.bench.solve(solver);
    std::vector<double> impulses;
    for (const btManifoldPoint* contact : rest.contacts)
        impulses.push_back(double(contact->getAppliedImpulse()));
    rest.bench.info.m_numIterations = 1;
    rest.bench.solve(solver);
    for (std::size_t i = 0; i < impulses.size(); ++i)
        EXPECT_NEAR(double(rest.contacts[i]->getAppliedImpulse()), impulses[i], test::bulletTolerance(1e-15, 1e-4));
}

TEST(ConstraintSolverState, SplitImpulsePushesAsTheFull6x6InertiaSaysAndLeavesTheVelocityAlone) {
    const double depth = 0.2;
    double worstPose = 0.0, worstVelocity = 0.0;
    for (const test::Pairing& pairing : test::pairings)
        for (unsigned seed = 0; seed < 20; ++seed) {
            test::ContactScene scene(seed, pairing, 0.0, 0.5, -depth);
            std::vector<btTransform> start;
            for (const auto& body : scene.bench.bodies())
                start.push_back(body->getWorldTransform());
            const test::ContactScene before(seed, pairing, 0.0, 0.5, -depth);
            btFluidConstraintSolver solver(scene.bench.wet);
            scene.bench.solve(solver);
            const btVector3& normal = scene.contact->m_normalWorldOnB;
            test::DenseSystem push, velocity = scene.bench.denseSystem();
            for (int i = 0; i < velocity.bodies(); ++i)
                push.addBody(velocity.mobility(i), Vector6::Zero());
            const btContactSolverInfo& info = scene.bench.info;
            before.addDense(push, normal, depth * double(info.m_erp2 / info.m_timeStep), 0.0, infinity);
            before.addDense(velocity, normal, 0.5 * scene.approachSpeed, 0.0, infinity);
            push.solve();
            velocity.solve();
            worstVelocity = std::max(worstVelocity, scene.bench.differenceFrom(velocity));
            for (std::size_t i = 0; i < start.size(); ++i) {
                const btRigidBody& body = *scene.bench.bodies()[i];
                const btTransform expected = pushed(body, start[i], push.change(int(i)), info);
                worstPose = std::max(worstPose, difference(body.getWorldTransform(), expected));
            }
        }
    EXPECT_LT(worstPose, test::bulletTolerance(1e-15, 2e-7));     // measured 1.2e-16, 6.0e-8
    EXPECT_LT(worstVelocity, test::bulletTolerance(1e-14, 3e-6)); // measured 2.7e-15, 8.5e-7
}

TEST(ConstraintSolverState, WithoutSplitImpulsePenetrationIsInTheVelocity) {
    const double depth = 0.2;
    double worst = 0.0;
    for (const test::Pairing& pairing : test::pairings)
        for (unsigned seed = 0; seed < 20; ++seed) {
            test::ContactScene scene(seed, pairing, 0.0, 0.5, -depth);
            scene.bench.info.m_splitImpulse = false;
            btFluidConstraintSolver solver(scene.bench.wet);
            scene.bench.solve(solver);
            test::DenseSystem dense = scene.bench.denseSystem();
            const double recovery = depth * double(scene.bench.info.m_erp2 / scene.bench.info.m_timeStep);
            scene.addDense(dense, scene.contact->m_normalWorldOnB, 0.5 * scene.approachSpeed + recovery, 0.0, infinity);
            dense.solve();
            worst = std::max(worst, scene.bench.differenceFrom(dense));
        }
    EXPECT_LT(worst, test::bulletTolerance(4e-14, 1.5e-5)); // measured 1.1e-14, 4.2e-6
}

TEST(ConstraintSolverState, SoftContactsAreAsSoftAsTheirComplianceSays) {
    double worst = 0.0;
    for (const test::Pairing& pairing : test::pairings)
        for (unsigned seed = 0; seed < 20; ++seed) {
            test::ContactScene scene(seed, pairing, 0.0, 0.0, -0.01);
            scene.contact->m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
            scene.contact->m_combinedContactStiffness1 = 300;
            scene.contact->m_combinedContactDamping1 = 5;
            scene.bench.info.m_numIterations = 300;
            btFluidConstraintSolver solver(scene.bench.wet);
            scene.bench.solve(solver);
            // Spring k and damper d at the end of the step: impulse = dt (k (depth - dt s) - d s), s the parting speed.
            const double dt = double(scene.bench.info.m_timeStep);
            test::DenseSystem dense = scene.bench.denseSystem();
            const double impulse = double(scene.contact->getAppliedImpulse());
            scene.addDense(dense, scene.contact->m_normalWorldOnB, 0.0, impulse, impulse);
            dense.solve();
            const double parting = scene.relativeSpeed(scene.contact->m_normalWorldOnB);
            worst = std::max(worst, scene.bench.differenceFrom(dense));
            worst = std::max(worst, std::abs(impulse - dt * (300 * (0.01 - dt * parting) - 5 * parting)));
            EXPECT_GT(impulse, 0.0);
        }
    EXPECT_LT(worst, test::bulletTolerance(3e-15, 1.5e-6)); // measured 8.9e-16, 2.4e-7; 1.1e-6 on ARM64
}

TEST(ConstraintSolverState, LockedAxesStayAtRestAndTheImpulseIsThatOfTheFreeOnes) {
    double worst = 0.0;
    for (test::SolverKind kind : test::allSolvers)
        for (const test::Pairing& pairing : test::pairings)
            for (int mask = 1; mask < 63; ++mask) {
                test::ContactScene scene(unsigned(mask), pairing, 0.0, 0.0);
                lock(*scene.first, mask);
                if (scene.relativeSpeed(scene.contact->m_normalWorldOnB) > 0.0) continue;
                test::AnySolver solver(kind, scene.bench.wet);
                scene.bench.solve(*solver);
                test::DenseSystem dense = scene.bench.denseSystem();
                scene.addDense(dense, scene.contact->m_normalWorldOnB, 0.0, 0.0, infinity);
                dense.solve();
                worst = std::max(worst, scene.bench.differenceFrom(dense));
                const Vector6 after = test::twistOf(*scene.first);
                for (int k = 0; k < 6; ++k)
                    if ((mask >> k) & 1) {
                        EXPECT_EQ(after[k], 0.0) << test::nameOf(kind) << " " << mask << " " << k;
                    }
            }
    EXPECT_LT(worst, test::bulletTolerance(1e-14, 8e-6)); // measured 3.2e-15, 2.3e-6
}

TEST(ConstraintSolverState, BodyWithAllAxesLockedActsAsAWall) {
    for (test::SolverKind kind : test::allSolvers)
        for (const test::Pairing& pairing : test::pairings) {
            test::ContactScene scene(1, pairing, 0.5, 0.5);
            lock(*scene.first, 63);
            test::AnySolver solver(kind, scene.bench.wet);
            scene.bench.solve(*solver);
            EXPECT_EQ(test::twistOf(*scene.first).norm(), 0.0) << test::nameOf(kind);
            EXPECT_TRUE(test::twistOf(*scene.second).allFinite()) << test::nameOf(kind);
            EXPECT_TRUE(std::isfinite(double(scene.contact->getAppliedImpulse()))) << test::nameOf(kind);
        }
}

TEST(ConstraintSolverState, ContactsKeepTheMomentumOfTheFullInertia) {
    double worst = 0.0;
    for (test::SolverKind kind : test::allSolvers)
        for (unsigned seed = 0; seed < 50; ++seed)
            for (bool swapped : {false, true}) {
                test::ContactScene scene(seed, {true, false, swapped}, 0.5, 0.5);
                scene.contact->m_combinedRollingFriction = scene.contact->m_combinedSpinningFriction = btScalar(0.1);
                scene.bench.info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
                test::AnySolver solver(kind, scene.bench.wet);
                scene.bench.solve(*solver);
                const Vector6 change = scene.bench.momentumChangeAboutOrigin();
                worst = std::max(worst, change.cwiseAbs().maxCoeff());
            }
    EXPECT_LT(worst, test::bulletTolerance(6e-14, 2e-5)); // [kg m/s, kg m^2/s] measured 1.8e-14, 4.4e-6
}

TEST(ConstraintSolverState, BodyThatRefusesIsSolvedAsADryOne) {
    test::ContactScene refusing(4, test::pairings[4], 0.5, 0.5), dry(4, test::pairings[4], 0.5, 0.5);
    test::StubBodies nobody;
    btFluidConstraintSolver solver(refusing.bench.wet), stock(nobody);
    refusing.bench.wet.find(refusing.first)->refuses = true;
    refusing.bench.wet.find(refusing.second)->refuses = true;
    refusing.bench.solve(solver);
    dry.bench.solve(stock);
    EXPECT_EQ(test::twistOf(*refusing.first), test::twistOf(*dry.first));
    EXPECT_EQ(test::twistOf(*refusing.second), test::twistOf(*dry.second));
    EXPECT_EQ(refusing.bench.wet.find(refusing.first)->begun, 1);
    EXPECT_EQ(refusing.bench.wet.find(refusing.first)->ended, 0);
}

} // namespace constraint_solver_state_test
