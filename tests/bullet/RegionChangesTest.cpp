// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidDebugDraw.h"
#include "RegionWorld.h"

#include "AmbientFluid/Media/Callbacks.h"
#include "TestThreads.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gtest/gtest.h>

#include <cstring>

namespace region_changes_test {

using namespace ambient;
using namespace test;

namespace {

struct RegionChanges : InBothModes {
    const btVector3 gravity{0, 0, btScalar(-9.81)};
    const double dt = 1.0 / 60;
};

/// A user's medium, uniform by its own claim, that returns NaN or throws away from the origin.
class FaultyMedium final : public FluidMedium {
  public:
    explicit FaultyMedium(bool throws) : m_throws(throws) {}
    MediumSample sample(const Vector3& point, double) const override {
        MediumSample sample;
        sample.density = point.isZero() || !m_throws ? 1000.0 : throw std::runtime_error("the well is dry");
        if (!point.isZero()) sample.velocity.setConstant(std::numeric_limits<double>::quiet_NaN());
        return sample;
    }
    bool isUniform() const override { return true; }

  private:
    bool m_throws;
};

class LineCounter final : public btIDebugDraw {
  public:
    int lines = 0;
    btVector3 low{1e9, 1e9, 1e9}, high = -low;

    void drawLine(const btVector3& from, const btVector3& to, const btVector3&) override {
        ++lines;
        for (const btVector3& end : {from, to}) {
            low.setMin(end);
            high.setMax(end);
        }
    }
    void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return 0; }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, RegionChanges, testing::ValuesIn(kSolvers), modeName);

TEST_P(RegionChanges, AGhostThatMovesCarriesItsWindWithIt) {
    World w(btVector3(0, 0, 0), GetParam());
    w.fluid().setMedium(kLightAir);
    btSphereShape sphere(1);
    btGhostObject ghost; // not in the world: none is needed
    ghost.setCollisionShape(&sphere);
    w.fluid().getRegions().add(std::make_shared<btFluidRegion>(&ghost, fluidOf(1.2, {0.0, 0.0, 10.0})));
    const auto model = sphereModel(0.1, 80);
    std::vector<btRigidBody*> balls;
    for (int i = 0; i < 3; ++i)
        balls.push_back(addWetGhost(w, makeSolidBody(model, 20.0), {Quaternion::Identity(), {3.0 * i, 0.0, 0.0}}));
    double before[3] = {0.0, 0.0, 0.0};
    for (int visited = 0; visited < 3; ++visited) {
        ghost.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(3 * visited), 0, 0)));
        w.run(0.3, dt);
        for (int i = 0; i < 3; ++i) {
            const double gained = velocityOf(w, balls[size_t(i)]).z() - before[i];
            before[i] += gained;
            if (i == visited)
                EXPECT_GT(gained, 0.1);
            else
                EXPECT_LE(gained, i < visited ? 0.0 : 1e-12); // still air stops the bodies left behind
        }
    }
}

TEST_P(RegionChanges, ARegionRemovedAroundABodyLeavesItItsVelocity) {
    World w(gravity, GetParam());
    w.fluid().setMedium(kLightAir);
    const auto pool = beyond(-1.0, kHeavyWater);
    w.fluid().getRegions().add(pool);
    btRigidBody* ball = addWetGhost(w, makeSolidBody(sphereModel(0.1, 80), 2000.0));
    w.run(0.3, dt);
    const Vector3 velocity = velocityOf(w, ball);
    w.fluid().getRegions().remove(pool.get());
    EXPECT_LT((velocityOf(w, ball) - velocity).norm(), 1e-6 * velocity.norm());
    w.run(0.1, dt);
    EXPECT_NEAR(velocityOf(w, ball).z(), velocity.z() - 0.1 * kGravity, 2e-3); // 1.2e-3: the drag of the air
}

TEST_P(RegionChanges, BodiesRestoredInAndOutOfRegionsRepeatToTheBit) {
    World w(btVector3(4, 0, 0), GetParam()); // from one to the next
    w.fluid().setMedium(kLightAir);
    w.fluid().getRegions().add(beyond(0.0, stillWater()));
    w.fluid().getRegions().add(beyond(1.5, fluidOf(1.2, {0.0, 4.0, 0.0}), 1));
    const auto model = ellipsoidModel({0.15, 0.10, 0.06}, 80);
    Random random(2);
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < 6; ++i)
        bodies.push_back(addWetGhost(w, makeSolidBody(model, 800.0),
                                     {random.rotation(), {-2.5 + 0.6 * i, 0.0, random.uniform(-0.2, 0.2)}},
                                     random.vector(0.5)));
    w.run(0.1, dt);
    const auto mediaOf = [&] {
        std::vector<const FluidMedium*> media;
        for (const btRigidBody* body : bodies)
            media.push_back(w.fluid().getFluidBody(body)->getMedium().get());
        return media;
    };
    for (int phase = 0; phase < 3; ++phase) {
        const auto state = w.fluid().saveState();
        const auto mediaThen = mediaOf();
        const auto play = [&] {
            std::vector<btScalar> record;
            for (int i = 0; i < 30; ++i) {
                w.run(dt, dt);
                const auto now = stateOf(w, bodies);
                record.insert(record.end(), now.begin(), now.end());
            }
            return record;
        };
        const auto first = play();
        EXPECT_NE(mediaOf(), mediaThen); // some have crossed
        w.fluid().restoreState(state);
        EXPECT_EQ(mediaOf(), mediaThen);
        EXPECT_EQ(play(), first);
    }
    const auto state = w.fluid().saveState();
    w.fluid().getRegions().add(beyond(9.0, kHeavyWater));
    EXPECT_THROW(w.fluid().restoreState(state), std::invalid_argument);
}

TEST_P(RegionChanges, AnyNumberOfThreadsGivesTheSameBytes) {
    std::vector<btScalar> expected;
    for (const int threads : {1, 4}) {
        const test::Threads fixed(threads);
        World w(gravity, GetParam());
        w.fluid().setMedium(kLightAir);
        w.fluid().getRegions().add(beyond(0.0, stillWater()));
        btCapsuleShape capsule(1, 4);
        btGhostObject ghost;
        ghost.setCollisionShape(&capsule);
        w.fluid().getRegions().add(std::make_shared<btFluidRegion>(&ghost, fluidOf(1.2, {3.0, 0.0, 0.0}), 1));
        const auto blocks = addBlocks(w);
        w.run(0.7, dt);
        if (threads == 1) expected = stateOf(w, blocks);
        EXPECT_EQ(stateOf(w, blocks), expected);
    }
}

TEST_P(RegionChanges, AMediumThatThrowsOrIsNotANumberStopsOnlyWhatComesIntoIt) {
    for (const bool throws : {true, false}) {
        World w(btVector3(0, 0, 0), GetParam());
        w.fluid().setMedium(kLightAir);
        w.fluid().getRegions().add(beyond(0.5, std::make_shared<FaultyMedium>(throws)));
        const auto model = sphereModel(0.1, 80);
        btRigidBody* in = addWetGhost(w, makeSolidBody(model, 900.0), Pose(), {2.0, 0.0, 0.0});
        btRigidBody* out = addWetGhost(w, makeSolidBody(model, 900.0), Pose(), {-2.0, 0.0, 0.0});
        w.run(0.5, dt);
        EXPECT_FALSE(w.fluid().getFluidBody(in)->isHealthy());
        EXPECT_NEAR(positionOf(in).x(), 0.5, 0.05);
        EXPECT_TRUE(w.fluid().getFluidBody(out)->isHealthy());
        EXPECT_NEAR(positionOf(out).x(), -1.0, 0.02);
        ASSERT_EQ(w.log().size(), 1u);
        EXPECT_EQ(w.log()[0].find("body 0"), 0u) << w.log()[0];
    }
}

TEST(RegionChanges, WhatIsNoRegionOrInAlreadyIsRefusedAndNothingChanges) {
    World w;
    btRigidBody* ball = w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    w.fluid().addBody(ball, sphereModel(0.1, 80));
    EXPECT_EQ(w.fluid().getFluidBody(ball)->getMedium(), nullptr);
    EXPECT_NE(refusal([&] { w.fluid().getRegions().add(nullptr); }).find("null"), std::string::npos);
    const auto region = beyond(-1.0, kHeavyWater);
    w.fluid().getRegions().add(region);
    EXPECT_NE(refusal([&] { w.fluid().getRegions().add(region); }).find("already"), std::string::npos);
    EXPECT_EQ(w.fluid().getRegions().size(), 1);
    EXPECT_EQ(w.fluid().getFluidBody(ball)->getMedium(), kHeavyWater);
    w.fluid().getRegions().remove(nullptr);
    EXPECT_EQ(w.fluid().getRegions().size(), 1);
}

TEST(RegionChanges, DebugDrawingOutlinesRegionsWhenAskedTo) {
    World w;
    btCompoundShape two;
    btBoxShape box(btVector3(1, 1, 1));
    btSphereShape sphere(1);
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-4, 0, 0)), &box);
    two.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(4, 0, 0)), &sphere);
    btCollisionObject object;
    object.setCollisionShape(&two);
    w.fluid().getRegions().add(std::make_shared<btFluidRegion>(&object, kHeavyWater));
    LineCounter drawn;
    w.fluid().debugDraw(&drawn);
    EXPECT_EQ(drawn.lines, 0);
    w.fluid().getDebugDrawOptions().m_flags = BT_FLUID_DRAW_REGIONS;
    w.fluid().debugDraw(&drawn);
    EXPECT_EQ(drawn.lines, 12 + 3 * 32);
    EXPECT_LT((drawn.low - btVector3(-5, -1, -1)).length(), 1e-5);
    EXPECT_LT((drawn.high - btVector3(5, 1, 1)).length(), 1e-5);
    w.fluid().getRegions().add(beyond(0.0, kHeavyWater)); // has a side, but no edges
    w.fluid().getRegions().add(std::make_shared<btFluidRegion>(btVector3(0, 0, 0), btVector3(1, 2, 3), kHeavyWater));
    drawn.lines = 0;
    w.fluid().debugDraw(&drawn);
    EXPECT_EQ(drawn.lines, 12 + 3 * 32 + 12);
}

} // namespace region_changes_test
