// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "FloatingWorld.h"

#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

namespace detail_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;
constexpr btFluidLevelOfDetail kLevels[] = {BT_FLUID_FULL_DETAIL, BT_FLUID_POINT_DETAIL, BT_FLUID_BUOYANCY_DETAIL};
constexpr double kRadius = 0.29, kLength = 0.88;

std::shared_ptr<const FluidBodyModel> barrelModel() {
    static const auto model = FluidBodyModel::build(makeCylinder(kRadius, kLength, 300));
    return model;
}

btRigidBody* addBarrel(test::World& w, double density, const Pose& pose) {
    const FluidBody body = makeSolidBody(barrelModel(), density);
    auto shape =
        std::make_unique<btCylinderShapeZ>(btVector3(btScalar(kRadius), btScalar(kRadius), btScalar(0.5 * kLength)));
    btRigidBody* barrel =
        w.addRigidBody(std::move(shape), body.mass(),
                       btFluidVector(Vector3(body.bodyInertia.matrix().diagonal().head<3>())), btFluidTransform(pose));
    w.fluid().addBody(barrel, barrelModel());
    return barrel;
}

const Pose kLying{Quaternion(Eigen::AngleAxisd(0.5 * kPi, Vector3::UnitX())), Vector3::Zero()};

Pose lyingAt(double x, double z) {
    return {kLying.orientation, Vector3(x, 0, z)};
}

std::vector<btScalar> valuesOf(test::World& w) {
    std::vector<btScalar> values;
    for (int i = 0; i < w.fluid().getNumBodies(); ++i) {
        const btRigidBody* body = w.fluid().getFluidBody(i).getRigidBody();
        for (const btVector3& v : {body->getCenterOfMassPosition(), body->getLinearVelocity(),
                                   w.fluid().getLinearVelocity(body), w.fluid().getAngularVelocity(body)})
            values.insert(values.end(), {v.x(), v.y(), v.z(), btScalar(w.fluid().getLevelsOfDetail().get(body))});
    }
    return values;
}

std::vector<int> levelsOf(test::World& w) {
    std::vector<int> levels;
    for (int i = 0; i < w.fluid().getNumBodies(); ++i)
        levels.push_back(w.fluid().getFluidBody(i).getLevelOfDetail());
    return levels;
}

int facesOf(test::World& w, int level) {
    int faces = 0;
    for (int i = 0; i < w.fluid().getNumBodies(); ++i)
        if (w.fluid().getFluidBody(i).getLevelOfDetail() == level)
            faces += w.fluid().getFluidBody(i).motion().body().model->faces().size();
    return faces;
}

/// Barrels in a row, 2 m apart, in small waves.
void fillRow(test::World& w, int count) {
    w.fluid().setMedium(test::swellFrom(0.0));
    for (int i = 0; i < count; ++i)
        addBarrel(w, 400.0, lyingAt(2.0 * i, 0.05));
}

struct Detail : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Detail, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Detail, UnderWaterPoseVelocityAndMomentumStayToTheBit) {
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* barrel = addBarrel(w, 1500.0, lyingAt(0, 0));
    barrel->setLinearVelocity(btVector3(1, 2, 0));
    barrel->setAngularVelocity(btVector3(btScalar(0.5), 1, 2));
    w.run(0.2, kDt);
    const FluidBodyState before = w.fluid().getFluidBody(0).state();
    const Twist twist = twistInWorld(w.fluid().getFluidBody(0).motion(), before);
    for (const btFluidLevelOfDetail level : {BT_FLUID_POINT_DETAIL, BT_FLUID_BUOYANCY_DETAIL, BT_FLUID_FULL_DETAIL}) {
        w.fluid().getLevelsOfDetail().set(barrel, level);
        const btFluidBody& wet = w.fluid().getFluidBody(0);
        EXPECT_EQ(wet.getLevelOfDetail(), level);
        EXPECT_EQ(wet.state().worldFromBody.position, before.worldFromBody.position);
        EXPECT_EQ(wet.state().worldFromBody.orientation.coeffs(), before.worldFromBody.orientation.coeffs());
        EXPECT_EQ(wet.state().momentum.vector(), before.momentum.vector());
        EXPECT_EQ(twistInWorld(wet.motion(), wet.state()).vector(), twist.vector());
    }
}

TEST_P(Detail, ThereAndBackBetweenTwoStepsLeavesNoTraceUnderWater) {
    test::World other(btVector3(0, 0, btScalar(-9.81)), GetParam());
    for (test::World* world : {&w, &other}) {
        world->fluid().setMedium(UniformMedium::water());
        addBarrel(*world, 1500.0, lyingAt(0, 0))->setAngularVelocity(btVector3(btScalar(0.5), 1, 2));
    }
    for (int i = 0; i < 60; ++i) {
        const btRigidBody* barrel = w.fluid().getFluidBody(0).getRigidBody();
        for (const btFluidLevelOfDetail level : {BT_FLUID_BUOYANCY_DETAIL, BT_FLUID_FULL_DETAIL})
            w.fluid().getLevelsOfDetail().set(barrel, level);
        w.run(kDt, kDt);
        other.run(kDt, kDt);
        ASSERT_EQ(valuesOf(w), valuesOf(other)) << "step " << i;
    }
}

TEST_P(Detail, AtTheWaterlineTheVelocityStaysAndTheAccelerationChangesByATwentiethOfGravityAtMost) {
    w.fluid().setMedium(test::stillWater());
    btRigidBody* barrel = addBarrel(w, 400.0, lyingAt(0, 0.1));
    double largest = 0.0;
    for (int i = 0; i < 120; ++i) {
        w.run(kDt, kDt);
        const Vector3 before = test::velocityOf(w, barrel), spin = test::spinOf(w, barrel);
        const auto acceleration = [&] {
            const btFluidBody& wet = w.fluid().getFluidBody(0);
            return Vector3(loads(wet.motion(), wet.state(), Wrench()).total().linear /
                           totalInertia(wet.motion(), wet.state()).inertia.matrix()(3, 3));
        };
        const Vector3 was = acceleration();
        w.fluid().getLevelsOfDetail().set(barrel, kLevels[(i + 1) % 3]);
        EXPECT_LT((test::velocityOf(w, barrel) - before).norm(), 1e-6);
        EXPECT_LT((test::spinOf(w, barrel) - spin).norm(), 1e-6);
        largest = std::max(largest, (acceleration() - was).norm());
    }
    EXPECT_LT(largest, 0.05 * 9.81); // measured 0.019
}

TEST_P(Detail, ASleeperSleepsOnAndABodyOnTheFloorLiesStillThroughAllLevels) {
    w.fluid().setMedium(test::stillWater());
    w.addBox(btVector3(9, 9, 1), 0.0, btVector3(0, 0, -6));
    btRigidBody* floats = addBarrel(w, 500.0, lyingAt(0, 0.0));
    btRigidBody* lies = test::addRaft(w, 3000.0, {Quaternion::Identity(), Vector3(3, 0, -4.9)});
    w.run(1.0, kDt);
    floats->forceActivationState(ISLAND_SLEEPING);
    w.run(0.1, kDt);
    lies->setActivationState(DISABLE_DEACTIVATION);
    const Vector3 asleepAt = test::positionOf(floats), liesAt = test::positionOf(lies);
    for (int i = 0; i < 60; ++i) {
        w.fluid().getLevelsOfDetail().set(floats, kLevels[i % 3]);
        w.fluid().getLevelsOfDetail().set(lies, kLevels[i % 3]);
        w.run(kDt, kDt);
        ASSERT_EQ(floats->getActivationState(), ISLAND_SLEEPING);
        ASSERT_LT((test::positionOf(lies) - liesAt).norm(), 2e-4);
        ASSERT_LT(test::velocityOf(w, lies).norm(), 2e-3);
    }
    EXPECT_EQ(test::positionOf(floats), asleepAt);
    EXPECT_EQ(w.fluid().getLevelsOfDetail().get(floats), kLevels[59 % 3]);
}

TEST_P(Detail, ABarrelFloatsAtTheSameDraftAtAllLevels) {
    w.fluid().setMedium(test::stillWater());
    for (int i = 0; i < 3; ++i) {
        btRigidBody* barrel = addBarrel(w, 400.0, lyingAt(3.0 * i, -0.05));
        test::settle(barrel);
        w.fluid().getLevelsOfDetail().set(barrel, kLevels[i]);
    }
    w.run(8.0, kDt);
    const double full = w.fluid().getFluidBody(0).state().worldFromBody.position.z();
    for (int i = 0; i < 3; ++i) {
        const btFluidBody& wet = w.fluid().getFluidBody(i);
        EXPECT_NEAR(wet.state().worldFromBody.position.z(), full, 0.0032 * 2.0 * kRadius); // measured 0.0031
        const FluidReadout readout = w.fluid().getReadout(wet.getRigidBody());
        EXPECT_EQ(readout.faceCount, wet.getLevelOfDetailModels()
                                         ? wet.getLevelOfDetailModels()->of(kLevels[i])->faces().size()
                                         : barrelModel()->faces().size());
        const double displaced = readout.submergedVolume * test::kDensity;
        EXPECT_NEAR(displaced / wet.motion().body().mass(), 1.0, 1e-3);
        // A coarse barrel is a prism and keeps rolling gently on its sides: 0.060 rad/s, the full barrel 5e-9.
        EXPECT_LT(twistInWorld(wet.motion(), wet.state()).vector().norm(), 0.065);
    }
}

TEST_P(Detail, UnderWavesABarrelIsCarriedByTheWaterAtAllLevels) {
    const WaveSet waves({makeWave(0.3, 8.0, Vector3::UnitX())});
    Vector3 full = Vector3::Zero();
    for (btFluidLevelOfDetail level : kLevels) {
        test::World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
        world.fluid().setMedium(
            std::make_shared<FlowingMedium>(UniformMedium::water(), std::make_shared<WaveFlow>(waves)));
        btRigidBody* barrel = addBarrel(world, 998.2, lyingAt(0.0, -1.5));
        world.fluid().getLevelsOfDetail().set(barrel, level);
        world.run(1.2, kDt);
        ASSERT_TRUE(world.fluid().getFluidBody(barrel)->isHealthy());
        const Vector3 way = btFluidVector(barrel->getCenterOfMassPosition()) - Vector3(0.0, 0.0, -1.5);
        if (level == BT_FLUID_FULL_DETAIL) full = way;
        EXPECT_GT(way.norm(), 0.05);
        EXPECT_LT((way - full).norm(), 0.0095); // measured 1.5 mm and 8.9 mm: 4.0 mm in steps of a quarter
    }
}

TEST_P(Detail, TheBudgetGivesTheNearestFullDetailTheNextPointsAndTheRestBuoyancy) {
    fillRow(w, 12);
    const int full = barrelModel()->faces().size();
    btFluidLevelOfDetailBudget budget;
    budget.m_focus = btVector3(-1, 0, 0);
    budget.m_fullFaces = 3 * full + 1;
    budget.m_pointFaces = 4 * 48;
    w.fluid().getLevelsOfDetail().setBudget(budget);
    EXPECT_EQ(levelsOf(w), std::vector<int>(12, 0)); // from the next step on
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), (std::vector<int>{0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2}));
    EXPECT_LE(facesOf(w, 0), budget.m_fullFaces);
    EXPECT_LE(facesOf(w, 1), budget.m_pointFaces);

    budget.m_focus = btVector3(23, 0, 0);
    w.fluid().getLevelsOfDetail().setBudget(budget);
    w.fluid().getLevelsOfDetail().set(w.fluid().getFluidBody(0).getRigidBody(), BT_FLUID_FULL_DETAIL);
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), (std::vector<int>{0, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0})); // its own, beside the budget

    w.fluid().getLevelsOfDetail().clear(w.fluid().getFluidBody(0).getRigidBody());
    w.fluid().getFluidBody(11).getRigidBody()->forceActivationState(DISABLE_SIMULATION);
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), (std::vector<int>{2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0})); // still bodies do not count

    w.fluid().getFluidBody(11).getRigidBody()->forceActivationState(ACTIVE_TAG);
    w.fluid().getLevelsOfDetail().clearBudget();
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), std::vector<int>(12, 0));
}

TEST_P(Detail, BodiesAtTheBorderDoNotChangeLevelAtEveryStep) {
    fillRow(w, 4);
    btFluidLevelOfDetailBudget budget;
    budget.m_fullFaces = 2 * barrelModel()->faces().size();
    budget.m_pointFaces = 0;
    int changes = 0;
    std::vector<int> last;
    for (int i = 0; i < 40; ++i) { // now the one, now the other of two barrels is nearer by 2.5 %
        budget.m_focus = btVector3(btScalar(3.0 + (i % 2 ? 0.025 : -0.025)), 2, 0);
        w.fluid().getLevelsOfDetail().setBudget(budget);
        w.run(kDt, kDt);
        changes += i > 0 && levelsOf(w) != last;
        last = levelsOf(w);
    }
    EXPECT_EQ(changes, 0);
    EXPECT_EQ(last, (std::vector<int>{2, 0, 0, 2}));
    budget.m_focus = btVector3(5, 2, 0); // a body much nearer than before does change
    w.fluid().getLevelsOfDetail().setBudget(budget);
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), (std::vector<int>{2, 2, 0, 0}));
}

TEST_P(Detail, OneAndFourThreadsGiveTheSameBytesWhileLevelsChange) {
    std::vector<std::vector<btScalar>> runs;
    for (const int threads : {1, 4}) {
        const test::Threads fixed(threads);
        test::World world(btVector3(0, 0, btScalar(-9.81)), GetParam());
        fillRow(world, 12);
        for (int i = 0; i < 40; ++i) {
            btFluidLevelOfDetailBudget budget;
            budget.m_focus = btVector3(btScalar(0.6 * i), 0, 0);
            budget.m_fullFaces = budget.m_pointFaces = 1000;
            world.fluid().getLevelsOfDetail().setBudget(budget);
            world.run(kDt, kDt);
        }
        runs.push_back(valuesOf(world));
    }
    EXPECT_EQ(runs[0], runs[1]);
}

TEST_P(Detail, RestoredBodiesRepeatWithTheirLevels) {
    fillRow(w, 6);
    btFluidLevelOfDetailBudget budget;
    budget.m_fullFaces = budget.m_pointFaces = 600;
    const auto play = [&](int first) {
        std::vector<btScalar> record;
        for (int i = 0; i < 20; ++i) {
            budget.m_focus = btVector3(btScalar(0.3 * (first + i)), 0, 0);
            w.fluid().getLevelsOfDetail().setBudget(budget);
            w.run(kDt, kDt);
            const std::vector<btScalar> now = valuesOf(w);
            record.insert(record.end(), now.begin(), now.end());
        }
        return record;
    };
    play(0);
    w.fluid().getLevelsOfDetail().set(w.fluid().getFluidBody(5).getRigidBody(), BT_FLUID_POINT_DETAIL);
    const std::vector<unsigned char> state = w.fluid().saveState();
    const std::vector<int> levels = levelsOf(w);
    const std::vector<btScalar> first = play(20);
    w.fluid().getLevelsOfDetail().set(w.fluid().getFluidBody(5).getRigidBody(), BT_FLUID_FULL_DETAIL);
    w.fluid().restoreState(state);
    EXPECT_EQ(levelsOf(w), levels);
    EXPECT_EQ(play(20), first);
}

TEST_P(Detail, ReducedBodiesTakeAnotherMediumAnotherMassAndLeaveAsOthersDo) {
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* barrel = addBarrel(w, 1500.0, lyingAt(0, 0));
    const btScalar mass = 1 / barrel->getInvMass();
    w.fluid().getLevelsOfDetail().set(barrel, BT_FLUID_BUOYANCY_DETAIL);
    w.run(0.5, kDt);
    const auto expectSameVelocity = [&](const Vector3& velocity) {
        EXPECT_LT((test::velocityOf(w, barrel) - velocity).norm(), 1e-5 * velocity.norm());
        EXPECT_EQ(w.fluid().getLevelsOfDetail().get(barrel), BT_FLUID_BUOYANCY_DETAIL);
    };
    Vector3 velocity = test::velocityOf(w, barrel);
    w.fluid().setMedium(UniformMedium::air());
    expectSameVelocity(velocity);
    w.run(0.5, kDt);
    EXPECT_NEAR(test::velocityOf(w, barrel).z() - velocity.z(), -0.5 * 9.81, 0.05); // falls in air
    barrel->setMassProps(2 * mass, barrel->getLocalInertia());
    velocity = test::velocityOf(w, barrel);
    w.run(kDt, kDt);
    EXPECT_NEAR(test::velocityOf(w, barrel).z(), velocity.z() - 9.81 * kDt, 0.01);
    velocity = test::velocityOf(w, barrel);
    w.fluid().removeBody(barrel);
    EXPECT_LT((btFluidVector(barrel->getLinearVelocity()) - velocity).norm(), 1e-5);
    EXPECT_NEAR(double(1 / barrel->getInvMass()), double(2 * mass), 1e-3);
    EXPECT_EQ(w.fluid().getLevelsOfDetail().get(barrel), BT_FLUID_FULL_DETAIL); // as documented for dry bodies
}

TEST_P(Detail, LightAndHeavyBodiesAtTheCheapestLevelStayBoundedInWavesAtATwentiethOfASecond) {
    w.fluid().setMedium(test::swellFrom(0.0));
    int i = 0;
    for (const double density : {1.0, 30.0, 300.0, 900.0, 2500.0}) {
        btRigidBody* barrel = addBarrel(w, density, lyingAt(3.0 * i++, 0.6));
        barrel->setAngularVelocity(btVector3(3, 2, 1));
        w.fluid().getLevelsOfDetail().set(barrel, BT_FLUID_BUOYANCY_DETAIL);
    }
    for (int step = 0; step < 100; ++step) {
        w.run(0.05, 0.05);
        for (int k = 0; k < i; ++k) {
            const btRigidBody* barrel = w.fluid().getFluidBody(k).getRigidBody();
            ASSERT_LT(test::velocityOf(w, barrel).norm(), 8.0) << k << " at step " << step;
            ASSERT_LT(test::positionOf(barrel).z(), 1.5) << k << " at step " << step;
        }
    }
    EXPECT_TRUE(w.log().empty());
}

TEST(DetailRefusals, NameWhatIsWrongAndChangeNothing) {
    test::World w;
    fillRow(w, 2);
    btRigidBody* dry = w.addSphere(1, 1, btVector3(0, 0, 9));
    EXPECT_EQ(test::refusal([&] { w.fluid().getLevelsOfDetail().set(dry, BT_FLUID_POINT_DETAIL); }),
              "btFluidLevelsOfDetail::set: the body is not in the fluid");
    EXPECT_EQ(test::refusal([&] { w.fluid().getLevelsOfDetail().clear(nullptr); }),
              "btFluidLevelsOfDetail::clear: the body is not in the fluid");
    const auto refusalOf = [&](auto&& change) {
        btFluidLevelOfDetailBudget budget;
        change(budget);
        return test::refusal([&] { w.fluid().getLevelsOfDetail().setBudget(budget); });
    };
    EXPECT_EQ(refusalOf([](btFluidLevelOfDetailBudget& b) { b.m_focus.setX(btScalar(NAN)); }),
              "btFluidLevelsOfDetail::setBudget: the focus is not finite");
    EXPECT_EQ(refusalOf([](btFluidLevelOfDetailBudget& b) { b.m_pointFaces = -1; }),
              "btFluidLevelsOfDetail::setBudget: numbers of faces must not be negative");
    EXPECT_EQ(refusalOf([](btFluidLevelOfDetailBudget& b) { b.m_hysteresis = 1; }),
              "btFluidLevelsOfDetail::setBudget: the hysteresis must lie in [0, 1)");
    w.run(kDt, kDt);
    EXPECT_EQ(levelsOf(w), (std::vector<int>{0, 0}));
}

} // namespace detail_test
