// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "MultiBodyWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyJointFeedback.h>

#include <array>

namespace joint_feedback {

using namespace ambient;

const btVector3 kGravity(0, 0, btScalar(-9.81));
const btVector3 kHalf(btScalar(0.2), btScalar(0.06), btScalar(0.04));

std::shared_ptr<const FluidBodyModel> rodModel() {
    static const auto model = FluidBodyModel::build(makeBox({0.4, 0.12, 0.08}, 192));
    return model;
}

/// A chain of three rods on a fixed base, with feedback of every joint.
struct WatchedChain {
    explicit WatchedChain(const btVector3& gravity, std::unique_ptr<btMultiBodyConstraintSolver> solver = nullptr,
                          bool collides = false)
        : world(gravity, std::move(solver)), box(kHalf) {
        chain = world.addChain(&box, btScalar(5), btScalar(0.21), 3, true);
        for (int i = 0; i < 3; ++i)
            chain->getLink(i).m_jointFeedback = &feedback[size_t(i)];
        world.addToWorld(chain, collides ? &box : nullptr);
    }
    Vector3 force(int link) const { return btFluidVector(feedback[size_t(link)].m_reactionForces.m_topVec); }
    Vector3 torque(int link) const { return btFluidVector(feedback[size_t(link)].m_reactionForces.m_bottomVec); }

    test::MultiBodyWorld world;
    btBoxShape box;
    btMultiBody* chain;
    std::array<btMultiBodyJointFeedback, 3> feedback;
};

// Hung from its base along gravity, at rest: each joint carries the weight in water of all links below it, and no
// torque. Bullet's own feedback has the dry weight, 50 N for 12 N a link.
TEST(JointFeedback, AHangingWetChainHasItsWetWeightInItsJoints) {
    for (const bool inWorld : {false, true}) {
        WatchedChain chain(btVector3(btScalar(9.81), 0, 0));
        chain.world.world().getSolverInfo().m_jointFeedbackInWorldSpace = inWorld;
        chain.world.world().getSolverInfo().m_jointFeedbackInJointFrame = true;
        chain.world.fluid().setMedium(UniformMedium::water());
        chain.world.fluid().addMultiBody(chain.chain, {{}, {rodModel()}, {rodModel()}, {rodModel()}});
        chain.world.run(0.1, 1.0 / 60.0);
        const double wet = 9.81 * (5.0 - 998.2 * rodModel()->volume());
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(chain.force(i).x(), -wet * (3 - i), test::bulletTolerance(1e-9, 1e-4)) << i;
            EXPECT_NEAR(chain.force(i).tail<2>().norm(), 0.0, test::bulletTolerance(1e-9, 1e-4));
            EXPECT_NEAR(chain.torque(i).norm(), 0.0, test::bulletTolerance(1e-9, 1e-4));
        }
    }
}

/// Forces and torques of all joints after the first step of a chain at rest in vacuum.
std::array<Vector3, 6> startOf(bool isStock, int frames) {
    WatchedChain chain(kGravity, isStock ? std::make_unique<btMultiBodyConstraintSolver>() : nullptr);
    chain.world.world().getSolverInfo().m_jointFeedbackInWorldSpace = (frames & 1) != 0;
    chain.world.world().getSolverInfo().m_jointFeedbackInJointFrame = (frames & 2) != 0;
    for (int i = 0; i < 3; ++i)
        chain.chain->setJointPos(i, btScalar(0.4 * i - 0.3));
    if (!isStock) chain.world.fluid().addMultiBody(chain.chain, {{}, {rodModel()}, {rodModel()}, {rodModel()}});
    chain.world.run(1e-5, 1e-5); // Bullet adds centripetal forces of the end of the step: they fall with its square
    return {chain.force(0), chain.force(1), chain.force(2), chain.torque(0), chain.torque(1), chain.torque(2)};
}

// Without fluid and motion the feedback is Bullet's, in all four frames. Residual 1.4e-7 N in double precision, from
// the speed of 1e-4 m/s in Bullet's feedback.
TEST(JointFeedback, WithoutFluidItIsBullets) {
    for (int frames = 0; frames < 4; ++frames) {
        const std::array<Vector3, 6> stock = startOf(true, frames), ours = startOf(false, frames);
        for (size_t i = 0; i < 6; ++i) {
            EXPECT_GT(stock[i].norm(), 0.1);
            EXPECT_LT((stock[i] - ours[i]).norm(), test::bulletTolerance(2e-7, 1e-4)) << frames << " " << i;
        }
    }
}

// In vacuum the force in a joint is the rate of momentum of the links behind it, less their weight. (Bullet's own
// feedback has velocity terms and torques twice: its second pass, for the rows, adds them once more.)
TEST(JointFeedback, TheForceOfAMovingJointIsTheRateOfMomentum) {
    WatchedChain chain(kGravity);
    chain.world.world().getSolverInfo().m_jointFeedbackInWorldSpace = true;
    for (int i = 0; i < 3; ++i)
        chain.chain->setJointVel(i, btScalar(2.0 - i));
    chain.world.fluid().addMultiBody(chain.chain, {{}, {rodModel()}, {rodModel()}, {rodModel()}});
    const btFluidMultiBody& wet = *chain.world.fluid().getFluidMultiBodies().find(chain.chain);
    const double h = 1.0 / 240.0, mass = double(chain.chain->getLinkMass(0));
    std::vector<std::array<Vector3, 3>> speeds, forces;
    for (int n = 0; n < 120; ++n) {
        wet.motion().evaluate(wet.state());
        speeds.push_back({wet.motion().twistInWorld(1).linear, wet.motion().twistInWorld(2).linear,
                          wet.motion().twistInWorld(3).linear});
        chain.world.run(h, h);
        forces.push_back({chain.force(0), chain.force(1), chain.force(2)});
    }
    double largest = 0.0;
    for (size_t n = 1; n + 1 < speeds.size(); ++n) {
        Vector3 expected = Vector3::Zero();
        for (size_t i = 3; i-- > 0;) {
            expected += mass * ((speeds[n + 1][i] - speeds[n - 1][i]) / (2.0 * h) + 9.81 * Vector3::UnitZ());
            EXPECT_LT((forces[n][i] - expected).norm(), 0.15) << n << " " << i;
            largest = std::max(largest, expected.norm());
        }
    }
    EXPECT_GT(largest, 200.0);
}

// A chain whose last link rests on the ground: joint and ground together carry the weight in water.
TEST(JointFeedback, ContactsCarryTheirShare) {
    WatchedChain chain(kGravity, nullptr, true);
    btBoxShape floor(btVector3(10, 10, 1));
    chain.world.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.3)));
    chain.world.fluid().setMedium(UniformMedium::water());
    chain.world.fluid().addMultiBody(chain.chain, {{}, {rodModel()}, {rodModel()}, {rodModel()}});
    chain.world.world().getSolverInfo().m_jointFeedbackInWorldSpace = true;
    chain.world.world().getSolverInfo().m_numIterations = 100;
    for (auto& collider : chain.world.colliders)
        collider->setActivationState(DISABLE_DEACTIVATION);
    chain.world.run(8.0, 1.0 / 120.0);
    Vector3 ground = Vector3::Zero(), joint = Vector3::Zero();
    for (int i = 0; i < 60; ++i) {
        chain.world.run(1.0 / 120.0, 1.0 / 120.0);
        btDispatcher& dispatcher = *chain.world.world().getDispatcher();
        for (int k = 0; k < dispatcher.getNumManifolds(); ++k) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(k);
            for (int point = 0; point < manifold.getNumContacts(); ++point)
                ground.z() += double(manifold.getContactPoint(point).m_appliedImpulse) * 120.0 / 60.0;
        }
        joint += chain.force(0) / 60.0;
    }
    const double wet = 3.0 * 9.81 * (5.0 - 998.2 * rodModel()->volume());
    EXPECT_GT(ground.z(), 0.1 * wet);
    EXPECT_NEAR(joint.z() + ground.z(), wet, 0.003 * wet);
}

} // namespace joint_feedback
