// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

/// Chains of links for the tests of articulated bodies.
namespace test {

/// Links whose given inertia includes the fluid's. Loads are a function's values, in link axes.
class GivenLinks : public ambient::LinkFluid {
  public:
    using Load = std::function<ambient::Wrench(int link, const ambient::Twist& twist)>;

    explicit GivenLinks(const ambient::ArticulatedBody& body, Load load = {}) : m_load(std::move(load)) {
        for (int i = 0; i < body.linkCount(); ++i)
            m_inertias.push_back(body.link(i).inertia);
    }

    void evaluate(const std::vector<ambient::Pose>& worldFromLinks, double,
                  std::vector<ambient::LinkMedium>& links) override {
        m_poses = worldFromLinks;
        for (std::size_t i = 0; i < links.size(); ++i)
            links[i] = {m_inertias[i], ambient::Vector3::Zero()};
    }
    void loads(const ambient::Twist* relative, const ambient::Vector3& gravity, const std::vector<ambient::LinkMedium>&,
               Frame, std::vector<ambient::FluidLoads>& loads) override {
        for (std::size_t i = 0; i < loads.size(); ++i) {
            loads[i] = {};
            loads[i].other.linear = m_inertias[i].matrix()(3, 3) * gravity;
            if (m_load)
                loads[i].dissipative = rotated(m_poses[i].orientation, m_load(static_cast<int>(i), relative[i]));
        }
    }
    bool isSteady() const override { return true; }
    const Eigen::MatrixXd* coupling() const override { return between.size() > 0 ? &between : nullptr; }
    bool isConstant() const override { return true; }
    double length(int) const override { return 0.0; }

    Eigen::MatrixXd between; ///< inertia between links; empty (default): none

  private:
    std::vector<ambient::SpatialInertia> m_inertias;
    std::vector<ambient::Pose> m_poses;
    Load m_load;
};

/// The motion of a body with given inertias.
inline ambient::ArticulatedMotion motionOf(std::shared_ptr<const ambient::ArticulatedBody> body,
                                           GivenLinks::Load load = {},
                                           const ambient::Vector3& gravity = ambient::Vector3::Zero()) {
    auto fluid = std::make_unique<GivenLinks>(*body, std::move(load));
    return ambient::ArticulatedMotion(std::move(body), std::move(fluid), gravity);
}

/// A symmetric positive definite 6x6 with all couplings, of a link of about 1 kg and .3 m in a dense fluid.
inline ambient::SpatialInertia randomInertia(Random& random) {
    ambient::Matrix6 root;
    for (int i = 0; i < 36; ++i)
        root(i / 6, i % 6) = random.uniform(-0.5, 0.5) * (i / 6 < 3 ? 0.2 : 1.0);
    ambient::Matrix6 k = root * root.transpose();
    k.diagonal().head<3>().array() += 0.01;
    k.diagonal().tail<3>().array() += 1.0;
    return ambient::SpatialInertia(k);
}

/// A random tree with every kind of joint. \param links with the base
inline std::shared_ptr<const ambient::ArticulatedBody> randomTree(Random& random, int links, bool hasFixedBase) {
    using ambient::JointType;
    std::vector<ambient::ArticulatedLink> tree(static_cast<std::size_t>(links));
    constexpr JointType kinds[] = {JointType::Revolute, JointType::Spherical, JointType::Prismatic, JointType::Planar,
                                   JointType::Fixed};
    for (int i = 0; i < links; ++i) {
        ambient::ArticulatedLink& link = tree[static_cast<std::size_t>(i)];
        link.inertia = randomInertia(random);
        if (i == 0) continue;
        link.parent = random.integer(std::max(0, i - 3), i - 1);
        link.joint.type = kinds[(i - 1) % 5];
        link.joint.zeroParentFromChild = random.rotation();
        link.joint.pivotInParent = random.vector(0.3);
        link.joint.comFromPivot = random.vector(0.3);
        link.joint.axis = random.direction();
        link.joint.firstDirection = link.joint.axis.unitOrthogonal();
        link.joint.secondDirection = 0.7 * link.joint.axis.cross(link.joint.firstDirection);
    }
    return std::make_shared<ambient::ArticulatedBody>(std::move(tree), hasFixedBase);
}

/// Random positions of all joints.
inline ambient::JointVector randomPositions(Random& random, const ambient::ArticulatedBody& body) {
    ambient::JointVector q = body.zeroPositions();
    for (int i = 0; i < body.linkCount(); ++i) {
        const int first = body.firstPosition(i);
        if (body.link(i).joint.type == ambient::JointType::Spherical)
            q.segment<4>(first) = random.rotation().coeffs();
        else
            for (int k = 0; k < body.ratesOf(i); ++k)
                q(first + k) = random.uniform(-1.0, 1.0);
    }
    return q;
}

/// Numbers in [-halfRange, halfRange].
inline ambient::JointVector randomVector(Random& random, int size, double halfRange = 1.0) {
    ambient::JointVector v(size);
    for (int i = 0; i < size; ++i)
        v(i) = random.uniform(-halfRange, halfRange);
    return v;
}

/// A random pose, random positions and velocities of about 1 m/s and 1 rad/s, at time 0.
inline ambient::ArticulatedState randomState(Random& random, ambient::ArticulatedMotion& motion) {
    return motion.makeState({random.rotation(), random.vector()}, randomPositions(random, motion.body()),
                            random.twist(1.0, 1.0), randomVector(random, motion.body().rateCount()), 0.0);
}

/// Total momentum of a state about the world's origin.
inline ambient::Momentum aboutOrigin(const ambient::ArticulatedState& state) {
    ambient::Momentum m = state.momentum;
    m.angular += state.worldFromBase.position.cross(m.linear);
    return m;
}

/// Half a second of free motion keeps energy and momentum.
inline void expectMomentumAndEnergyKept(ambient::ArticulatedMotion& motion, ambient::ArticulatedState state) {
    ASSERT_TRUE(motion.evaluate(state));
    const double energy = motion.dynamics().kineticEnergy();
    const ambient::Vector6 momentum = aboutOrigin(state).vector();
    ambient::ArticulatedOptions options;
    options.tolerance = 1e-8;
    options.maxSubsteps = 10000;
    for (int i = 0; i < 30; ++i)
        motion.integrate(state, 1.0 / 60.0, options);
    motion.evaluate(state);
    EXPECT_NEAR(motion.dynamics().kineticEnergy(), energy, 1e-6 * energy);
    EXPECT_LT((aboutOrigin(state).vector() - momentum).norm(), 1e-12 * momentum.norm());
}

/// Momenta integrated over a short time, and accelerations, which have another equation, are the same motion. The
/// difference is of the order of the time.
inline void expectRatesOfAccelerations(ambient::ArticulatedMotion& motion, ambient::ArticulatedState state,
                                       const ambient::ArticulatedLoads& user = {}) {
    constexpr double h = 1e-5;
    motion.evaluate(state);
    const ambient::JointVector before = motion.dynamics().rates();
    ambient::Vector6 base;
    ambient::JointVector accelerations = before;
    motion.accelerations(user, base, accelerations);
    motion.integrate(state, h, {}, user);
    motion.evaluate(state);
    const ambient::JointVector change = (motion.dynamics().rates() - before) / h;
    EXPECT_LT((change - accelerations).norm(), 1e-3 * (1.0 + accelerations.norm()));
}

} // namespace test
