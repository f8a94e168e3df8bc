// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedState.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "MultiBodyWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyJointLimitConstraint.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointMotor.h>

#include <algorithm>
#include <cmath>

namespace multi_body_links {

using namespace ambient;

const btVector3 kGravity(0, 0, btScalar(-9.81));

/// The mesh of a capsule along x.
std::shared_ptr<const FluidBodyModel> rodModel() {
    static const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.2, 0.06, 0.04), 320));
    return model;
}

/// Models of all links of a multi-body.
std::vector<btFluidLinkModel> modelsFor(const btMultiBody& multiBody) {
    btFluidLinkModel link;
    link.m_model = rodModel();
    return std::vector<btFluidLinkModel>(size_t(multiBody.getNumLinks()) + 1, link);
}

/// Period of a pendulum of one link from a small angle, by its zero crossings [s].
double measuredPeriod(double step) {
    test::MultiBodyWorld world(kGravity);
    world.fluid().setMedium(UniformMedium::water());
    const double density = 2000.0, mass = density * rodModel()->volume();
    const btVector3 inertia =
        btFluidVector(makeSolidBody(rodModel(), density).bodyInertia.matrix().diagonal().head<3>().eval());
    world.multiBodies.push_back(std::make_unique<btMultiBody>(1, btScalar(0), btVector3(0, 0, 0), true, false));
    btMultiBody* pendulum = world.multiBodies.back().get();
    pendulum->setupRevolute(0, btScalar(mass), inertia, -1, btQuaternion::getIdentity(), btVector3(0, 1, 0),
                            btVector3(0, 0, 0), btVector3(0, 0, btScalar(-0.5)), true);
    pendulum->finalizeMultiDof();
    pendulum->setJointPos(0, btScalar(0.02));
    world.addToWorld(pendulum, nullptr);
    world.fluid().addMultiBody(pendulum, {btFluidLinkModel(), {rodModel()}});
    std::vector<double> crossings;
    double before = 0.02;
    for (int i = 1; crossings.size() < 3; ++i) {
        world.run(step, step);
        const double now = double(pendulum->getJointPos(0));
        if ((before > 0.0) != (now > 0.0)) crossings.push_back(step * (i - now / (now - before)));
        before = now;
        if (i > 10000) return 0.0;
    }
    return crossings[2] - crossings[0];
}

// I' theta'' = -(m - rho V) g d theta, I' about the pivot with the added mass of the model. Drag has no effect on the
// period at this amplitude: .1 %. A dry pendulum takes 1.43 s, this one 2.15 s.
TEST(MultiBodyLinks, APendulumUnderWaterHasItsPeriod) {
    const double volume = rodModel()->volume(), mass = 2000.0 * volume, arm = 0.5,
                 water = UniformMedium::water().density();
    const Matrix6 k = makeSolidBody(rodModel(), 2000.0).bodyInertia.matrix() +
                      rodModel()->addedMassPerDensity().scaled(water).matrix();
    const double inertia = k(1, 1) + arm * arm * k(3, 3);
    const double expected = 2.0 * kPi * std::sqrt(inertia / ((mass - water * volume) * 9.81 * arm));
    for (const double step : {1.0 / 60.0, 1.0 / 240.0})
        EXPECT_NEAR(measuredPeriod(step), expected, 0.003 * expected) << step;
}

/// Places of the links of a thrown chain of four rods in water after a second.
std::vector<btVector3> thrownChain(double step, bool hasFixedBase = false) {
    test::MultiBodyWorld world(kGravity);
    world.fluid().setMedium(UniformMedium::water());
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
    btMultiBody* chain = world.addChain(&box, btScalar(1.5), btScalar(0.21), 3, hasFixedBase);
    chain->setBaseVel(btVector3(btScalar(0.3), btScalar(-0.4), btScalar(0.6)));
    chain->setBaseOmega(btVector3(1, -1, btScalar(0.5)));
    for (int i = 0; i < 3; ++i)
        chain->setJointVel(i, btScalar(i - 1.5));
    world.addToWorld(chain, nullptr);
    world.fluid().addMultiBody(chain, modelsFor(*chain));
    world.run(1.0, step);
    std::vector<btVector3> result;
    for (int i = -1; i < 3; ++i)
        result.push_back(chain->localPosToWorld(i, btVector3(0, 0, 0)));
    return result;
}

// Without contacts only the core's tolerance depends on the step.
TEST(MultiBodyLinks, TrajectoriesDoNotDependOnTheStep) {
    for (const bool hasFixedBase : {false, true}) {
        const std::vector<btVector3> fine = thrownChain(1.0 / 240.0, hasFixedBase);
        for (const double step : {1.0 / 30.0, 1.0 / 60.0}) {
            const std::vector<btVector3> coarse = thrownChain(step, hasFixedBase);
            for (size_t i = 0; i < fine.size(); ++i)
                EXPECT_LT(double((coarse[i] - fine[i]).length()), test::bulletTolerance(1e-5, 2e-5)) << step;
        }
    }
}

// The same body twice: as a multi-body without links and as a rigid body, both exact.
TEST(MultiBodyLinks, ABaseAloneMovesAsARigidBody) {
    test::MultiBodyWorld world(kGravity);
    world.fluid().setMedium(UniformMedium::water());
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
    btMultiBody* base = world.addChain(&box, btScalar(1.5), btScalar(0.21), 0, false);
    world.addToWorld(base, nullptr);
    btRigidBody* rigid = world.addRigidBody(&box, btScalar(1.5), btVector3(0, 5, 0));
    base->setBaseOmega(btVector3(2, -1, 1));
    rigid->setAngularVelocity(btVector3(2, -1, 1));
    world.fluid().addMultiBody(base, modelsFor(*base));
    world.fluid().addBody(rigid, rodModel());
    world.run(1.0, 1.0 / 60.0);
    const btVector3 difference = rigid->getWorldTransform().getOrigin() - btVector3(0, 5, 0) - base->getBasePos();
    EXPECT_LT(double(difference.length()), 2e-5);
}

/// An exact solver that also compares the responses of all rows with Bullet's own.
class RowProbe : public btFluidMultiBodyConstraintSolver {
  public:
    RowProbe() : btFluidMultiBodyConstraintSolver(nullptr) {}
    int rows = 0;
    double worst = 0.0; ///< largest difference, relative to the response

  protected:
    void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override {
        btFluidMultiBodyConstraintSolver::convertContacts(manifolds, numManifolds, info);
        for (const auto* rowsOf : {&m_multiBodyNormalContactConstraints, &m_multiBodyFrictionContactConstraints,
                                   &m_multiBodyNonContactConstraints})
            for (int i = 0; i < rowsOf->size(); ++i) {
                compare((*rowsOf)[i].m_multiBodyA, (*rowsOf)[i].m_jacAindex);
                compare((*rowsOf)[i].m_multiBodyB, (*rowsOf)[i].m_jacBindex);
            }
    }

  private:
    void compare(const btMultiBody* multiBody, int index) {
        if (!multiBody) return;
        const int count = multiBody->getNumDofs() + 6;
        btAlignedObjectArray<btScalar> response, scratch;
        btAlignedObjectArray<btVector3> scratchVectors;
        response.resize(count);
        multiBody->calcAccelerationDeltasMultiDof(&m_data.m_jacobians[index], &response[0], scratch, scratchVectors);
        double difference = 0.0, size = 0.0;
        for (int i = 0; i < count; ++i) {
            difference += std::pow(double(response[i] - m_data.m_deltaVelocitiesUnitImpulse[index + i]), 2);
            size += std::pow(double(response[i]), 2);
        }
        ++rows;
        worst = std::max(worst, std::sqrt(difference / size));
    }
};

/// A chain falling onto the floor, with a limit and a motor.
struct FallingChain {
    explicit FallingChain(std::unique_ptr<btMultiBodyConstraintSolver> solver = nullptr, btScalar mass = btScalar(1.5))
        : world(kGravity, std::move(solver)), box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04))),
          floor(btVector3(10, 10, 1)) {
        world.addRigidBody(&floor, 0, btVector3(0, 0, -1));
        chain = world.addChain(&box, mass, btScalar(0.21), 4, false);
        chain->setBasePos(btVector3(0, 0, btScalar(0.3)));
        world.addToWorld(chain, &box);
        limit = std::make_unique<btMultiBodyJointLimitConstraint>(chain, 1, btScalar(-0.4), btScalar(0.4));
        motor = std::make_unique<btMultiBodyJointMotor>(chain, 2, btScalar(0.5), btScalar(20));
        world.world().addMultiBodyConstraint(limit.get());
        world.world().addMultiBodyConstraint(motor.get());
    }
    ~FallingChain() {
        world.world().removeMultiBodyConstraint(limit.get());
        world.world().removeMultiBodyConstraint(motor.get());
    }

    test::MultiBodyWorld world;
    btBoxShape box, floor;
    btMultiBody* chain;
    std::unique_ptr<btMultiBodyJointLimitConstraint> limit;
    std::unique_ptr<btMultiBodyJointMotor> motor;
};

// In vacuum the links have their dry inertia: the responses of contacts, friction, limits and motors are Bullet's.
TEST(MultiBodyLinks, WithoutFluidEveryRowIsBullets) {
    auto probe = std::make_unique<RowProbe>();
    RowProbe& seen = *probe;
    FallingChain scene(std::move(probe));
    scene.world.fluid().addMultiBody(scene.chain, modelsFor(*scene.chain));
    scene.world.run(2.0, 1.0 / 60.0);
    EXPECT_GT(seen.rows, 500);
    EXPECT_LT(seen.worst, test::bulletTolerance(1e-11, 3e-4));
}

// The chain comes to rest under its weight in water; joints obey limit and motor.
TEST(MultiBodyLinks, AChainRestsOnTheFloor) {
    FallingChain scene(nullptr, 4);
    scene.world.fluid().setMedium(UniformMedium::water());
    scene.world.world().getSolverInfo().m_numIterations = 50;
    scene.world.fluid().addMultiBody(scene.chain, modelsFor(*scene.chain));
    scene.motor->setVelocityTarget(0);
    for (int i = 0; i < 600; ++i) {
        scene.world.run(1.0 / 60.0, 1.0 / 60.0);
        EXPECT_LT(std::abs(double(scene.chain->getJointPos(1))), 0.45);
    }
    EXPECT_TRUE(scene.world.log.empty()) << scene.world.log.front();
    for (int i = -1; i < 4; ++i) {
        const btVector3 at = scene.chain->localPosToWorld(i, btVector3(0, 0, 0));
        EXPECT_GT(double(at.z()), 0.03);
        EXPECT_LT(double(at.z()), 0.07);
    }
    EXPECT_LT(std::abs(double(scene.chain->getBaseVel().length())), 0.02);
}

// A sphere strikes the end of a resting chain in water without forces: the momentum of both with their fluid stays, and
// the touching points part with the speed of restitution 1. In vacuum Bullet's own solver gives the same result.
TEST(MultiBodyLinks, AnImpactKeepsTheMomentumOfBodiesAndFluid) {
    for (const bool isSphereWet : {false, true}) {
        test::MultiBodyWorld world(btVector3(0, 0, 0), nullptr, ForceSet());
        world.fluid().setMedium(UniformMedium::water());
        btSphereShape ball(btScalar(0.1));
        btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
        btMultiBody* chain = world.addChain(&box, btScalar(1.5), btScalar(0.21), 3, false);
        world.addToWorld(chain, &box);
        btRigidBody* sphere = world.addRigidBody(&ball, 3, btVector3(btScalar(1.3), btScalar(0.02), btScalar(0.3)));
        sphere->setLinearVelocity(btVector3(0, 0, -2));
        sphere->setDamping(0, 0);
        world.fluid().addMultiBody(chain, modelsFor(*chain));
        if (isSphereWet) world.fluid().addBody(sphere);
        const auto momentum = [&] {
            Vector3 sum = world.fluid().getFluidMultiBodies().at(0).state().momentum.linear;
            if (isSphereWet) return Vector3(sum + world.fluid().getFluidBody(sphere)->state().momentum.linear);
            return Vector3(sum + 3.0 * btFluidVector(sphere->getLinearVelocity()));
        };
        const Vector3 before = momentum();
        world.run(0.3, 1.0 / 120.0);
        EXPECT_GT(double(chain->getBaseVel().length() + chain->getBaseOmega().length()), 0.01);
        EXPECT_LT((momentum() - before).norm(), test::bulletTolerance(1e-11, 2e-5)) << isSphereWet;
    }
}

TEST(MultiBodyLinks, StayFiniteWithAnyDensityStepAndMotor) {
    for (const double density : {0.1, 100.0, 1e4})
        for (const double step : {1.0 / 20.0, 1.0 / 400.0}) {
            FallingChain scene(nullptr, btScalar(density * rodModel()->volume()));
            scene.world.fluid().setMedium(UniformMedium::water());
            scene.world.fluid().addMultiBody(scene.chain, modelsFor(*scene.chain));
            scene.motor->setVelocityTarget(5);
            scene.motor->setMaxAppliedImpulse(btScalar(1e8));
            for (int i = 0; i < 60; ++i) {
                scene.world.run(step, step);
                ASSERT_TRUE(scene.world.log.empty()) << density << " " << step << " " << scene.world.log.front();
                for (int k = 0; k < 10; ++k)
                    ASSERT_LT(std::abs(double(scene.chain->getVelocityVector()[k])), 1e3) << density << " " << step;
            }
        }
}

TEST(MultiBodyLinks, SavedStatesRepeatToTheBit) {
    FallingChain scene;
    scene.world.fluid().setMedium(UniformMedium::water());
    scene.chain->setBasePos(btVector3(0, 0, 3)); // without contacts, which Bullet caches
    scene.world.fluid().addMultiBody(scene.chain, modelsFor(*scene.chain));
    scene.world.run(0.2, 1.0 / 60.0);
    const std::vector<unsigned char> saved = scene.world.fluid().saveState();
    const auto positions = [&] {
        scene.world.run(0.3, 1.0 / 60.0);
        std::vector<btScalar> result(scene.chain->getVelocityVector(), scene.chain->getVelocityVector() + 10);
        for (int k = 0; k < 3; ++k)
            result.push_back(scene.chain->getBasePos()[k]);
        return result;
    };
    const std::vector<btScalar> once = positions();
    scene.world.fluid().restoreState(saved);
    EXPECT_EQ(positions(), once);
}

namespace {

/// A chain of boxes without a motor that falls on a floor in water.
struct SettlingChain {
    test::MultiBodyWorld world{btVector3(0, 0, btScalar(-9.81))};
    btBoxShape box{btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1))};
    btStaticPlaneShape plane{btVector3(0, 0, 1), 0};
    btMultiBody* chain;

    explicit SettlingChain(int links) {
        world.addRigidBody(&plane, 0, btVector3(0, 0, 0));
        chain = world.addChain(&box, 20, btScalar(0.12), links, false);
        chain->setBasePos(btVector3(0, 0, btScalar(0.2)));
        chain->setHasSelfCollision(false);
        world.addToWorld(chain, &box);
        world.fluid().setMedium(UniformMedium::water());
        world.fluid().addMultiBody(chain);
    }
    bool isAsleep() const { return chain->getBaseCollider()->getActivationState() == ISLAND_SLEEPING; }
    std::vector<btScalar> numbers() const {
        std::vector<btScalar> result(chain->getVelocityVector(), chain->getVelocityVector() + 6 + chain->getNumDofs());
        for (int k = 0; k < 3; ++k)
            result.push_back(chain->getBasePos()[k]);
        for (int i = 0; i < chain->getNumLinks(); ++i)
            result.push_back(chain->getJointPos(i));
        result.push_back(btScalar(chain->getBaseCollider()->getActivationState()));
        return result;
    }
};

} // namespace

TEST(MultiBodyLinks, ChainsOnAFloorFallAsleepAndWake) {
    for (const int links : {0, 1, 2}) {
        SettlingChain scene(links);
        double seconds = 0.0;
        for (; seconds < 10.0 && !scene.isAsleep(); seconds += 1.0 / 60)
            scene.world.run(1.0 / 60, 1.0 / 60);
        EXPECT_LT(seconds, 6.0) << links; // dry ones: 2.3 s
        const std::vector<btScalar> asleep = scene.numbers();
        scene.world.run(2.0, 1.0 / 60);
        EXPECT_EQ(scene.numbers(), asleep) << links;
        for (int k = 0; k < 6 + links; ++k)
            EXPECT_EQ(double(asleep[std::size_t(k)]), 0.0) << links;
        // The next medium buoys it up.
        scene.world.fluid().setMedium(UniformMedium(4000.0, 1e-3));
        scene.world.run(0.5, 1.0 / 60);
        EXPECT_GT(double(scene.chain->getBasePos().z()), 0.15) << links;
        EXPECT_TRUE(scene.world.log.empty());
    }
}

TEST(MultiBodyLinks, SleepIsPartOfTheState) {
    SettlingChain scene(1);
    scene.world.run(0.3, 1.0 / 60);
    const std::vector<unsigned char> moving = scene.world.fluid().saveState();
    const std::vector<btScalar> then = scene.numbers();
    while (!scene.isAsleep())
        scene.world.run(1.0 / 60, 1.0 / 60);
    const std::vector<unsigned char> asleep = scene.world.fluid().saveState();
    const std::vector<btScalar> still = scene.numbers();
    scene.world.fluid().restoreState(moving);
    EXPECT_EQ(scene.numbers(), then);
    EXPECT_TRUE(scene.chain->isAwake());
    scene.world.run(0.1, 1.0 / 60);
    EXPECT_NE(scene.numbers(), then);
    scene.world.fluid().restoreState(asleep);
    EXPECT_FALSE(scene.chain->isAwake());
    scene.world.run(0.5, 1.0 / 60);
    EXPECT_EQ(scene.numbers(), still);
}

TEST(MultiBodyLinks, TheTimeToSleepIsPartOfTheState) {
    // Weightless and free: no contacts, which Bullet caches.
    SettlingChain scene(1);
    scene.world.world().setGravity(btVector3(0, 0, 0));
    scene.world.fluid().setMedium(UniformMedium(1e-6, 0.0));
    scene.world.run(1.0, 1.0 / 60);
    const std::vector<unsigned char> saved = scene.world.fluid().saveState();
    const auto stepsToSleep = [&] {
        int steps = 0;
        for (; steps < 600 && !scene.isAsleep(); ++steps)
            scene.world.run(1.0 / 60, 1.0 / 60);
        return steps;
    };
    const int once = stepsToSleep();
    EXPECT_GT(once, 30);
    EXPECT_LT(once, 120);
    scene.world.fluid().restoreState(saved);
    EXPECT_EQ(stepsToSleep(), once);
}

TEST(MultiBodyLinks, RemovalRestoresBulletsProperties) {
    FallingChain scene;
    const btScalar damping = scene.chain->getLinearDamping(), limit = scene.chain->getMaxCoordinateVelocity();
    scene.world.fluid().addMultiBody(scene.chain);
    EXPECT_EQ(scene.chain->getLinearDamping(), 0);
    EXPECT_EQ(scene.world.fluid().getFluidMultiBodies().at(0).getNumWetLinks(), 5);
    scene.world.fluid().removeMultiBody(scene.chain);
    EXPECT_EQ(scene.chain->getLinearDamping(), damping);
    EXPECT_EQ(scene.chain->getMaxCoordinateVelocity(), limit);
    scene.world.run(0.1, 1.0 / 60.0);
    EXPECT_TRUE(scene.world.log.empty());
}

TEST(MultiBodyLinks, DryLinksMissingSolversAndMissingCollidersAreSaid) {
    test::MultiBodyWorld world(kGravity, std::make_unique<btMultiBodyConstraintSolver>());
    world.fluid().setMedium(UniformMedium::water());
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
    btMultiBody* chain = world.addChain(&box, btScalar(1.5), btScalar(0.21), 3, false);
    world.addToWorld(chain, nullptr);
    EXPECT_NE(test::refusal([&] { world.fluid().addMultiBody(chain); }).find("no link has a model"), std::string::npos);
    EXPECT_NE(test::refusal([&] { world.fluid().addMultiBody(nullptr); }).find("null"), std::string::npos);
    world.fluid().addMultiBody(chain, {{rodModel()}});
    ASSERT_EQ(world.log.size(), 2u);
    EXPECT_NE(world.log[0].find("3 of its 4 links have no model and stay dry"), std::string::npos);
    EXPECT_NE(world.log[1].find("no collider"), std::string::npos);
    EXPECT_NE(test::refusal([&] { world.fluid().addMultiBody(chain, modelsFor(*chain)); }).find("already"),
              std::string::npos);
    world.run(0.1, 1.0 / 60.0);
    ASSERT_EQ(world.log.size(), 3u);
    EXPECT_NE(world.log[2].find("btFluidMultiBodyConstraintSolver"), std::string::npos);
}

} // namespace multi_body_links
