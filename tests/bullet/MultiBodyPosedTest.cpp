// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "MultiBodyWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyJointMotor.h>

#include <cmath>
#include <omp.h>

namespace multi_body_posed {

using namespace ambient;

/// Posed links with hinges of 100 degrees either way.
btFluidMultiBodyOptions posed(int joints) {
    btFluidMultiBodyOptions options;
    options.m_linkInertia = LinkInertia::Posed;
    options.m_skinFaces = 300;
    options.m_jointRanges.assign(static_cast<std::size_t>(joints), {-1.75, 1.75});
    return options;
}

/// A sinking chain of three capsules that overlap at the joints; each displaces 3.7 kg of water.
struct Chain {
    explicit Chain(const btFluidMultiBodyOptions& options, const btVector3& gravity = btVector3(0, 0, 0),
                   const ForceSet& forces = ForceSet())
        : world(gravity, nullptr, forces), capsule(btScalar(0.05), btScalar(0.4)) {
        world.fluid().setMedium(UniformMedium::water());
        chain = world.addChain(&capsule, btScalar(4.4), btScalar(0.2), 2, false);
        world.addToWorld(chain, &capsule);
        world.fluid().addMultiBody(chain, btFluidMeshOptions(), options);
        wet = world.fluid().getFluidMultiBodies().find(chain);
    }
    double energy() {
        wet->motion().evaluate(wet->state());
        return wet->motion().dynamics().kineticEnergy();
    }
    /// Sets joints and their rates, and the base's velocity.
    void start() {
        chain->setJointPos(0, btScalar(0.6));
        chain->setJointPos(1, btScalar(-0.4));
        chain->setJointVel(0, btScalar(1.5));
        chain->setJointVel(1, btScalar(-1));
        chain->setBaseVel(btVector3(btScalar(0.3), btScalar(0.2), btScalar(-0.1)));
        chain->setBaseOmega(btVector3(btScalar(0.5), btScalar(-0.2), btScalar(0.4)));
    }

    test::MultiBodyWorld world;
    btCapsuleShapeX capsule;
    btMultiBody* chain;
    const btFluidMultiBody* wet = nullptr;
};

/// Solved once for all tests.
const btFluidMultiBodyOptions& shared() {
    static const btFluidMultiBodyOptions options = [] {
        btFluidMultiBodyOptions result = posed(2);
        const Chain first(result);
        result.m_posedAddedMass = first.wet->getPosedAddedMass();
        return result;
    }();
    return options;
}

// Free bending in water without forces: energy and momentum of bodies and fluid stay, the latter to the rounding of the
// state.
TEST(MultiBodyPosed, FreeBendingKeepsEnergyAndMomentum) {
    EXPECT_EQ(shared().m_posedAddedMass->poseCount(), 13);
    Chain chain(shared());
    chain.start();
    chain.world.run(1.0 / 60.0, 1.0 / 60.0);
    const double energy = chain.energy();
    const Vector3 momentum = chain.wet->state().momentum.linear;
    chain.world.run(1.0, 1.0 / 60.0);
    EXPECT_NEAR(chain.energy(), energy, 1e-5 * energy);
    EXPECT_LT((chain.wet->state().momentum.linear - momentum).norm(), 1e-13 * momentum.norm());
    EXPECT_TRUE(chain.world.log.empty());
}

// With a motor as a joint row the solver takes part in every step: the free motion in these steps has the posed inertia
// too, and the whole change of energy is the motor's work.
TEST(MultiBodyPosed, AMotorsWorkIsTheChangeOfEnergy) {
    double errors[2];
    for (int k = 0; k < 2; ++k) {
        const double step = k == 0 ? 1.0 / 60.0 : 1.0 / 240.0;
        Chain chain(shared());
        chain.start();
        btMultiBodyJointMotor motor(chain.chain, 0, btScalar(0.3), btScalar(0.02));
        chain.world.world().addMultiBodyConstraint(&motor);
        chain.world.run(step, step);
        const double before = chain.energy();
        double work = 0.0;
        for (int i = 0; i < int(0.5 / step + 0.5); ++i) {
            const double rate = double(chain.chain->getJointVel(0));
            chain.world.run(step, step);
            work += 0.5 * (rate + double(chain.chain->getJointVel(0))) * double(motor.getAppliedImpulse(0));
        }
        errors[k] = std::abs(chain.energy() - before - work);
        EXPECT_GT(std::abs(work), 1e-4);
        EXPECT_LT(errors[k], 0.05 * std::abs(work)) << work;
        chain.world.world().removeMultiBodyConstraint(&motor);
    }
}

TEST(MultiBodyPosed, ChainsFallOntoTheFloor) {
    for (const double step : {1.0 / 20.0, 1.0 / 240.0}) {
        Chain chain(shared(), btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
        btBoxShape floor(btVector3(10, 10, 1));
        chain.world.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.3)));
        btMultiBodyJointMotor motor(chain.chain, 1, 0, btScalar(1e8));
        chain.world.world().addMultiBodyConstraint(&motor);
        chain.start();
        chain.world.run(step, step);
        const double start = chain.energy();
        for (int i = 0; i < int(4.0 / step); ++i) {
            chain.world.run(step, step);
            ASSERT_TRUE(chain.world.log.empty()) << chain.world.log.back();
            ASSERT_LT(double(chain.chain->getBaseVel().length()), 20.0) << step;
        }
        // The chain may roll, but lies on the floor, and has less energy than at the start.
        EXPECT_LT(std::abs(double(chain.chain->getBaseVel().z())), 0.3) << step;
        EXPECT_LT(chain.energy(), start) << step;
        EXPECT_GT(double(chain.chain->getBasePos().z()), -0.4);
        chain.world.world().removeMultiBodyConstraint(&motor);
    }
}

// A blow on a bent chain: velocities change by M^-1 of the pose, equal to a solution in this pose.
TEST(MultiBodyPosed, ImpulsesMeetTheInertiaOfThePose) {
    Chain chain(shared());
    chain.chain->setJointPos(0, btScalar(1.5));
    chain.world.run(0.01, 0.01);
    const double bent = [&] {
        chain.wet->motion().evaluate(chain.wet->state());
        return chain.wet->motion().dynamics().compositeInertia().matrix()(5, 5);
    }();
    Chain straight(shared());
    straight.wet->motion().evaluate(straight.wet->state());
    EXPECT_LT(bent, 0.95 * straight.wet->motion().dynamics().compositeInertia().matrix()(5, 5));
    for (int i = 0; i < 5; ++i) {
        chain.chain->addBaseForce(btVector3(0, 0, 20));
        chain.world.run(0.01, 0.01);
    }
    EXPECT_NEAR(chain.wet->state().momentum.linear.z(), 1.0, test::bulletTolerance(1e-11, 1e-5));
}

std::vector<btScalar> velocitiesWith(int threads) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    Chain chain(posed(2), btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
    btBoxShape floor(btVector3(10, 10, 1));
    chain.world.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.1)));
    chain.start();
    chain.world.run(0.5, 1.0 / 60.0);
    omp_set_num_threads(before);
    return {chain.chain->getVelocityVector(), chain.chain->getVelocityVector() + 8};
}

// The poses are solved in parallel.
TEST(MultiBodyPosed, ThreadsChangeNoBit) {
    EXPECT_EQ(velocitiesWith(1), velocitiesWith(3));
}

TEST(MultiBodyPosed, SavedStatesContinueTheSame) {
    Chain chain(shared(), btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
    chain.start();
    chain.world.run(0.3, 1.0 / 60.0);
    const std::vector<unsigned char> state = chain.world.fluid().saveState();
    chain.world.run(0.3, 1.0 / 60.0);
    const std::vector<btScalar> expected(chain.chain->getVelocityVector(), chain.chain->getVelocityVector() + 8);
    chain.world.fluid().restoreState(state);
    chain.world.run(0.3, 1.0 / 60.0);
    EXPECT_EQ(std::vector<btScalar>(chain.chain->getVelocityVector(), chain.chain->getVelocityVector() + 8), expected);
}

TEST(MultiBodyPosed, RangesOfTheWrongNumberAreRefused) {
    Chain chain(shared());
    btMultiBody* other = chain.world.addChain(&chain.capsule, 3, btScalar(0.2), 1, false);
    chain.world.addToWorld(other, &chain.capsule);
    EXPECT_NE(test::refusal([&] {
                  chain.world.fluid().addMultiBody(other, btFluidMeshOptions(), posed(3));
              }).find("3 ranges for 1 joint positions"),
              std::string::npos);
}

} // namespace multi_body_posed
