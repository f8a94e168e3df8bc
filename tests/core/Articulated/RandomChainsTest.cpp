// SPDX-License-Identifier: Zlib
// The accuracy of free chains stated in docs/articulated.md, on chains not used to choose any number.
#include "core/Articulated/TestChains.h"

#include <algorithm>
#include <cmath>

namespace random_chains {
using namespace ambient;

/// A chain of 2 to 6 ellipsoids in water, with semi-axes of 3 to 15 cm and .3 to 3 times the density of water, on
/// hinges and ball joints. Each statement draws one number, so every compiler makes the same chains.
std::shared_ptr<const ArticulatedBody> randomChain(test::Random& random) {
    std::vector<ArticulatedLink> links(static_cast<std::size_t>(random.integer(2, 6)));
    double before = 0.0;
    for (std::size_t i = 0; i < links.size(); ++i) {
        ArticulatedLink& link = links[i];
        Vector3 s;
        for (int k = 0; k < 3; ++k)
            s[k] = random.uniform(0.03, 0.15);
        const double mass = random.uniform(300.0, 3000.0) * 4.0 / 3.0 * kPi * s.prod();
        const Vector3 squares = s.cwiseProduct(s);
        const Vector3 moments = 0.2 * mass * (Vector3::Constant(squares.sum()) - squares);
        link.inertia =
            SpatialInertia::ofBody(mass, moments.asDiagonal()) + analyticEllipsoidAddedMass(s).scaled(1000.0);
        if (i > 0) {
            link.parent = static_cast<int>(i) - 1;
            link.joint.type = random.uniform(0.0, 1.0) < 0.5 ? JointType::Spherical : JointType::Revolute;
            link.joint.axis = random.direction();
            link.joint.pivotInParent = 1.05 * before * Vector3::UnitX();
            link.joint.comFromPivot = 1.05 * s.x() * Vector3::UnitX();
        }
        before = s.x();
    }
    return std::make_shared<ArticulatedBody>(std::move(links));
}

/// Bent by up to 1 rad, at speeds of about 1 m/s and 1 rad/s.
ArticulatedState randomStart(test::Random& random, ArticulatedMotion& motion) {
    const ArticulatedBody& body = motion.body();
    JointVector positions = body.zeroPositions();
    for (int i = 1; i < body.linkCount(); ++i) {
        const Vector3 bend = random.vector(1.0);
        if (body.link(i).joint.type == JointType::Spherical)
            positions.segment<4>(body.firstPosition(i)) = expSO3(bend).coeffs();
        else
            positions(body.firstPosition(i)) = bend.x();
    }
    const Quaternion turn = random.rotation();
    const Twist twist = random.twist(1.0, 1.0);
    return motion.makeState({turn, Vector3::Zero()}, positions, twist, test::randomVector(random, body.rateCount()),
                            0.0);
}

ArticulatedState after(ArticulatedMotion& motion, ArticulatedState state, double tolerance) {
    ArticulatedOptions options;
    options.tolerance = tolerance;
    options.maxSubsteps = 1000000;
    motion.integrate(state, 1.0, options);
    return state;
}

/// Largest distance between links [m] and between entries of their rotation matrices.
double difference(ArticulatedMotion& motion, const ArticulatedState& a, const ArticulatedState& b) {
    motion.evaluate(a);
    const std::vector<Pose> poses = motion.dynamics().worldFromLinks();
    motion.evaluate(b);
    double worst = 0.0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Pose& other = motion.dynamics().worldFromLinks()[i];
        const Matrix3 turned = poses[i].orientation.toRotationMatrix() - other.orientation.toRotationMatrix();
        worst = std::max({worst, (poses[i].position - other.position).norm(), turned.cwiseAbs().maxCoeff()});
    }
    return worst;
}

// Of 100 chains, half are right to 2e-9 at 1e-10 and to 3e-5 at the default tolerance, 90 to 2.2e-8 and 3.3e-4, the
// worst to 3.5e-6 and .03. Measured on these 10, median and largest: 2.4e-9 and 3.2e-8, 6.0e-5 and 5.6e-4; momentum
// 3e-15.
TEST(RandomChains, HaveTheErrorsThatThePageStates) {
    std::vector<double> fine, ordinary;
    for (unsigned seed = 1000; seed < 1010; ++seed) {
        test::Random random(seed);
        ArticulatedMotion motion = test::motionOf(randomChain(random));
        const ArticulatedState start = randomStart(random, motion);
        const ArticulatedState exact = after(motion, start, 1e-11);
        const ArticulatedState near = after(motion, start, 1e-10);
        fine.push_back(difference(motion, near, exact));
        const Vector6 momentum = test::aboutOrigin(start).vector();
        EXPECT_LT((test::aboutOrigin(near).vector() - momentum).norm(), 1e-14 * momentum.norm()) << seed;
        ordinary.push_back(0.0);
        for (const int rate : {30, 240}) {
            ArticulatedState state = start;
            for (int i = 0; i < rate; ++i)
                motion.integrate(state, 1.0 / rate);
            ordinary.back() = std::max(ordinary.back(), difference(motion, state, exact));
        }
    }
    std::sort(fine.begin(), fine.end());
    std::sort(ordinary.begin(), ordinary.end());
    EXPECT_LT(fine[5], 5e-9);
    EXPECT_LT(fine.back(), 1e-7);
    EXPECT_LT(ordinary[5], 1e-4);
    EXPECT_LT(ordinary.back(), 1e-3);
}

} // namespace random_chains
