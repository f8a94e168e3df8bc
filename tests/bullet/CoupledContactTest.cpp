// SPDX-License-Identifier: Zlib
// Contacts and joints of hydrodynamically coupled bodies.
#include "BulletAmbientFluid/btFluidConstraintSolverVariants.h"
#include "BulletAmbientFluid/btFluidCoupling.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/Solver/btFluidGroupResponse.h"
#include "BulletTestWorld.h"

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace coupled_contact_test {

using namespace ambient;

namespace {

constexpr double kDensity = 1000.0;
constexpr double kRadius = 0.1;
constexpr double kOwn = 2.0 * kPi; // of a neutrally buoyant unit sphere with its added mass, unit density
constexpr double kUnit = kDensity * kRadius * kRadius * kRadius; // of mass [kg]

std::shared_ptr<const FluidBodyModel> ballModel() {
    static const auto model = [] {
        FluidBodyDef def;
        def.pressureScale = def.frictionScale = 0.0;
        return FluidBodyModel::build(makeSphere(kRadius, 320), def);
    }();
    return model;
}

/// Weightless balls in an ideal fluid. Their collision spheres touch at a gap of `gap` radii between the balls.
struct Meeting {
    explicit Meeting(double apart, bool coupled = true,
                     const btFluidCoupling::btFluidCouplingConstructionInfo& info = {100.0, 320, 5})
        : gap(apart), w(btVector3(0, 0, 0), test::Solver::Fluid), coupling(w.fluid(), info) {
        w.fluid().setMedium(UniformMedium(kDensity, 0.0));
        if (coupled) w.world().addAction(&coupling);
    }
    ~Meeting() { w.world().removeAction(&coupling); }

    btRigidBody* add(const Vector3& at, const Vector3& velocity, double density = kDensity) {
        const auto body = makeSolidBody(ballModel(), density);
        const Vector3 inertia = body.bodyInertia.matrix().diagonal().head<3>();
        btRigidBody* added =
            w.addRigidBody(std::make_unique<btSphereShape>(btScalar(kRadius * (1.0 + 0.5 * gap))), body.mass(),
                           btFluidVector(inertia), btFluidTransform({Quaternion::Identity(), at}));
        added->setLinearVelocity(btFluidVector(velocity));
        added->setRestitution(0);
        added->setFriction(0);
        w.fluid().addBody(added, ballModel());
        return added;
    }

    /// Impulse along the normals of all contacts, in units of density, radius and kSpeed.
    double impulse() {
        double sum = 0.0;
        btDispatcher& dispatcher = *w.world().getDispatcher();
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            for (int k = 0; k < manifold.getNumContacts(); ++k)
                sum += double(manifold.getContactPoint(k).m_appliedImpulse);
        }
        return sum / (kUnit * kSpeed);
    }

    Momentum momentum() { // about the origin
        Momentum sum;
        for (int i = 0; i < w.fluid().getNumBodies(); ++i) {
            const FluidBodyState& s = w.fluid().getFluidBody(i).state();
            sum += Momentum(s.momentum.angular + s.worldFromBody.position.cross(s.momentum.linear), s.momentum.linear);
        }
        return sum;
    }

    static constexpr double kSpeed = 0.1; ///< [m/s]
    double gap;
    test::World w;
    btFluidCoupling coupling;
};

/// Two balls `gap` radii apart, the first one neutrally buoyant, whose velocities in the group are (u, 0) along x.
/// \param k11, k12 of unit spheres, along the line of centres \param density of the second ball over the fluid's
std::pair<btRigidBody*, btRigidBody*> addPair(Meeting& meeting, double k11, double k12, double density = 1.0,
                                              double aside = 0.0) {
    const double u = Meeting::kSpeed;
    return {meeting.add({0, 0, 0}, {u * k11 / kOwn, aside, 0}),
            meeting.add({(2.0 + meeting.gap) * kRadius, 0, 0}, {u * k12 / (kOwn * (density + 0.5) / 1.5), 0, 0},
                        density * kDensity)};
}

constexpr double kK11 = 2.0 * 3.2885394970876964, kK12 = 5.671075951250919 - kK11; // gap .01, coupling_contact.json

} // namespace

// Cases of coupling_contact.json. With each body's own inertia the impulse on the light ball would be 2.37.
TEST(CoupledContact, TheImpulseOfATouchingPairIsThatOfTheGroup) {
    struct Row {
        double density, impulse, speed;
    };
    for (const Row& row : {Row{1.0, 3.7415410185499334, 0.5}, Row{0.02, 2.13318077657101, 0.783607600357416}}) {
        Meeting meeting(0.01);
        const auto [a, b] = addPair(meeting, kK11, kK12, row.density);
        meeting.w.run(1.0 / 240.0, 1.0 / 240.0);
        EXPECT_NEAR(meeting.impulse() / row.impulse, 1.0, 2e-3); // measured 1e-4; inputs are exact
        const auto x = [](const btRigidBody* body) { return double(body->getCenterOfMassPosition().x()); };
        const double apart = x(b) - x(a), first = x(a);
        meeting.w.run(4.0 / 240.0, 1.0 / 240.0);
        const double way = Meeting::kSpeed * 4.0 / 240.0;
        EXPECT_NEAR((x(a) - first) / way, row.speed, 0.01);
        EXPECT_NEAR((x(b) - x(a) - apart) / way, 0.0, 5e-3); // they stay together
    }
}

TEST(CoupledContact, ABouncingPairExchangesItsMotion) {
    Meeting meeting(0.01);
    const auto [a, b] = addPair(meeting, kK11, kK12);
    a->setRestitution(1);
    b->setRestitution(1);
    meeting.w.world().getSolverInfo().m_restitutionVelocityThreshold = 0;
    meeting.w.run(1.0 / 240.0, 1.0 / 240.0);
    EXPECT_NEAR(meeting.impulse() / 7.483082037099867, 1.0, 0.01);
}

TEST(CoupledContact, EqualBallsThatTouchHaveTheImpulseOfTheirInertiaInContact) {
    // Along the line of centres K11 - K12 = m + .8030853547 rho V in contact; a half with restitution 0.
    for (const double ratio : {0.5, 1.0, 3.0}) {
        Meeting meeting(0.0);
        const double volume = 4.0 / 3.0 * kPi, wanted = 0.5 * (ratio + 0.8030853547) * volume;
        // Approach without a common motion: each has the momentum (K11 - K12) u / 2, with the inertia above seen by the
        // walls in between.
        const double own = (ratio + 0.5) * volume, u = Meeting::kSpeed;
        const double speed = 0.5 * u * (ratio + 0.8030853547) * volume / own;
        meeting.add({0, 0, 0}, {speed, 0, 0}, ratio * kDensity);
        meeting.add({2.0 * kRadius, 0, 0}, {-speed, 0, 0}, ratio * kDensity);
        meeting.w.run(1.0 / 240.0, 1.0 / 240.0);
        EXPECT_NEAR(meeting.impulse() / wanted, 1.0, 2e-3) << ratio; // measured 1.5e-4
    }
}

TEST(CoupledContact, KeepsMomentumToRoundingWithFriction) {
    for (const double dt : {1.0 / 60.0, 1.0 / 400.0}) {
        Meeting meeting(0.01);
        const auto [a, b] = addPair(meeting, kK11, kK12, 0.3, 0.05);
        const btRigidBody* third = meeting.add({1.0 * kRadius, 1.9 * kRadius, 0.3 * kRadius}, {0, -0.2, 0}, 400.0);
        for (btRigidBody* body : {a, b, const_cast<btRigidBody*>(third)})
            body->setFriction(btScalar(0.7));
        const Momentum before = meeting.momentum();
        meeting.w.run(0.1, dt);
        const Momentum change = meeting.momentum() - before;
        const double scale = before.linear.norm();
        EXPECT_LT(change.linear.norm() / scale, 10.0 * double(SIMD_EPSILON)) << dt; // measured 1
        // Bullet's contacts have two points, one on each body; measured 6e-4, and 2e-4 without coupling.
        EXPECT_LT(change.angular.norm() / (scale * kRadius), 2e-3) << dt;
    }
}

TEST(CoupledContact, AJointOfTwoBallsMovesWithTheirCommonInertia) {
    // Along the line of centres at a distance of 2.5 radii: 2 (K11 + K12), of two_spheres.csv; without coupling 4 pi.
    Meeting meeting(0.0);
    const double u = Meeting::kSpeed;
    btRigidBody* a = meeting.add({0, 0, 0}, {u, 0, 0});
    btRigidBody* b = meeting.add({2.5 * kRadius, 0, 0}, {0, 0, 0});
    btTransform inA = btTransform::getIdentity(), inB = btTransform::getIdentity();
    inB.setOrigin(btVector3(btScalar(-2.5 * kRadius), 0, 0));
    btFixedConstraint joint(*a, *b, inA, inB);
    meeting.w.world().addConstraint(&joint);
    meeting.w.run(0.5, 1.0 / 240.0);
    const double expected = 0.5 * u * kOwn / (2.0 * (kOwn + 0.0441 - 0.4074));
    EXPECT_NEAR(double(a->getCenterOfMassPosition().x()) / expected, 1.0, 1e-3);
    EXPECT_NEAR(double(b->getCenterOfMassPosition().x()) - 2.5 * kRadius, double(a->getCenterOfMassPosition().x()),
                2e-4);
    meeting.w.world().removeConstraint(&joint);
}

TEST(CoupledContact, EverySolverFindsTheSameImpulse) {
    btDantzigSolver dantzig;
    const std::function<std::unique_ptr<btConstraintSolver>(btFluidAction&)> solvers[] = {
        [](btFluidAction& fluid) { return std::make_unique<btFluidNNCGConstraintSolver>(fluid); },
        [](btFluidAction& fluid) { return std::make_unique<btFluidConstraintSolverMt>(fluid); },
        [&](btFluidAction& fluid) { return std::make_unique<btFluidMLCPSolver>(fluid, &dantzig); }};
    for (const auto& make : solvers) {
        Meeting meeting(0.01);
        const auto solver = make(meeting.w.fluid());
        meeting.w.world().setConstraintSolver(solver.get());
        addPair(meeting, kK11, kK12, 0.02);
        meeting.w.run(1.0 / 240.0, 1.0 / 240.0);
        EXPECT_NEAR(meeting.impulse() / 2.13318077657101, 1.0, 2e-3); // measured 7e-5
    }
}

TEST(CoupledContact, AHeapOfBoxesLiesAsStillAsWithoutCoupling) {
    const Vector3 half(0.1, 0.1, 0.05);
    const auto model = FluidBodyModel::build(makeBox(2.0 * half, 192));
    double largest[2] = {0.0, 0.0};
    for (const bool coupled : {false, true}) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
        w.fluid().setMedium(UniformMedium::water());
        btFluidCoupling coupling(w.fluid(), {3.0, 80, 3});
        coupling.addWall(btVector3(0, 0, 1), btScalar(-0.05));
        if (coupled) w.world().addAction(&coupling);
        w.addBox(btVector3(2, 2, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.55)));
        std::vector<btRigidBody*> boxes;
        for (int i = 0; i < 3; ++i) {
            boxes.push_back(w.addBox(btFluidVector(half), 2500.0 * 8.0 * half.prod(),
                                     btVector3(btScalar(0.03 * i), 0, btScalar(0.1 * i))));
            boxes.back()->setActivationState(DISABLE_DEACTIVATION);
            w.fluid().addBody(boxes.back(), model);
        }
        w.run(0.3, 1.0 / 60.0);
        std::vector<btVector3> before;
        for (const btRigidBody* box : boxes)
            before.push_back(box->getCenterOfMassPosition());
        for (int step = 0; step < 30; ++step) {
            w.run(1.0 / 60.0, 1.0 / 60.0);
            for (std::size_t i = 0; i < boxes.size(); ++i)
                largest[coupled] =
                    std::max(largest[coupled], double((boxes[i]->getCenterOfMassPosition() - before[i]).length()));
        }
        if (coupled) w.world().removeAction(&coupling);
    }
    EXPECT_LT(largest[1], largest[0] + 2e-5);
}

TEST(CoupledContact, ABallDroppedOnACoinLiesOnItWithoutJitter) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
    w.fluid().setMedium(UniformMedium::water());
    btFluidCoupling coupling(w.fluid(), {3.0, 80, 3});
    coupling.addWall(btVector3(0, 0, 1), 0);
    w.world().addAction(&coupling);
    w.addBox(btVector3(2, 2, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.5)));
    const Vector3 half(0.1, 0.1, 0.015);
    const auto coinModel = FluidBodyModel::build(makeEllipsoid(half, 320));
    btRigidBody* coin = w.addBox(btVector3(btScalar(0.07), btScalar(0.07), btScalar(half.z())), 1.0,
                                 btVector3(0, 0, btScalar(half.z())));
    w.fluid().addBody(coin, coinModel);
    btRigidBody* ball = w.addSphere(0.06, 2.0, btVector3(btScalar(0.01), 0, btScalar(0.25)));
    ball->setRollingFriction(btScalar(0.02));
    coin->setRollingFriction(btScalar(0.02));
    w.fluid().addBody(ball, test::sphereModel(0.06));
    double deepest = 0.0;
    for (int step = 0; step < 90; ++step) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        const double gap = double(ball->getCenterOfMassPosition().z() - coin->getCenterOfMassPosition().z());
        deepest = std::max(deepest, 0.06 + half.z() - gap);
    }
    EXPECT_LT(deepest, 0.004);
    std::vector<double> heights;
    for (int step = 0; step < 30; ++step) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        heights.push_back(double(ball->getCenterOfMassPosition().z()));
    }
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    EXPECT_LT(*high - *low, 1e-4);
    w.world().removeAction(&coupling);
}

// A row of 20 balls and bubbles, the first one moving, is two parts. As one group its first contact has the impulse
// .8506, measured with a higher limit; measured .8481 with parts, and .8863 with each body's own response.
TEST(CoupledContact, ARowOfManyBallsIsDividedIntoParts) {
    for (const bool coupled : {true, false}) {
        Meeting meeting(0.01, true, {3.0, 80, 3});
        meeting.w.world().getSolverInfo().m_numIterations = 200;
        addPair(meeting, kK11, kK12, 0.02);
        for (int i = 2; i < 20; ++i)
            meeting.add({2.009 * kRadius * i, 0, 0}, {0, 0, 0}, i % 2 ? 0.02 * kDensity : kDensity);
        for (int i = 0; !coupled && i < 20; ++i)
            meeting.coupling.setCoupled(meeting.w.fluid().getFluidBody(i).getRigidBody(), false);
        const Momentum before = meeting.momentum();
        meeting.w.run(1.0 / 240.0, 1.0 / 240.0);
        btDispatcher& dispatcher = *meeting.w.world().getDispatcher();
        double impulse = 0.0;
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            if (manifold.getNumContacts() == 0) continue;
            const btManifoldPoint& point = manifold.getContactPoint(0);
            if (double(point.getPositionWorldOnA().x()) < 2.0 * kRadius) impulse += double(point.m_appliedImpulse);
        }
        EXPECT_NEAR(impulse, coupled ? 0.8506 : 0.8863, 0.005);
        EXPECT_LT((meeting.momentum() - before).linear.norm(), 30.0 * double(SIMD_EPSILON) * before.linear.norm());
    }
}

// Light and heavy balls, pressed together by a pull to the middle: groups with and without a scale of the rows, and a
// group solved in clusters of touching bodies.
TEST(CoupledContact, CrowdsThatArePressedTogetherStaySlow) {
    struct Case {
        double dt;
        int count, steps;
    };
    for (const Case& crowd : {Case{1.0 / 400.0, 6, 160}, Case{1.0 / 60.0, 6, 48}, Case{1.0 / 20.0, 6, 24},
                              Case{1.0 / 60.0, 12, 30}, Case{1.0 / 60.0, 20, 60}}) {
        Meeting meeting(0.0, true, {3.0, 80, 3});
        std::mt19937 random(7);
        std::uniform_real_distribution<double> uniform(-1.0, 1.0);
        std::vector<btRigidBody*> balls;
        for (int i = 0; i < crowd.count; ++i) {
            const Vector3 at(2.2 * kRadius * (i % 2) + 0.02 * uniform(random), 2.2 * kRadius * (i / 2 % 2),
                             2.2 * kRadius * (i / 4));
            const Vector3 velocity(uniform(random), uniform(random), uniform(random));
            balls.push_back(meeting.add(at, 0.3 * velocity, i % 2 ? 20.0 : 3000.0));
        }
        // Speed of a light ball falling to the middle without resistance; measured up to 0.8 of this speed.
        const double inertia = 4.0 / 3.0 * kPi * kUnit * (0.02 + 0.5),
                     highest = 2.2 * kRadius * ((crowd.count - 1) / 4);
        const double fastestFall = std::sqrt(0.27 + 20.0 * (highest * highest + 0.1) / inertia);
        double fastest = 0.0;
        for (int step = 0; step < crowd.steps; ++step) {
            for (btRigidBody* ball : balls)
                ball->applyCentralForce(btScalar(-20.0) * ball->getCenterOfMassPosition());
            std::vector<btVector3> before;
            for (const btRigidBody* ball : balls)
                before.push_back(ball->getCenterOfMassPosition());
            meeting.w.run(crowd.dt, crowd.dt);
            for (std::size_t i = 0; i < balls.size(); ++i)
                fastest =
                    std::max(fastest, double((balls[i]->getCenterOfMassPosition() - before[i]).length()) / crowd.dt);
        }
        EXPECT_LT(fastest, fastestFall) << crowd.dt << " " << crowd.count;
    }
}

TEST(CoupledContact, RowsOfLargeGroupsAreScaled) {
    // Bodies all moved by an impulse on one of them: eigenvalues 1 + 9 s and 1 - s against the blocks.
    const auto scale = [](int members, double s) {
        btFluidSolvedGroup group;
        group.m_members.resize(std::size_t(members));
        group.m_mobility = Eigen::MatrixXd::Zero(6 * members, 6 * members);
        for (int i = 0; i < members; ++i)
            for (int j = 0; j < members; ++j)
                group.m_mobility.block<6, 6>(6 * i, 6 * j).diagonal().setConstant(i == j ? 1.0 : s);
        return btFluidGroupResponse::rowScale(group);
    };
    EXPECT_EQ(scale(8, 0.5), 1.0);
    EXPECT_EQ(scale(10, 0.05), 1.0);
    EXPECT_NEAR(scale(10, 0.3), 3.7 / 1.8, 1e-6);
}

} // namespace coupled_contact_test
