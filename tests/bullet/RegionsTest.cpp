// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "RegionWorld.h"

#include <gtest/gtest.h>

namespace regions_test {

using namespace ambient;
using namespace test;

namespace {

struct Regions : test::InBothModes {
    const btVector3 gravity{0, 0, btScalar(-9.81)};
    const double dt = 1.0 / 60;
};

/// Boxes asleep on a floor in air, two metres apart along x.
struct SleepersInRegions : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::vector<btRigidBody*> boxes;

    void SetUp() override {
        w.fluid().setMedium(kLightAir);
        w.addBox(btVector3(50, 50, 1), 0.0, btVector3(0, 0, -1));
        const auto model = FluidBodyModel::build(makeBox({0.4, 0.4, 0.4}, 12));
        for (int i = 0; i < 3; ++i) {
            boxes.push_back(w.addBox(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)), 200.0,
                                     btVector3(btScalar(2 * i), 0, btScalar(0.2))));
            w.fluid().addBody(boxes.back(), model);
        }
        sleep();
    }
    void sleep() {
        w.run(1.0, 1.0 / 60);
        for (btRigidBody* box : boxes)
            box->forceActivationState(ISLAND_SLEEPING);
        w.run(0.1, 1.0 / 60);
        ASSERT_EQ(awake(), "");
    }
    /// The boxes awake after two steps.
    std::string awake() {
        w.run(2.0 / 60, 1.0 / 60);
        std::string names;
        for (size_t i = 0; i < boxes.size(); ++i)
            if (boxes[i]->isActive()) names += std::to_string(i);
        return names;
    }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Regions, testing::ValuesIn(test::kSolvers), test::modeName);
INSTANTIATE_TEST_SUITE_P(Modes, SleepersInRegions, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Regions, OneThatCoversEverythingIsTheWorldsMediumToTheByte) {
    for (const auto& medium : {kHeavyWater, std::shared_ptr<const FluidMedium>(test::stillWater())})
        for (const bool early : {true, false}) {
            std::vector<btScalar> expected;
            for (const bool asRegion : {false, true}) {
                test::World w(gravity, GetParam());
                const auto fill = [&] {
                    if (asRegion)
                        w.fluid().getRegions().add(std::make_shared<btFluidRegion>(kLow, kHigh, medium));
                    else
                        w.fluid().setMedium(medium);
                };
                if (early) fill();
                const auto blocks = addBlocks(w);
                if (!early) fill();
                w.run(0.7, dt);
                if (!asRegion) expected = stateOf(w, blocks);
                EXPECT_EQ(stateOf(w, blocks), expected) << (early ? "before" : "after") << " the blocks";
            }
        }
}

TEST_P(Regions, BodiesOutsideGiveTheBytesOfAWorldWithoutRegions) {
    std::vector<btScalar> expected;
    for (const bool regions : {false, true}) {
        test::World w(gravity, GetParam());
        w.fluid().setMedium(kLightAir);
        if (regions) w.fluid().getRegions().add(beyond(3.0, kHeavyWater));
        auto blocks = addBlocks(w);
        w.run(0.7, dt);
        blocks.resize(6); // they stay within x < 2.5
        if (!regions) expected = stateOf(w, blocks);
        EXPECT_EQ(stateOf(w, blocks), expected);
    }
}

TEST(Regions, TheHighestPriorityCountsAndOfEqualOnesTheLastAdded) {
    test::World w;
    w.fluid().setMedium(kLightAir);
    btRigidBody* ball = w.addSphere(0.1, 1.0, btVector3(1, 0, 0));
    w.fluid().addBody(ball, test::sphereModel(0.1, 80));
    const auto mediumOf = [&] { return w.fluid().getFluidBody(ball)->getMedium(); };
    const auto first = beyond(0.0, fluidOf(1.3), 2), second = beyond(0.5, fluidOf(1.4), 2),
               low = beyond(0.0, fluidOf(1.5), 1), other = beyond(2.0, fluidOf(1.6), 9);
    for (const auto& region : {first, low, other})
        w.fluid().getRegions().add(region);
    EXPECT_EQ(mediumOf(), first->getMedium());
    w.fluid().getRegions().add(second);
    EXPECT_EQ(mediumOf(), second->getMedium());
    second->setEnabled(false);
    w.run(1.0 / 60, 1.0 / 60);
    EXPECT_EQ(mediumOf(), first->getMedium());
    w.fluid().getRegions().remove(first.get());
    EXPECT_EQ(mediumOf(), low->getMedium());
    w.fluid().setMedium(kHeavyWater);
    EXPECT_EQ(mediumOf(), low->getMedium());
    w.fluid().getRegions().remove(low.get());
    w.fluid().getRegions().remove(low.get());
    EXPECT_EQ(mediumOf(), kHeavyWater);
    EXPECT_EQ(w.fluid().getRegions().size(), 2);
    EXPECT_EQ(&w.fluid().getRegions().at(1), second.get());
    btRigidBody* later = w.addSphere(0.1, 1.0, btVector3(3, 0, 0));
    w.fluid().addBody(later, test::sphereModel(0.1, 80));
    EXPECT_EQ(w.fluid().getFluidBody(later)->getMedium(), other->getMedium());
}

TEST_P(Regions, CrossingAnEdgeNeverGainsKineticEnergy) {
    const auto model = test::idealModel(makeEllipsoid({0.3, 0.2, 0.1}, 80));
    test::Random random(8);
    for (const auto& [here, there] : {std::pair(1.2, 1000.0), {1000.0, 1.2}, {800.0, 1200.0}, {1000.0, 1000.0}})
        for (int i = 0; i < 4; ++i) {
            test::World w(btVector3(0, 0, 0), GetParam());
            w.fluid().setMedium(fluidOf(here));
            const auto region = beyond(0.5, fluidOf(there));
            w.fluid().getRegions().add(region);
            btRigidBody* body = test::addWetGhost(w, makeSolidBody(model, 900.0), {random.rotation(), Vector3::Zero()},
                                                  Vector3(2.0, 0.0, 0.0) + random.vector(1.0));
            const btFluidBody& wet = *w.fluid().getFluidBody(body);
            const auto energy = [&] { return kineticEnergy(wet.motion(), wet.state()); };
            const double start = energy();
            double before = start;
            Vector3 momentum = wet.state().momentum.linear, velocity = test::velocityOf(w, body);
            bool crossed = false;
            for (int step = 0; step < 90 && !crossed; ++step) {
                before = energy();
                momentum = wet.state().momentum.linear;
                velocity = test::velocityOf(w, body);
                w.run(dt, dt);
                crossed = wet.getMedium() == region->getMedium();
            }
            ASSERT_TRUE(crossed);
            // In each medium alone energy and momentum are kept; the tolerance is from the adaptive substeps.
            EXPECT_NEAR(before, start, 1e-4 * start);
            EXPECT_LT(energy(), (1.0 + 1e-4) * before);
            if (there > here) {
                EXPECT_LT((wet.state().momentum.linear - momentum).norm(), 1e-4 * momentum.norm());
            }
            if (there == here) {
                EXPECT_NEAR(energy(), before, 1e-4 * before);
            }
            if (there != here) {
                EXPECT_LT(energy(), 0.99 * before);
            }
            w.run(0.5, dt);
            EXPECT_LT(energy(), (1.0 + 1e-4) * before);
        }
}

TEST_P(Regions, ABodyThatDriftsIntoAPoolThroughItsSideFloatsThere) {
    // The rafts drift in the plane of the water, about half immersed: the pool's divided medium takes over their state
    // unchanged.
    test::World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(kLightAir);
    const auto pool = beyond(0.5, test::stillWater());
    w.fluid().getRegions().add(pool);
    const auto model = test::idealModel(makeBox(test::kRaft, 48));
    for (const double height : {-0.05, 0.0, 0.05}) {
        btRigidBody* raft = test::addWetGhost(w, makeSolidBody(model, 500.0), {Quaternion::Identity(), {0, 0, height}},
                                              Vector3(2.0, 0.0, 0.0));
        const btFluidBody& wet = *w.fluid().getFluidBody(raft);
        double before = 0.0;
        while (wet.getMedium() != pool->getMedium()) {
            before = kineticEnergy(wet.motion(), wet.state());
            w.run(dt, dt);
        }
        const double after = kineticEnergy(wet.motion(), wet.state());
        EXPECT_LT(after, before);
        EXPECT_GT(after, 0.3 * before);
        EXPECT_GT(test::velocityOf(w, raft).x(), 0.5);
        w.fluid().removeBody(raft);
    }
    w.world().setGravity(gravity);
    btRigidBody* raft = test::addRaft(w, 500.0, {Quaternion::Identity(), {-0.5, 0.0, 0.0}});
    raft->setGravity(btVector3(0, 0, 0));
    raft->setLinearVelocity(btVector3(2, 0, 0));
    w.run(1.0, dt);
    ASSERT_EQ(w.fluid().getFluidBody(raft)->getMedium(), pool->getMedium());
    raft->setGravity(gravity);
    test::settle(raft);
    w.run(6.0, dt);
    EXPECT_NEAR(test::positionOf(raft).z(), test::floatingHeight(500.0), 1e-3);
}

TEST_P(Regions, AFloatAtAnEdgeThatIsItsWatersLevelHopsLessAndLess) {
    // Edges have no width: a body whose centre goes in and out loses energy each time.
    test::World w(gravity, GetParam());
    w.fluid().setMedium(kLightAir);
    w.fluid().getRegions().add(std::make_shared<btFluidRegion>(kLow, btVector3(kFar, kFar, 0), kHeavyWater));
    btRigidBody* ball = w.addSphere(0.2, 15.0, btVector3(0, 0, btScalar(0.3)));
    ball->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(ball, test::sphereModel(0.2, 80));
    std::vector<double> highest;
    for (int part = 0; part < 4; ++part) {
        highest.push_back(0.0);
        for (int i = 0; i < 120; ++i) {
            w.run(dt, dt);
            highest.back() = std::max(highest.back(), std::abs(test::positionOf(ball).z()));
        }
    }
    EXPECT_LT(highest[1], 0.1);
    EXPECT_LT(highest[3], 0.02);
}

TEST_P(Regions, TheRestOfAStackIsKeptWhenWaterIsPouredOverItInSubsteps) {
    test::World w(gravity, GetParam());
    w.fluid().setMedium(kLightAir);
    w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
    const auto model = FluidBodyModel::build(makeBox({0.4, 0.4, 0.4}, 12));
    std::vector<btRigidBody*> boxes;
    for (int i = 0; i < 3; ++i) {
        boxes.push_back(w.addBox(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)), 150.0,
                                 btVector3(0, 0, btScalar(0.2 + 0.4 * i))));
        w.fluid().addBody(boxes.back(), model);
    }
    const auto region = beyond(100.0, kHeavyWater);
    w.fluid().getRegions().add(region);
    w.run(1.0, dt);
    double fastest = 0.0;
    for (int frame = 0; frame < 40; ++frame) {
        // The pool comes or goes every tenth of a second, in four substeps. The first substep takes up the change.
        region->setAabb(btVector3(frame / 6 % 2 == 0 ? -kFar : 100, -kFar, -kFar), kHigh);
        w.world().stepSimulation(btScalar(dt), 4, btScalar(dt / 4));
        for (const btRigidBody* box : boxes)
            fastest = std::max(fastest, test::velocityOf(w, box).norm());
    }
    EXPECT_LT(fastest, 0.05);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(test::positionOf(boxes[size_t(i)]).z(), 0.2 + 0.4 * i, 0.005);
}

TEST_P(SleepersInRegions, WakeWhenTheirMediumChangesAndElseSleepOn) {
    const auto region = std::make_shared<btFluidRegion>(btVector3(-1, -1, -1), btVector3(1, 1, 1), kHeavyWater);
    w.fluid().getRegions().add(region);
    EXPECT_EQ(awake(), "0");
    sleep();
    region->setAabb(btVector3(-1, -1, -1), btVector3(3, 1, 1));
    EXPECT_EQ(awake(), "1");
    sleep();
    region->setAabb(btVector3(1, -1, -1), btVector3(3, 1, 1));
    EXPECT_EQ(awake(), "0");
    sleep();
    region->setMedium(fluidOf(900.0));
    EXPECT_EQ(awake(), "1");
    sleep();
    w.fluid().setMedium(kLightAir);
    EXPECT_EQ(awake(), "02");
    sleep();
    region->setEnabled(false);
    EXPECT_EQ(awake(), "1");
    sleep();
    region->setEnabled(true);
    EXPECT_EQ(awake(), "1");
    sleep();
    w.fluid().getRegions().remove(region.get());
    EXPECT_EQ(awake(), "1");
    sleep();
    w.world().removeRigidBody(boxes[2]);
    w.fluid().getRegions().add(beyond(3.0, kHeavyWater));
    EXPECT_EQ(awake().find_first_of("01"), std::string::npos);
    w.world().addRigidBody(boxes[2]);
    w.run(1.0 / 60, 1.0 / 60);
    EXPECT_EQ(w.fluid().getFluidBody(boxes[2])->getMedium()->sample(Vector3::Zero(), 0.0).density, 1000.0);
}

} // namespace regions_test
