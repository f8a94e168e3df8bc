// SPDX-License-Identifier: Zlib
// Rotors behind gears (Joint::armature) and joints that follow others (JointGear).
#include "AmbientFluid/Math/Lanes.h"
#include "core/Articulated/TestChains.h"

#include <cmath>

namespace gears {
using namespace ambient;

/// A tree of hinges and slides with rotors and gears, and the same without gears.
struct GearedTree {
    explicit GearedTree(unsigned seed) : random(seed) {
        std::vector<ArticulatedLink> links(7);
        for (int i = 0; i < 7; ++i) {
            ArticulatedLink& link = links[static_cast<std::size_t>(i)];
            link.inertia = test::randomInertia(random);
            if (i == 0) continue;
            link.parent = random.integer(std::max(0, i - 3), i - 1);
            link.joint.type = random.integer(0, 2) == 0 ? JointType::Prismatic : JointType::Revolute;
            link.joint.zeroParentFromChild = random.rotation();
            link.joint.pivotInParent = random.vector(0.3);
            link.joint.comFromPivot = random.vector(0.3);
            link.joint.axis = random.direction();
            link.joint.armature = random.uniform(0.0, 0.1);
        }
        gears = {{2, 1, random.uniform(0.5, 2.0), random.uniform(-1.0, 1.0)},
                 {5, 1, random.uniform(-2.0, -0.5), 0.2},
                 {3, 6, random.uniform(0.5, 2.0), 0.0}};
        const bool hasFixedBase = seed % 3 == 0;
        free = std::make_shared<ArticulatedBody>(links, hasFixedBase);
        body = std::make_shared<ArticulatedBody>(links, hasFixedBase, gears);
    }

    /// Velocities of the base, if it moves, and of all joints per velocity of the joints that lead.
    Eigen::MatrixXd transmission() const {
        const int first = body->hasFixedBase() ? 0 : 6, rates = body->rateCount();
        Eigen::MatrixXd all = Eigen::MatrixXd::Identity(first + rates, first + rates);
        std::vector<int> kept;
        for (const JointGear& gear : gears)
            all(first + body->firstRate(gear.link), first + body->firstRate(gear.leader)) = gear.ratio;
        for (int k = 0; k < first + rates; ++k) {
            const bool follows = std::any_of(gears.begin(), gears.end(), [&](const JointGear& gear) {
                return first + body->firstRate(gear.link) == k;
            });
            if (!follows) kept.push_back(k);
        }
        Eigen::MatrixXd columns(first + rates, kept.size());
        for (std::size_t k = 0; k < kept.size(); ++k)
            columns.col(static_cast<int>(k)) = all.col(kept[k]);
        return columns;
    }

    test::Random random;
    std::vector<JointGear> gears;
    std::shared_ptr<const ArticulatedBody> free, body;
};

/// The mass matrix without gears from kinetic energies of unit velocities and their sums: another way than momenta.
Eigen::MatrixXd massMatrix(ArticulatedDynamics& dynamics, const ArticulatedBody& body) {
    const int first = body.hasFixedBase() ? 6 : 0, size = 6 + body.rateCount();
    const auto energyOf = [&](int a, int b) {
        JointVector v = JointVector::Zero(size);
        v(a) += 1.0;
        v(b) += 1.0;
        dynamics.setVelocity(Twist(Vector6(v.head<6>())), v.tail(body.rateCount()));
        return dynamics.kineticEnergy();
    };
    Eigen::MatrixXd m(size - first, size - first);
    for (int a = first; a < size; ++a)
        for (int b = first; b < size; ++b)
            m(a - first, b - first) = energyOf(a, b) - 0.25 * (energyOf(a, a) + energyOf(b, b));
    return m;
}

// Lagrange's equations in the coordinates that lead: v = G (G^T M G)^-1 G^T p, and its response to impulses. Measured
// 3e-14.
TEST(Gears, ReduceTheMassMatrix) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        GearedTree tree(seed);
        ArticulatedDynamics free(tree.free), geared(tree.body);
        const Pose pose{tree.random.rotation(), tree.random.vector()};
        const JointVector q = test::randomPositions(tree.random, *tree.body);
        for (ArticulatedDynamics* dynamics : {&free, &geared}) {
            dynamics->setPose(pose, q);
            ASSERT_TRUE(dynamics->factor());
        }
        const Eigen::MatrixXd mass = massMatrix(free, *tree.free), g = tree.transmission();
        const int rates = tree.body->rateCount(), size = static_cast<int>(mass.rows());
        JointVector p = test::randomVector(tree.random, 6 + rates);
        const Eigen::VectorXd exact = g * (g.transpose() * mass * g).ldlt().solve(g.transpose() * p.tail(size));
        geared.setMomenta(p.head<6>(), p.tail(rates));
        EXPECT_LT((geared.rates() - exact.tail(rates)).norm(), 1e-12 * exact.norm()) << seed;
        std::vector<double> impulses(static_cast<std::size_t>(kLanes * (6 + rates)), 0.0), changes = impulses;
        for (int k = 0; k < 6 + rates; ++k)
            impulses[static_cast<std::size_t>(kLanes * k)] = p(k);
        geared.respond(1, impulses.data(), changes.data());
        for (int k = 0; k < rates; ++k)
            EXPECT_NEAR(changes[static_cast<std::size_t>(kLanes * (6 + k))], exact(size - rates + k),
                        1e-12 * exact.norm())
                << seed;
        EXPECT_NEAR(geared.kineticEnergy(), 0.5 * exact.dot(mass * exact), 1e-12 * exact.dot(mass * exact)) << seed;
    }
}

// Half a second of free motion keeps energy (5e-9 J at most), momentum (2e-14) and the ratios (to the last digit).
TEST(Gears, KeepEnergyMomentumAndTheirRatios) {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        GearedTree tree(seed);
        ArticulatedMotion motion = test::motionOf(tree.body);
        ArticulatedState state = test::randomState(tree.random, motion);
        ASSERT_TRUE(motion.evaluate(state));
        const double energy = motion.dynamics().kineticEnergy();
        const Vector6 momentum = test::aboutOrigin(state).vector();
        ArticulatedOptions options;
        options.tolerance = 1e-9;
        options.maxSubsteps = 10000;
        for (int i = 0; i < 30; ++i)
            ASSERT_TRUE(motion.integrate(state, 1.0 / 60.0, options).finite);
        motion.evaluate(state);
        EXPECT_NEAR(motion.dynamics().kineticEnergy(), energy, 1e-7 * energy) << seed;
        if (!tree.body->hasFixedBase()) {
            EXPECT_LT((test::aboutOrigin(state).vector() - momentum).norm(), 1e-12 * momentum.norm()) << seed;
        }
        for (const JointGear& gear : tree.gears) {
            const double leader = state.positions(tree.body->firstPosition(gear.leader));
            EXPECT_NEAR(state.positions(tree.body->firstPosition(gear.link)), gear.ratio * leader + gear.offset, 1e-12);
            EXPECT_NEAR(motion.dynamics().rates()(tree.body->firstRate(gear.link)),
                        gear.ratio * motion.dynamics().rates()(tree.body->firstRate(gear.leader)), 1e-12);
        }
    }
}

// Two hinges on a fixed base, the second geared, under gravity: one equation of motion,
// (I_1 + A_1 + r^2 (I_2 + A_2)) q'' = -m_1 g l_1 sin q - r m_2 g l_2 sin(r q + c), by Runge and Kutta with 2000 steps a
// second. The accelerations are those of that equation too. Measured 2e-8.
TEST(Gears, MoveAPairOfPendulumsAsTheirOneEquation) {
    test::Random random(7);
    for (int trial = 0; trial < 8; ++trial) {
        double length[2], mass[2], total[2];
        std::vector<ArticulatedLink> links(3);
        for (int i = 0; i < 2; ++i) {
            ArticulatedLink& link = links[static_cast<std::size_t>(i) + 1];
            length[i] = random.uniform(0.2, 0.8);
            mass[i] = random.uniform(0.5, 2.0);
            link.parent = 0;
            link.joint.type = JointType::Revolute;
            link.joint.axis = Vector3::UnitY();
            link.joint.comFromPivot = {0.0, 0.0, -length[i]};
            link.joint.armature = random.uniform(0.0, 0.5);
            link.inertia = SpatialInertia::ofBody(mass[i], 0.02 * Matrix3::Identity());
            total[i] = 0.02 + mass[i] * length[i] * length[i] + link.joint.armature;
        }
        const double r = random.uniform(-3.0, 3.0), c = random.uniform(-0.5, 0.5), g = 9.81;
        const auto body = std::make_shared<ArticulatedBody>(links, true, std::vector<JointGear>{{2, 1, r, c}});
        const auto accelerationAt = [&](double q) {
            return -(mass[0] * g * length[0] * std::sin(q) + r * mass[1] * g * length[1] * std::sin(r * q + c)) /
                   (total[0] + r * r * total[1]);
        };
        ArticulatedMotion motion = test::motionOf(body, {}, {0.0, 0.0, -g});
        JointVector q(2), rates = JointVector::Zero(2);
        q << 0.9, 0.0; // the second one follows
        ArticulatedState state = motion.makeState({}, q, Twist(), rates, 0.0);
        motion.evaluate(state);
        Vector6 base;
        motion.accelerations({}, base, rates);
        EXPECT_NEAR(rates(0), accelerationAt(0.9), 1e-12 * std::abs(accelerationAt(0.9)));
        EXPECT_NEAR(rates(1), r * rates(0), 1e-12 * std::abs(r * rates(0)));
        double x = 0.9, v = 0.0;
        const double h = 1.0 / 2000.0;
        for (int i = 0; i < 2000; ++i) {
            const double k1 = accelerationAt(x), k2 = accelerationAt(x + 0.5 * h * v),
                         k3 = accelerationAt(x + 0.5 * h * v + 0.25 * h * h * k1),
                         k4 = accelerationAt(x + h * v + 0.5 * h * h * k2);
            x += h * v + h * h / 6.0 * (k1 + k2 + k3);
            v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        ArticulatedOptions options;
        options.tolerance = 1e-9;
        options.maxSubsteps = 10000;
        for (int i = 0; i < 60; ++i)
            motion.integrate(state, 1.0 / 60.0, options);
        motion.evaluate(state);
        EXPECT_NEAR(state.positions(0), x, 5e-8) << trial;
        EXPECT_NEAR(motion.dynamics().rates()(0), v, 5e-8) << trial;
        EXPECT_NEAR(state.positions(1), r * x + c, 1e-7) << trial;
    }
}

// Small swings of a pendulum with a rotor: period 2 pi sqrt((I + m l^2 + A)/(m g l)). Measured 3e-12 rad.
TEST(Gears, ARotorSlowsAPendulum) {
    for (const double armature : {0.0, 0.3, 5.0}) {
        std::vector<ArticulatedLink> links(2);
        links[1].parent = 0;
        links[1].joint.type = JointType::Revolute;
        links[1].joint.axis = Vector3::UnitY();
        links[1].joint.comFromPivot = {0.0, 0.0, -0.5};
        links[1].joint.armature = armature;
        links[1].inertia = SpatialInertia::ofBody(2.0, 0.1 * Matrix3::Identity());
        ArticulatedMotion motion =
            test::motionOf(std::make_shared<ArticulatedBody>(links, true), {}, {0.0, 0.0, -9.81});
        const double frequency = std::sqrt(2.0 * 9.81 * 0.5 / (0.1 + 2.0 * 0.25 + armature));
        ArticulatedState state =
            motion.makeState({}, JointVector::Constant(1, 1e-4), Twist(), JointVector::Zero(1), 0.0);
        ArticulatedOptions options;
        options.tolerance = 1e-10;
        options.maxSubsteps = 10000;
        motion.integrate(state, 1.0, options);
        EXPECT_NEAR(state.positions(0), 1e-4 * std::cos(frequency), 1e-11) << armature;
    }
}

// Inverse dynamics asks for what the rotor takes.
TEST(Gears, TorquesOfAccelerationsHaveTheRotors) {
    GearedTree tree(5);
    ArticulatedDynamics dynamics(tree.free);
    dynamics.setPose({}, test::randomPositions(tree.random, *tree.free));
    ASSERT_TRUE(dynamics.factor());
    dynamics.setVelocity(tree.random.twist(1.0, 1.0), test::randomVector(tree.random, 6));
    const std::vector<Wrench> loads(7);
    const JointVector given = test::randomVector(tree.random, 6);
    Vector6 base, wrench;
    JointVector accelerations(6), torques(6);
    dynamics.accelerations(loads.data(), given, base, accelerations);
    dynamics.torques(base, accelerations, loads.data(), wrench, torques);
    EXPECT_LT((torques - given).norm(), 1e-12);
}

TEST(Gears, RefuseWhatIsNone) {
    const std::shared_ptr<const ArticulatedBody> good = GearedTree(1).free;
    std::vector<ArticulatedLink> links;
    for (int i = 0; i < good->linkCount(); ++i)
        links.push_back(good->link(i));
    for (const std::vector<JointGear>& gears : {std::vector<JointGear>{{0, 1, 1.0, 0.0}},
                                                {{1, 1, 1.0, 0.0}},
                                                {{1, 9, 1.0, 0.0}},
                                                {{1, 2, 0.0, 0.0}},
                                                {{1, 2, std::nan(""), 0.0}},
                                                {{1, 2, 1.0, 0.0}, {1, 3, 1.0, 0.0}},
                                                {{1, 2, 1.0, 0.0}, {2, 3, 1.0, 0.0}}})
        EXPECT_THROW(ArticulatedBody(links, false, gears), std::invalid_argument);
    links[2].joint.armature = -1.0;
    EXPECT_THROW(ArticulatedBody(links, false), std::invalid_argument);
}

} // namespace gears
