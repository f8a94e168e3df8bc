// SPDX-License-Identifier: Zlib
#include "ContactScene.h"
#include "SolverKinds.h"

#include <gtest/gtest.h>

namespace constraint_solver_test {

using namespace ambient;

namespace {

constexpr double infinity = test::DenseSystem::infinity;

constexpr double holding = 1e4; ///< a coefficient whose limit is never reached

/// The friction coefficients of a contact.
struct Friction {
    double sliding = 0.0, rolling = 0.0, spinning = 0.0;
    bool twoDirections = true;
};

/// The contact with friction by dense linear algebra: bounds follow the normal impulse until they settle.
test::DenseSystem denseFriction(test::ContactScene& scene, const Friction& friction) {
    const test::DenseSystem bodies = scene.bench.denseSystem();
    const btManifoldPoint& contact = *scene.contact;
    btVector3 axis1, axis2;
    btPlaneSpace1(contact.m_normalWorldOnB, axis1, axis2);
    const auto bound = [](double coefficient, double impulse) {
        return coefficient == holding ? infinity : coefficient * impulse;
    };
    double normalImpulse = 0.0;
    for (int round = 0;; ++round) {
        test::DenseSystem dense = bodies;
        scene.addDense(dense, contact.m_normalWorldOnB, 0.0, friction.sliding == holding ? -infinity : 0.0);
        const double sliding = bound(friction.sliding, normalImpulse);
        scene.addDense(dense, contact.m_lateralFrictionDir1, 0.0, -sliding, sliding);
        if (friction.twoDirections) scene.addDense(dense, contact.m_lateralFrictionDir2, 0.0, -sliding, sliding);
        const double spinning = bound(friction.spinning, std::min(normalImpulse, 1.0));
        if (spinning > 0) scene.addDenseTurn(dense, contact.m_normalWorldOnB, -spinning, spinning);
        const double rolling = bound(friction.rolling, std::min(normalImpulse, 1.0));
        if (rolling > 0)
            for (const btVector3& axis : {axis1, axis2})
                scene.addDenseTurn(dense, axis, -rolling, rolling);
        const double next = dense.solve()[0];
        if (round == 500) return dense;
        normalImpulse = next;
    }
}

struct FrictionCheck {
    double worst = 0.0; ///< difference of a velocity from the reference [m/s, rad/s]
    int cases = 0, stuck = 0;
};

FrictionCheck checkFriction(const Friction& friction, int iterations = 20000) {
    FrictionCheck check;
    for (const test::Pairing& pairing : test::pairings)
        for (unsigned seed = 0; seed < 20; ++seed) {
            test::ContactScene scene(seed, pairing, friction.sliding, 0.0);
            scene.contact->m_combinedRollingFriction = btScalar(friction.rolling);
            scene.contact->m_combinedSpinningFriction = btScalar(friction.spinning);
            if (friction.twoDirections) scene.bench.info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
            scene.bench.info.m_numIterations = iterations;
            btFluidConstraintSolver solver(scene.bench.wet);
            scene.bench.solve(solver);
            const test::DenseSystem dense = denseFriction(scene, friction);
            if (dense.impulses()[0] <= 0.0) continue; // the contact separates
            // Bullet leaves out a contact's friction rows while its normal impulse is zero, and may get stuck there.
            if (scene.contact->m_appliedImpulse == btScalar(0) && ++check.stuck <= 1) continue;
            check.worst = std::max(check.worst, scene.bench.differenceFrom(dense));
            ++check.cases;
        }
    return check;
}

} // namespace

TEST(ConstraintSolver, HeadOnSpheresReboundExactlyWithTheirAddedMass) {
    double worst = 0.0;
    for (double c : {0.5, 5.0, 50.0})
        for (double e : {0.0, 0.5, 1.0})
            for (bool bothWet : {false, true}) {
                test::SolverBench bench;
                btFluidConstraintSolver solver(bench.wet);
                const btVector3 inertia(btScalar(0.4), btScalar(0.4), btScalar(0.4));
                btTransform right = btTransform::getIdentity();
                right.setOrigin(btVector3(2, 0, 0));
                btRigidBody& a = bench.addBody(1.0, inertia, btTransform::getIdentity());
                btRigidBody& b = bench.addBody(2.0, inertia, right);
                a.setLinearVelocity(btVector3(3, 0, 0));
                const auto inertiaWithAdded = [&](const btRigidBody& body) {
                    Matrix6 k = test::bareInertia(body);
                    k.bottomRightCorner<3, 3>() *= 1.0 + c;
                    return k;
                };
                bench.wet.add(a, inertiaWithAdded(a));
                if (bothWet) bench.wet.add(b, inertiaWithAdded(b));
                const btManifoldPoint& contact =
                    bench.addContact(a, b, btVector3(1, 0, 0), btVector3(-1, 0, 0), 0.5, e);
                bench.solve(solver);
                const double ma = 1.0 + c, mb = 2.0 * (bothWet ? 1.0 + c : 1.0);
                const double impulse = (1.0 + e) * 3.0 * ma * mb / (ma + mb);
                worst = std::max(worst, std::abs(double(a.getLinearVelocity().x()) - (3.0 - impulse / ma)));
                worst = std::max(worst, std::abs(double(b.getLinearVelocity().x()) - impulse / mb));
                worst = std::max(worst, std::abs(double(contact.getAppliedImpulse()) / impulse - 1.0));
                EXPECT_EQ(double(a.getAngularVelocity().length() + b.getAngularVelocity().length()), 0.0);
            }
    EXPECT_LT(worst, test::bulletTolerance(2e-15, 2e-6)); // measured 8.9e-16, 4.1e-7
}

TEST(ConstraintSolver, SingleContactIsTheImpulseOfTheFull6x6Inertia) {
    for (test::SolverKind kind : test::allSolvers) {
        double worst = 0.0, worstImpulse = 0.0;
        for (const test::Pairing& pairing : test::pairings)
            for (unsigned seed = 0; seed < 50; ++seed)
                for (double e : {0.0, 0.5, 1.0}) {
                    test::ContactScene scene(seed, pairing, 0.0, e);
                    test::AnySolver solver(kind, scene.bench.wet);
                    scene.bench.solve(*solver);
                    test::DenseSystem dense = scene.bench.denseSystem();
                    scene.addDense(dense, scene.contact->m_normalWorldOnB, e * scene.approachSpeed, 0.0, infinity);
                    const double impulse = dense.solve()[0];
                    const double found = double(scene.contact->getAppliedImpulse());
                    worst = std::max(worst, scene.bench.differenceFrom(dense));
                    worstImpulse = std::max(worstImpulse, std::abs(found - impulse));
                }
        SCOPED_TRACE(test::nameOf(kind));
        EXPECT_LT(worst, test::bulletTolerance(1e-14, 3e-6));        // measured 4.4e-15, 1.2e-6
        EXPECT_LT(worstImpulse, test::bulletTolerance(5e-14, 2e-5)); // measured 2.1e-14, 7.3e-6
    }
}

TEST(ConstraintSolver, ContactOfBodiesThatPartGivesNoImpulse) {
    test::ContactScene scene(3, test::pairings[4], 0.5, 0.5);
    btFluidConstraintSolver solver(scene.bench.wet);
    scene.first->setLinearVelocity(scene.first->getLinearVelocity() + btScalar(9) * scene.contact->m_normalWorldOnB);
    scene.bench.solve(solver);
    EXPECT_EQ(double(scene.contact->getAppliedImpulse()), 0.0);
    EXPECT_EQ(scene.bench.wet.find(scene.first)->change.norm(), 0.0);
    EXPECT_EQ(scene.bench.wet.find(scene.first)->ended, 1);
}

TEST(ConstraintSolver, StickingFrictionStopsThePointAsTheFull6x6InertiaSays) {
    const FrictionCheck check = checkFriction({holding, 0.0, 0.0, true});
    EXPECT_GT(check.cases, 100);
    EXPECT_LT(check.worst, test::bulletTolerance(3e-13, 2e-4)); // measured 1.0e-13, 5.2e-5
}

TEST(ConstraintSolver, SlidingFrictionIsAtTheEdgeOfTheConeInEachDirection) {
    for (bool twoDirections : {false, true}) {
        const FrictionCheck check = checkFriction({0.1, 0.0, 0.0, twoDirections});
        EXPECT_GT(check.cases, 100);
        EXPECT_LT(check.worst, test::bulletTolerance(3e-13, 2e-5)); // measured 9.1e-14, 5.9e-6
    }
}

TEST(ConstraintSolver, RollingFrictionThatHoldsLeavesTheBodiesNoRelativeMotion) {
    const FrictionCheck check = checkFriction({holding, holding, holding, true});
    EXPECT_GT(check.cases, 100);
    EXPECT_LT(check.worst, test::bulletTolerance(1e-13, 5e-5)); // measured 2.9e-14, 1.4e-5
}

TEST(ConstraintSolver, RollingAndSpinningFrictionAreAtTheirLimits) {
    const FrictionCheck check = checkFriction({0.2, 0.02, 0.05, true});
    EXPECT_GT(check.cases, 100);
    EXPECT_LT(check.worst, test::bulletTolerance(1e-13, 3e-4)); // measured 4.0e-14, 8.8e-5
}

} // namespace constraint_solver_test
