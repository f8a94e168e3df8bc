// SPDX-License-Identifier: Zlib
// Links of multi-bodies as actuators of a grid.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "GridTestBox.h"
#include "bullet/MultiBodyWorld.h"

#include <gtest/gtest.h>

#include <cmath>

namespace multi_body_grid_test {

using namespace ambient;

namespace {

constexpr double kRadius = test::kGridBall;
constexpr double kStep = test::kGridStep;

using Info = btFluidGrid::btFluidGridConstructionInfo;
using test::gridBallModel;

/// Chains of balls in water on a grid.
struct Tank : test::GridTank<test::MultiBodyWorld> {
    explicit Tank(const Info& info, double gravity = 0.0)
        : GridTank(info, UniformMedium::water(), btVector3(0, 0, btScalar(-gravity))) {}

    /// A chain of balls half a diameter apart, along x from its base.
    /// \param isLed whether the user moves the base
    btMultiBody* addChain(const Vector3& base, double density, int links, bool hasFixedBase = false,
                          bool isLed = false) {
        static btSphereShape shape{btScalar(kRadius)}; // outlives the world
        auto* chain = w.addChain(&shape, btScalar(density * gridBallModel()->volume()), btScalar(1.5 * kRadius), links,
                                 hasFixedBase);
        chain->setBasePos(btFluidVector(base));
        chain->setCanSleep(false);
        w.addToWorld(chain, isLed ? &shape : nullptr);
        if (isLed) chain->getBaseCollider()->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        btFluidLinkModel link;
        link.m_model = gridBallModel();
        w.fluid().addMultiBody(chain, std::vector<btFluidLinkModel>(std::size_t(links) + 1, link));
        return chain;
    }

    /// Of the balls, with their added mass, and the grid.
    Vector3 momentum(const btMultiBody* chain) {
        btFluidMultiBody& wet = *w.fluid().getFluidMultiBodies().find(chain);
        wet.motion().evaluate(wet.state());
        Vector3 sum = grid->getGrid().momentum();
        for (int i = 0; i < int(wet.getLinkModels().size()); ++i)
            sum += wet.motion().media()[std::size_t(i)].inertia.matrix()(3, 3) * wet.motion().twistInWorld(i).linear;
        return sum;
    }
};

} // namespace

// The added mass of a ball is isotropic, so the momentum of the chain is the sum over its balls.
TEST(MultiBodyGrid, MomentumOfAChainAndTheGridIsExchangedNotMade) {
    Info info = test::gridBox(20, 16, 16, 0.1, GridSideKind::Periodic);
    info.m_feelsAcceleration = false; // the pressure of the flow is not given back
    Tank tank(info);
    btMultiBody* chain = tank.addChain({0.5, 0.8, 0.8}, 2500.0, 3);
    chain->setBaseVel(btVector3(btScalar(0.7), btScalar(0.5), btScalar(-0.3)));
    chain->setBaseOmega(btVector3(0, 0, 1));
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum(chain), ofGrid = tank.grid->getGrid().momentum();
    tank.w.run(0.5, kStep);
    EXPECT_GT((tank.grid->getGrid().momentum() - ofGrid).norm(), 1.0);
    EXPECT_LT((tank.momentum(chain) - before).norm(), 1e-13 * before.norm()); // measured 2e-15
    EXPECT_GT(tank.grid->getForce(chain, 2).norm(), 0.1);
    EXPECT_TRUE(tank.grid->isInGrid(chain, 3));
}

// A base that its user leads stirs the water as a free one that nothing can slow down, to first order in the step.
TEST(MultiBodyGrid, ALedBaseStirsTheWater) {
    const Vector3 start(0.5, 0.8, 0.8), velocity(0.7, 0.1, -0.2);
    double differences[2];
    for (int halvings = 0; halvings < 2; ++halvings) {
        const int steps = 30 << halvings;
        const double step = 0.5 / steps;
        Vector3 stirred[2];
        for (int run = 0; run < 2; ++run) {
            Tank tank(test::gridBox(20, 16, 16, 0.1, GridSideKind::Periodic));
            btMultiBody* chain = tank.addChain(start, run == 0 ? 1e9 : 1500.0, 0, false, run == 1);
            chain->setBaseVel(btFluidVector(velocity));
            for (int i = 1; i <= steps; ++i) {
                if (run == 1) chain->setBasePos(btFluidVector(start + i * step * velocity));
                tank.w.run(step, step);
            }
            stirred[run] = tank.grid->getGrid().momentum();
            EXPECT_LT((btFluidVector(chain->getBasePos()) - start - 0.5 * velocity).norm(), 1e-5);
        }
        EXPECT_GT(stirred[0].dot(velocity.normalized()), 1.0);
        differences[halvings] = (stirred[1] - stirred[0]).norm() / stirred[0].norm();
    }
    EXPECT_LT(differences[0], 1e-3); // measured 5.7e-4, then 2.9e-4
    EXPECT_NEAR(differences[0] / differences[1], 2.0, 0.2);
}

// Equal streams at all links equal the flow of a moving medium.
TEST(MultiBodyGrid, StreamsAreTheFlowOfAMovingMedium) {
    const Vector3 flow(0.6, -0.3, 0.2);
    Vector3 ends[2];
    std::vector<double> joints[2];
    for (int run = 0; run < 2; ++run) {
        Tank tank(test::gridBox(8, 8, 8, 1.0, GridSideKind::Periodic));
        tank.w.world().removeAction(tank.grid.get());
        if (run == 0) tank.w.fluid().setMedium(UniformMedium::water().movingAt(flow));
        btMultiBody* chain = tank.addChain({0.0, 0.0, 0.0}, 1500.0, 3);
        chain->setBaseOmega(btVector3(0, 1, 2));
        if (run == 1) {
            tank.w.fluid().getFluidMultiBodies().find(chain)->setFlow(std::vector<Vector3>(4, flow),
                                                                      std::vector<Wrench>(4));
        }
        tank.w.run(1.0, kStep);
        ends[run] = tank.w.fluid().getFluidMultiBodies().find(chain)->state().worldFromBase.position;
        for (int i = 0; i < 3; ++i)
            joints[run].push_back(double(chain->getJointPos(i)));
    }
    EXPECT_GT(ends[0].norm(), 0.1);
    EXPECT_LT((ends[1] - ends[0]).norm(), 1e-6);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(joints[1][i], joints[0][i], 1e-6);
}

// A jet takes along a chain of the water's density, released at rest; the jet loses the momentum.
TEST(MultiBodyGrid, AChainAtRestIsTakenAlongByAJet) {
    Info info = test::gridBox(20, 16, 16, 0.1, GridSideKind::Periodic);
    info.m_feelsAcceleration = false;
    Tank tank(info);
    const double speed = 0.5, k = 2.0 * kPi / 2.0;
    tank.grid->getGrid().setVelocity(
        [=](const Vector3& at) { return Vector3(0.0, 0.0, -speed * std::cos(k * at.x())); });
    btMultiBody* chain = tank.addChain({0.7, 0.8, 0.8}, UniformMedium::water().density(), 2);
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum(chain);
    tank.w.run(4.0, kStep);
    const double along = tank.w.fluid().getFluidMultiBodies().find(chain)->motion().twistInWorld(1).linear.z();
    EXPECT_GT(along, 0.4 * speed);                            // measured .43
    EXPECT_LT((tank.momentum(chain) - before).norm(), 1e-12); // measured 8e-14 kg m/s; the jet has 500
}

// Two balls of the water's density, one hinge, in a vortex: with the pressure of the flow they go round with the water.
TEST(MultiBodyGrid, ANeutralChainFollowsTheFlow) {
    double distances[2];
    for (const bool feels : {false, true}) {
        Info info = test::gridBox(24, 24, 16, 0.1, GridSideKind::Periodic);
        info.m_feelsAcceleration = feels;
        Tank tank(info);
        const double k = 2.0 * kPi / 2.4;
        const auto vortex = [k](const Vector3& p) {
            return Vector3(0.5 * std::sin(k * p.x()) * std::cos(k * p.y()),
                           -0.5 * std::cos(k * p.x()) * std::sin(k * p.y()), 0.0);
        };
        tank.grid->getGrid().setVelocity(vortex);
        const Vector3 center(0.6, 0.6, 0.8);
        btMultiBody* chain = tank.addChain(center - Vector3(0.15, 0.0, 0.0), UniformMedium::water().density(), 1);
        chain->setBaseVel(btFluidVector(vortex(center - Vector3(0.15, 0.0, 0.0))));
        chain->setBaseOmega(btVector3(0, 0, btScalar(-0.5 * k)));
        tank.w.run(4.0, kStep);
        const btFluidMultiBody& wet = *tank.w.fluid().getFluidMultiBodies().find(chain);
        const std::vector<Pose>& poses = wet.motion().dynamics().worldFromLinks();
        distances[feels ? 1 : 0] = (0.5 * (poses[0].position + poses[1].position) - center).norm();
    }
    EXPECT_LT(distances[1], 0.2); // measured .16 of a vortex of 1.2 m
    EXPECT_GT(distances[0], 0.6); // measured .76
}

// A single chain sinks as without a grid, but for the wakes of its balls on each other.
TEST(MultiBodyGrid, AChainAloneSinksNearlyAsWithoutAGrid) {
    double speeds[2];
    for (int run = 0; run < 2; ++run) {
        Info info = test::gridBox(20, 14, 28, 0.1, GridSideKind::Open);
        info.m_box.lowCorner = Vector3(-0.7, -0.7, -1.4);
        Tank tank(info, 9.81);
        if (run == 1) tank.w.world().removeAction(tank.grid.get());
        btMultiBody* chain = tank.addChain({0.0, 0.0, 0.0}, 1500.0, 2);
        tank.grid->setFollowed(chain);
        tank.w.run(2.0, kStep);
        speeds[run] = double(chain->getBaseVel().z());
    }
    EXPECT_NEAR(speeds[0] / speeds[1], 1.0, 0.003); // measured 1.0001
}

// A pendulum with a fixed base in a flow of the grid is carried aside.
TEST(MultiBodyGrid, AFixedChainHangsAslantInTheFlowOfTheGrid) {
    Info info = test::gridBox(16, 16, 16, 0.1, GridSideKind::Periodic);
    info.m_box.velocity = Vector3(0.8, 0.0, 0.0);
    Tank tank(info, 9.81);
    btMultiBody* chain = tank.addChain({0.5, 0.8, 1.2}, 1500.0, 2, true);
    tank.w.run(4.0, kStep);
    EXPECT_TRUE(tank.grid->isInGrid(chain, 1));
    EXPECT_FALSE(tank.grid->isInGrid(chain, 0)); // the base does not move, since it is dry
    EXPECT_GT(tank.grid->getForce(chain, 1).x(), 0.5);
    EXPECT_LT(tank.grid->getGrid().momentum().x(), 0.999 * 998.2 * 0.8 * 16 * 16 * 16 * 1e-3);
}

TEST(MultiBodyGrid, SameBytesForAnyNumberOfThreadsAndFromASavedState) {
    const auto makeTank = [] {
        Info info = test::gridBox(16, 12, 16, 0.1, GridSideKind::Wall);
        info.m_interval = 2;
        auto tank = std::make_unique<Tank>(info, 9.81);
        tank->addChain({0.4, 0.6, 1.2}, 1800.0, 3);
        return tank;
    };
    test::expectSameBytesOfGrid(makeTank, {15, 7, 10});
}

TEST(MultiBodyGrid, BadInputIsRefusedOrReported) {
    Tank tank(test::gridBox(8, 8, 8, 0.005, GridSideKind::Periodic)); // 4 cm; the balls are 20 cm wide
    btMultiBody* chain = tank.addChain({0.02, 0.02, 0.02}, 1500.0, 1);
    btFluidMultiBody& wet = *tank.w.fluid().getFluidMultiBodies().find(chain);
    EXPECT_NE(test::refusal([&] { wet.setFlow({}, {}); }).find("0 streams and 0 impulses for 2 links"),
              std::string::npos);
    std::vector<Wrench> impulses(2);
    impulses[1].linear.y() = std::nan("");
    EXPECT_NE(test::refusal([&] { wet.setFlow(std::vector<Vector3>(2, Vector3::Zero()), impulses); }).find("link 1"),
              std::string::npos);
    EXPECT_NE(test::refusal([&] { tank.grid->getFlow(chain, 2); }).find("link 2"), std::string::npos);
    tank.w.run(3 * kStep, kStep);
    EXPECT_FALSE(tank.grid->isInGrid(chain, 0));
    ASSERT_GE(tank.lines.size(), 1u);
    EXPECT_NE(tank.lines[0].find("link 0 of multi-body 0 is 0.2"), std::string::npos) << tank.lines[0];
    EXPECT_NE(tank.lines[0].find("too large for the grid"), std::string::npos);
}

} // namespace multi_body_grid_test
