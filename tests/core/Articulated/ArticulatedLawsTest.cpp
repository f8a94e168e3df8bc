// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "core/Articulated/TestChains.h"

#include <gtest/gtest.h>

namespace articulated_laws {
using namespace ambient;

/// A random state of a tree, and vectors of its size.
struct Case {
    explicit Case(unsigned seed, bool hasFixedBase = false, int links = 7)
        : random(seed), body(test::randomTree(random, links, hasFixedBase)), dynamics(body) {
        dynamics.setPose({random.rotation(), random.vector()}, test::randomPositions(random, *body));
        rates = test::randomVector(random, body->rateCount());
        loads.resize(static_cast<std::size_t>(links));
        for (int i = 0; i < links; ++i) {
            dynamics.setMedium(i, random.vector());
            loads[static_cast<std::size_t>(i)] = {random.vector(), random.vector()};
        }
        EXPECT_TRUE(dynamics.factor());
        dynamics.setVelocity(random.twist(1.0, 1.0), rates);
    }

    /// The mass matrix, column by column: momenta of unit velocities in media at rest.
    Eigen::MatrixXd massMatrix() {
        const int first = body->hasFixedBase() ? 6 : 0, size = 6 + body->rateCount();
        Eigen::MatrixXd m = Eigen::MatrixXd::Zero(size, size);
        for (int i = 0; i < body->linkCount(); ++i)
            dynamics.setMedium(i, Vector3::Zero());
        for (int k = first; k < size; ++k) {
            Vector6 base = Vector6::Zero();
            JointVector joints = JointVector::Zero(body->rateCount());
            (k < 6 ? base(k) : joints(k - 6)) = 1.0;
            dynamics.setVelocity(Twist(base), joints);
            dynamics.momenta(base, joints);
            m.col(k) << base, joints;
        }
        return m.bottomRightCorner(size - first, size - first);
    }

    test::Random random;
    std::shared_ptr<const ArticulatedBody> body;
    ArticulatedDynamics dynamics;
    JointVector rates;
    std::vector<Wrench> loads;
};

// Trees with all kinds of joints.
TEST(ArticulatedLaws, ResponsesAreThoseOfTheMassMatrix) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Case c(seed, seed % 4 == 0);
        const Eigen::MatrixXd mass = c.massMatrix();
        EXPECT_LT((mass - mass.transpose()).norm(), 1e-14 * mass.norm());
        const int count = c.body->rateCount();
        const JointVector j = test::randomVector(c.random, 6 + count);
        Vector6 baseChange;
        JointVector change = JointVector::Zero(count), response(6 + count);
        c.dynamics.respond(j.head<6>(), j.tail(count), baseChange, change);
        response << baseChange, change;
        const Eigen::VectorXd expected = mass.ldlt().solve(j.tail(mass.rows()));
        EXPECT_LT((response.tail(mass.rows()) - expected).norm(), 1e-11 * expected.norm());
    }
}

// A drive factors with its motors; the step after it needs the factors without them, of this pose and no other.
TEST(ArticulatedLaws, FactorsWithoutMotorsComeBackToTheBit) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Case c(seed, seed % 4 == 0);
        const int count = c.body->rateCount();
        const JointVector j = test::randomVector(c.random, 6 + count), armature = JointVector::Constant(count, 0.3);
        const auto responseOf = [&](ArticulatedDynamics& dynamics) {
            Vector6 base;
            JointVector change = JointVector::Zero(count), response(6 + count);
            dynamics.respond(j.head<6>(), j.tail(count), base, change);
            response << base, change;
            return response;
        };
        const JointVector plain = responseOf(c.dynamics);
        for (int round = 0; round < 2; ++round) {
            ASSERT_TRUE(c.dynamics.factor(&armature));
            EXPECT_GT((responseOf(c.dynamics) - plain).norm(), 1e-3 * plain.norm());
        }
        ASSERT_TRUE(c.dynamics.factor());
        EXPECT_EQ(responseOf(c.dynamics), plain);
        ASSERT_TRUE(c.dynamics.factor(&armature));
        const Pose pose{c.random.rotation(), c.random.vector()};
        const JointVector positions = test::randomPositions(c.random, *c.body);
        ArticulatedDynamics fresh(c.body);
        for (ArticulatedDynamics* dynamics : {&c.dynamics, &fresh}) {
            dynamics->setPose(pose, positions);
            dynamics->setInertia(1, c.body->link(1).inertia.scaled(2.0));
            ASSERT_TRUE(dynamics->factor());
        }
        EXPECT_EQ(responseOf(c.dynamics), responseOf(fresh));
    }
}

// Five impulses at once, with each instruction set, on the last link and on links nearer to the base.
TEST(ArticulatedLaws, ResponsesAtOnceAreThoseOneByOne) {
    const InstructionSet own = instructionSet();
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Case c(seed, seed % 4 == 0);
        const int count = c.body->rateCount(), size = 6 + count, first = c.body->hasFixedBase() ? 6 : 0;
        const std::size_t numbers = static_cast<std::size_t>(kLanes * size);
        std::vector<double> impulses(numbers, 0.0), changes(numbers, 0.0), before;
        Eigen::MatrixXd expected(size, 5);
        for (int l = 0; l < 5; ++l) {
            JointVector j = test::randomVector(c.random, size), change = JointVector::Zero(count);
            if (seed % 2 == 0) j.tail(count / 2).setZero();
            Vector6 base;
            c.dynamics.respond(j.head<6>(), j.tail(count), base, change);
            expected.col(l) << base, change;
            for (int k = 0; k < size; ++k)
                impulses[static_cast<std::size_t>(kLanes * k + l)] = j(k);
        }
        for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
            if (!hasInstructionSet(set)) continue;
            setInstructionSet(set);
            c.dynamics.respond(5, impulses.data(), changes.data());
            for (int l = 0; l < 5; ++l)
                for (int k = first; k < size; ++k)
                    EXPECT_NEAR(changes[static_cast<std::size_t>(kLanes * k + l)], expected(k, l),
                                1e-12 * expected.col(l).norm()) // 2e-14
                        << seed << " " << l << " " << k;
            if (!before.empty()) {
                EXPECT_EQ(changes, before); // to the bit
            }
            before = changes;
        }
    }
    setInstructionSet(own);
}

// Inverse dynamics of the accelerations due to given torques returns these torques; the base needs no wrench.
TEST(ArticulatedLaws, InverseDynamicsUndoesDynamics) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Case c(seed, seed % 4 == 0);
        const int count = c.body->rateCount();
        const JointVector torques = test::randomVector(c.random, count);
        Vector6 base, wrench;
        JointVector accelerations = JointVector::Zero(count), back = accelerations;
        c.dynamics.accelerations(c.loads.data(), torques, base, accelerations);
        c.dynamics.torques(base, accelerations, c.loads.data(), wrench, back);
        EXPECT_LT((back - torques).norm(), 1e-12 * (1.0 + accelerations.norm()));
        if (!c.body->hasFixedBase()) {
            EXPECT_LT(wrench.norm(), 1e-12 * (1.0 + accelerations.norm()));
        }
        Vector6 freeBase;
        c.dynamics.torquesOfFreeBase(accelerations, c.loads.data(), freeBase, back);
        EXPECT_LT((freeBase - base).norm(), 1e-12 * (1.0 + base.norm()));
        EXPECT_LT((back - torques).norm(), 1e-12 * (1.0 + accelerations.norm()));
    }
}

TEST(ArticulatedLaws, MomentaGiveTheVelocitiesBack) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Case c(seed, seed % 4 == 0);
        const Vector6 twist = c.dynamics.twist(0).vector();
        Vector6 base;
        JointVector joints = JointVector::Zero(c.body->rateCount());
        c.dynamics.momenta(base, joints);
        c.dynamics.setMomenta(base, joints);
        EXPECT_LT((c.dynamics.rates() - c.rates).norm(), 1e-12);
        EXPECT_LT((c.dynamics.twist(0).vector() - twist).norm(), 1e-12);
        c.dynamics.setMomentumAndRates(base, c.rates);
        EXPECT_LT((c.dynamics.twist(0).vector() - twist).norm(), 1e-12);
    }
}

TEST(ArticulatedLaws, FreeTreesKeepMomentumAndEnergy) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        test::Random random(seed);
        const auto body = test::randomTree(random, 6, false);
        ArticulatedMotion motion = test::motionOf(body);
        test::expectMomentumAndEnergyKept(motion, test::randomState(random, motion));
    }
}

TEST(ArticulatedLaws, MomentumRatesAndAccelerationsAgree) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        test::Random random(seed);
        const bool isFixed = seed % 2 == 0;
        const auto body = test::randomTree(random, 6, isFixed);
        ArticulatedMotion motion = test::motionOf(
            body, [](int, const Twist& t) { return Wrench(-0.3 * t.angular, -0.7 * t.linear); }, {0.0, 0.0, -9.81});
        const ArticulatedState state = test::randomState(random, motion);
        ArticulatedLoads user;
        user.torques = test::randomVector(random, body->rateCount());
        test::expectRatesOfAccelerations(motion, state, user);
    }
}

/// An ellipsoid of .2 x .12 x .08 m.
std::shared_ptr<const FluidBodyModel> ellipsoid() {
    static const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.2, 0.12, 0.08), 320));
    return model;
}

/// Links of ellipsoids in a medium.
ArticulatedMotion wetMotion(std::shared_ptr<const ArticulatedBody> body, std::shared_ptr<const FluidMedium> medium,
                            const Vector3& gravity, const ForceSet& forces = ForceSet::named("default")) {
    std::vector<IsolatedLinkFluid::Surface> surfaces(static_cast<std::size_t>(body->linkCount()));
    for (auto& surface : surfaces)
        surface.model = ellipsoid();
    auto fluid = std::make_unique<IsolatedLinkFluid>(*body, surfaces, std::move(medium), forces);
    return ArticulatedMotion(std::move(body), std::move(fluid), gravity);
}

/// A chain of ellipsoids end to end, hinges across, and one spherical joint.
std::shared_ptr<const ArticulatedBody> chainOf(int count, double density, bool hasFixedBase = false) {
    std::vector<ArticulatedLink> links(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        ArticulatedLink& link = links[static_cast<std::size_t>(i)];
        link.inertia = makeSolidBody(ellipsoid(), density).bodyInertia;
        if (i == 0) continue;
        link.parent = i - 1;
        link.joint.type = i == 2 ? JointType::Spherical : JointType::Revolute;
        link.joint.axis = i % 2 == 1 ? Vector3::UnitZ() : Vector3::UnitY();
        link.joint.pivotInParent = {-0.21, 0.0, 0.0};
        link.joint.comFromPivot = {-0.21, 0.0, 0.0};
    }
    return std::make_shared<ArticulatedBody>(std::move(links), hasFixedBase);
}

// With added mass, all forces and gravity.
TEST(ArticulatedLaws, OneLinkIsARigidBody) {
    const auto medium = std::make_shared<UniformMedium>(UniformMedium::water());
    const Vector3 gravity(0.0, 0.0, -9.81);
    const auto body = chainOf(1, 800.0);
    ArticulatedMotion motion = wetMotion(body, medium, gravity);
    const KirchhoffMotion rigid(makeSolidBody(ellipsoid(), 800.0), medium, ForceSet::named("default"), gravity);
    test::Random random(3);
    const Pose pose{random.rotation(), random.vector()};
    const Twist twist = random.twist(2.0, 1.0);
    ArticulatedState state = motion.makeState(pose, JointVector(), twist, JointVector(), 0.0);
    FluidBodyState expected = makeState(rigid, pose, twist, 0.0);
    ArticulatedOptions options;
    options.tolerance = 1e-10;
    options.maxSubsteps = 100000;
    IntegratorOptions rigidOptions;
    rigidOptions.tolerance = 1e-10;
    rigidOptions.maxSubsteps = 100000;
    for (int i = 0; i < 6; ++i) {
        motion.integrate(state, 1.0 / 60.0, options);
        integrate(rigid, expected, 1.0 / 60.0, rigidOptions);
    }
    EXPECT_LT((state.worldFromBase.position - expected.worldFromBody.position).norm(), 1e-9);
    EXPECT_LT((state.momentum.vector() - expected.momentum.vector()).norm(), 1e-8);
}

// A chain without motion in its joints moves as one body with the sum of the inertias.
TEST(ArticulatedLaws, FixedJointsMakeAnAssembly) {
    test::Random random(5);
    std::vector<ArticulatedLink> links(4);
    for (std::size_t i = 0; i < links.size(); ++i) {
        links[i].inertia = test::randomInertia(random);
        if (i == 0) continue;
        links[i].parent = static_cast<int>(i) - 1;
        links[i].joint.zeroParentFromChild = random.rotation();
        links[i].joint.pivotInParent = random.vector(0.3);
        links[i].joint.comFromPivot = random.vector(0.3);
    }
    const auto tree = std::make_shared<ArticulatedBody>(links);
    ArticulatedMotion motion = test::motionOf(tree);
    const Pose pose{random.rotation(), random.vector()};
    const Twist twist = random.twist(2.0, 1.0);
    ArticulatedState state = motion.makeState(pose, JointVector(), twist, JointVector(), 0.0);
    motion.evaluate(state);
    ArticulatedLink whole;
    whole.inertia = motion.dynamics().compositeInertia();
    ArticulatedMotion single = test::motionOf(std::make_shared<ArticulatedBody>(std::vector<ArticulatedLink>{whole}));
    ArticulatedState expected = single.makeState(pose, JointVector(), twist, JointVector(), 0.0);
    for (int i = 0; i < 60; ++i) {
        motion.integrate(state, 1.0 / 60.0, {1e-13});
        single.integrate(expected, 1.0 / 60.0, {1e-13});
    }
    EXPECT_LT((state.worldFromBase.position - expected.worldFromBase.position).norm(), 1e-12);
    EXPECT_LT((state.momentum.vector() - expected.momentum.vector()).norm(), 1e-12);
}

TEST(ArticulatedLaws, NeutralChainsGoWithACurrent) {
    const Vector3 current(0.7, -0.2, 0.1);
    const auto medium = std::make_shared<UniformMedium>(UniformMedium::water().movingAt(current));
    ArticulatedMotion motion =
        wetMotion(chainOf(4, medium->sample(Vector3::Zero(), 0.0).density), medium, {0, 0, -9.81});
    const JointVector rates = JointVector::Zero(motion.body().rateCount());
    ArticulatedState state =
        motion.makeState({}, motion.body().zeroPositions(), Twist(Vector3::Zero(), current), rates, 0.0);
    for (int i = 0; i < 60; ++i)
        motion.integrate(state, 1.0 / 30.0);
    EXPECT_LT((state.worldFromBase.position - 2.0 * current).norm(), 1e-9);
    EXPECT_LT(state.momentum.vector().norm(), 1e-9);
}

// The whole scenery moves with the medium: a chain in a current is a chain at rest, seen from a moving frame.
TEST(ArticulatedLaws, ACurrentIsAMovingFrame) {
    const Vector3 current(0.7, -0.2, 0.1);
    const auto still = std::make_shared<UniformMedium>(UniformMedium::water());
    const auto moving = std::make_shared<UniformMedium>(UniformMedium::water().movingAt(current));
    ArticulatedMotion a = wetMotion(chainOf(4, 700.0), still, {0, 0, -9.81});
    ArticulatedMotion b = wetMotion(chainOf(4, 700.0), moving, {0, 0, -9.81});
    test::Random random(9);
    const JointVector q = test::randomPositions(random, a.body());
    const JointVector rates = test::randomVector(random, a.body().rateCount());
    const Twist twist = random.twist(1.0, 1.0);
    ArticulatedState one = a.makeState({}, q, twist, rates, 0.0);
    ArticulatedState two = b.makeState({}, q, twist + Twist(Vector3::Zero(), current), rates, 0.0);
    EXPECT_LT((one.jointMomenta - two.jointMomenta).norm(), 1e-12);
    for (int i = 0; i < 6; ++i) {
        a.integrate(one, 1.0 / 60.0, {1e-8, 0.01, 1000});
        b.integrate(two, 1.0 / 60.0, {1e-8, 0.01, 1000});
    }
    EXPECT_LT((one.worldFromBase.position + 0.1 * current - two.worldFromBase.position).norm(), 1e-8);
    EXPECT_LT((one.positions - two.positions).norm(), 1e-7);
}

// In still water without gravity the energy of bodies and fluid only falls.
TEST(ArticulatedLaws, WaterTakesEnergyOnly) {
    ArticulatedMotion motion =
        wetMotion(chainOf(4, 700.0), std::make_shared<UniformMedium>(UniformMedium::water()), Vector3::Zero());
    test::Random random(11);
    ArticulatedState state = motion.makeState({}, test::randomPositions(random, motion.body()), random.twist(3.0, 2.0),
                                              test::randomVector(random, motion.body().rateCount(), 5.0), 0.0);
    motion.evaluate(state);
    double energy = motion.dynamics().kineticEnergy();
    for (int i = 0; i < 60; ++i) {
        motion.integrate(state, 1.0 / 60.0);
        motion.evaluate(state);
        EXPECT_LT(motion.dynamics().kineticEnergy(), energy * (1.0 + 1e-5));
        energy = motion.dynamics().kineticEnergy();
    }
}

// A gliding chain needs one evaluation of the faces per step while the loads are smooth. Without a history the chain is
// at the same place.
TEST(ArticulatedLaws, SmoothLoadsAreExtrapolated) {
    const auto medium = std::make_shared<UniformMedium>(UniformMedium::water());
    ArticulatedMotion motion = wetMotion(chainOf(4, 1300.0), medium, {0, 0, -9.81});
    const JointVector rates = JointVector::Zero(motion.body().rateCount());
    JointVector q = motion.body().zeroPositions();
    q(0) = 0.3;
    ArticulatedState with = motion.makeState({}, q, {}, rates, 0.0), without = with;
    ArticulatedLoadHistory history;
    int extrapolated = 0, evaluations = 0;
    for (int i = 0; i < 480; ++i) {
        const IntegrationReport report = motion.integrate(with, 1.0 / 240.0, {}, {}, nullptr, &history);
        extrapolated += report.isExtrapolated ? 1 : 0;
        evaluations += report.evaluations;
    }
    for (int i = 0; i < 480; ++i)
        motion.integrate(without, 1.0 / 240.0);
    EXPECT_GT(extrapolated, 240);
    EXPECT_LT(evaluations, 1200);
    EXPECT_LT((with.worldFromBase.position - without.worldFromBase.position).norm(), 1e-4);
}

TEST(ArticulatedLaws, WrongTreesAreRefused) {
    const ArticulatedLink good{-1, {}, SpatialInertia(Matrix6::Identity())};
    std::vector<ArticulatedLink> links(2, good);
    EXPECT_NE(test::refusal([&] { ArticulatedBody body(links); }).find("link 1: its parent"), std::string::npos);
    links[1].parent = 0;
    links[1].joint.type = JointType::Revolute;
    links[1].joint.axis = Vector3(0.0, 0.0, 2.0);
    EXPECT_NE(test::refusal([&] { ArticulatedBody body(links); }).find("no unit vector"), std::string::npos);
    links[1].joint.axis = Vector3::UnitX();
    links[1].inertia = SpatialInertia(Matrix6(-Matrix6::Identity()));
    EXPECT_NE(test::refusal([&] { ArticulatedBody body(links); }).find("positive definite"), std::string::npos);
    EXPECT_NE(test::refusal([&] { ArticulatedBody body({}); }).find("no link"), std::string::npos);
    links[1].inertia = good.inertia;
    const auto body = std::make_shared<ArticulatedBody>(links);
    ArticulatedMotion motion = test::motionOf(body);
    EXPECT_NE(test::refusal([&] { motion.makeState({}, JointVector(), {}, JointVector(), 0.0); }).find("positions"),
              std::string::npos);
}

} // namespace articulated_laws
