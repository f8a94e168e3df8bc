// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "GridTestBox.h"
#include "bullet/BulletTestWorld.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bullet_grid_test {

using namespace ambient;

namespace {

constexpr double kRadius = test::kGridBall;
constexpr double kStep = test::kGridStep;

using Info = btFluidGrid::btFluidGridConstructionInfo;
using test::gridBallModel;

/// Balls in water on a grid.
struct Tank : test::GridTank<test::World> {
    explicit Tank(const Info& info, double gravity = 0.0, test::Solver solver = test::Solver::Stock)
        : GridTank(info, UniformMedium::water(), btVector3(0, 0, btScalar(-gravity)), solver) {}

    btRigidBody* add(const Vector3& at, double density, const Vector3& velocity = Vector3::Zero()) {
        const double mass = density * gridBallModel()->volume();
        btRigidBody* body = w.addSphere(kRadius, mass, btFluidVector(at));
        body->setLinearVelocity(btFluidVector(velocity));
        body->setActivationState(DISABLE_DEACTIVATION);
        w.fluid().addBody(body, gridBallModel());
        return body;
    }

    /// Of bodies, with their added mass, and grid.
    Vector3 momentum() const {
        Vector3 sum = grid->getGrid().momentum();
        for (int i = 0; i < w.fluid().getNumBodies(); ++i) {
            const btFluidBody& wet = w.fluid().getFluidBody(i);
            const SpatialInertia& added = wet.motion().fluid().constantAddedMass();
            const Matrix3 mass = (wet.motion().body().bodyInertia + added).matrix().bottomRightCorner<3, 3>();
            const Matrix3 turn = wet.state().worldFromBody.orientation.toRotationMatrix();
            sum += turn * mass * turn.transpose() * wet.getVelocity().linear;
        }
        return sum;
    }
};

} // namespace

struct BulletGrid : test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, BulletGrid, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(BulletGrid, MomentumOfBodiesAndGridIsExchangedNotMade) {
    Info info = test::gridBox(20, 16, 16, 0.1, GridSideKind::Periodic);
    info.m_feelsAcceleration = false; // the pressure of the flow is not given back
    Tank tank(info, 0.0, GetParam());
    for (btRigidBody* body :
         {tank.add({0.5, 0.8, 0.8}, 3000.0, {2.0, 0.3, -0.1}), tank.add({1.1, 0.85, 0.75}, 800.0, {-0.2, 0.1, 0.4})})
        body->setAngularFactor(0); // K is then constant in world axes
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum(), ofGrid = tank.grid->getGrid().momentum();
    tank.w.run(0.2, kStep);
    EXPECT_GT((tank.grid->getGrid().momentum() - ofGrid).norm(), 1.0);
    EXPECT_LT((tank.momentum() - before).norm(), 1e-12 * before.norm()); // measured 2e-15
    tank.w.run(0.8, kStep); // the balls touch: an impulse of Bullet is equal and opposite to rounding of btScalar
    EXPECT_LT((tank.momentum() - before).norm(), (sizeof(btScalar) == 8 ? 1e-12 : 1e-7) * before.norm());
}

// A body must not feel its own wake twice: a single body sinks as in water without a grid.
TEST_P(BulletGrid, ABallAloneSinksAsWithoutAGrid) {
    Info info = test::gridBox(14, 14, 28, 0.2 / 2.0, GridSideKind::Open);
    info.m_box.lowCorner = Vector3(-0.7, -0.7, -1.4);
    double speeds[3];
    for (int run = 0; run < 3; ++run) {
        info.m_givesBackOwnWake = run != 1;
        Tank tank(info, 9.81, GetParam());
        if (run == 2) tank.w.world().removeAction(tank.grid.get());
        btRigidBody* ball = tank.add({0.013, -0.021, 0.0}, 1500.0);
        tank.grid->setFollowed(ball);
        tank.w.run(3.0, kStep);
        speeds[run] = tank.w.fluid().getLinearVelocity(ball).length();
    }
    EXPECT_NEAR(speeds[0] / speeds[2], 1.0, 0.003); // measured 1.0011
    EXPECT_GT(speeds[1] / speeds[2], 1.01);         // felt twice, the wake pulls the body along
}

TEST_P(BulletGrid, ABallInTheWakeOfAnotherCatchesUp) {
    Info info = test::gridBox(14, 14, 32, 0.08, GridSideKind::Open);
    info.m_box.lowCorner = Vector3(-0.56, -0.56, -1.3);
    Tank tank(info, 9.81, GetParam());
    btRigidBody* front = tank.add({0.0, 0.0, 0.0}, 1500.0);
    btRigidBody* rear = tank.add({0.0, 0.0, 0.6}, 1500.0);
    tank.grid->setFollowed(front);
    tank.w.run(4.0, kStep);
    const auto height = [](const btRigidBody* body) { return double(body->getCenterOfMassPosition().z()); };
    EXPECT_TRUE(tank.grid->isInGrid(rear));
    EXPECT_LT(height(rear) - height(front), 0.5);
    EXPECT_LT(tank.grid->getFlow(rear).z(), tank.grid->getFlow(front).z() - 0.04);
}

// A small ball of water's density in a vortex goes round with the water. Without the pressure of the flow the ball
// would leave.
TEST_P(BulletGrid, ANeutralBallFollowsTheFlow) {
    double distances[2];
    for (const bool feels : {false, true}) {
        Info info = test::gridBox(24, 24, 14, 0.1, GridSideKind::Periodic);
        info.m_feelsAcceleration = feels;
        Tank tank(info, 0.0, GetParam());
        const double k = 2.0 * kPi / 2.4;
        const auto vortex = [k](const Vector3& p) {
            return Vector3(0.5 * std::sin(k * p.x()) * std::cos(k * p.y()),
                           -0.5 * std::cos(k * p.x()) * std::sin(k * p.y()), 0.0);
        };
        tank.grid->getGrid().setVelocity(vortex);
        const Vector3 center(0.6, 0.6, 0.7), start = center + Vector3(0.2, 0.0, 0.0);
        btRigidBody* ball = tank.add(start, UniformMedium::water().sample(start, 0.0).density, vortex(start));
        tank.w.run(kStep, kStep);
        ball->setLinearVelocity(btFluidVector(tank.grid->getFlow(ball)));
        tank.w.run(4.0, kStep);
        distances[feels ? 1 : 0] = (btFluidVector(ball->getCenterOfMassPosition()) - center).norm();
    }
    EXPECT_NEAR(distances[1], 0.2, 0.02); // measured .198
    EXPECT_GT(distances[0], 0.4);         // measured .74
}

// A plate spinning about an axis in its plane is braked by its drag, and the water turns with it.
TEST_P(BulletGrid, ASpinningPlateGivesItsAngularMomentumToTheGrid) {
    Info info = test::gridBox(20, 20, 20, 0.1, GridSideKind::Periodic);
    info.m_feelsAcceleration = false;
    Tank tank(info, 0.0, GetParam());
    static const auto model = FluidBodyModel::build(makeBox(Vector3(0.4, 0.4, 0.05), 300));
    btRigidBody* plate = tank.w.addBox(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.025)), 16.0,
                                       btVector3(btScalar(1.03), btScalar(0.98), btScalar(1.0)));
    plate->setActivationState(DISABLE_DEACTIVATION);
    plate->setAngularVelocity(btVector3(6, 0, 0));
    tank.w.fluid().addBody(plate, model);
    tank.w.run(kStep, kStep);
    const auto ofBody = [&] { return tank.w.fluid().getFluidBody(plate)->state().momentum.angular; };
    const Vector3 body = ofBody(), water = tank.grid->getGrid().angularMomentum();
    tank.w.run(0.4, kStep);
    const Vector3 lost = body - ofBody(), gained = tank.grid->getGrid().angularMomentum() - water;
    EXPECT_GT(lost.x(), 0.2 * body.x());
    EXPECT_LT((gained - lost).norm(), 0.05 * lost.norm());
}

TEST_P(BulletGrid, SameBytesForAnyNumberOfThreadsAndFromASavedState) {
    const auto makeTank = [] {
        Info info = test::gridBox(14, 12, 16, 0.1, GridSideKind::Wall);
        info.m_interval = 2;
        auto tank = std::make_unique<Tank>(info, 9.81, GetParam());
        tank->add({0.6, 0.6, 1.0}, 1800.0, {0.4, 0.0, 0.0});
        tank->add({0.7, 0.6, 0.6}, 700.0);
        return tank;
    };
    const std::vector<unsigned char> end = test::expectSameBytesOfGrid(makeTank, {15, 7, 10});
    Tank tank(test::gridBox(8, 8, 8, 0.1, GridSideKind::Wall));
    EXPECT_NE(test::refusal([&] { tank.grid->restoreState(end); }), "");
    EXPECT_NE(test::refusal([&] { tank.grid->restoreState({1, 2, 3}); }), "");
}

TEST(BulletGridInput, IsRefusedOrReported) {
    test::World w;
    EXPECT_NE(test::refusal([&] { btFluidGrid grid(w.fluid(), Info()); }).find("uniform medium"), std::string::npos);
    w.fluid().setMedium(UniformMedium::water());
    Info info;
    info.m_interval = 0;
    EXPECT_NE(test::refusal([&] { btFluidGrid grid(w.fluid(), info); }).find("interval"), std::string::npos);
    info.m_interval = 1;
    info.m_box.spacing = -1.0;
    EXPECT_NE(test::refusal([&] { btFluidGrid grid(w.fluid(), info); }).find("spacing"), std::string::npos);

    Tank small(test::gridBox(8, 8, 8, 0.005, GridSideKind::Periodic)); // 4 cm; the ball is 20 cm wide
    btRigidBody* large = small.add({0.02, 0.02, 0.02}, 1500.0);
    small.w.run(3 * kStep, kStep);
    EXPECT_FALSE(small.grid->isInGrid(large));
    ASSERT_EQ(small.lines.size(), 1u);
    EXPECT_NE(small.lines[0].find("too large for the grid"), std::string::npos);
    EXPECT_NE(small.lines[0].find("box of at least 0.6"), std::string::npos);

    Tank coarse(test::gridBox(8, 8, 8, 0.5, GridSideKind::Wall));
    coarse.add({2.0, 2.0, 2.0}, 1500.0);
    coarse.w.run(3 * kStep, kStep);
    ASSERT_EQ(coarse.lines.size(), 1u);
    EXPECT_NE(coarse.lines[0].find("a spacing of 0.1"), std::string::npos);
}

TEST(BulletGridInput, AFlowThatStopsBeingFiniteIsContained) {
    Tank tank(test::gridBox(12, 12, 12, 0.1, GridSideKind::Wall), 9.81);
    btRigidBody* ball = tank.add({0.6, 0.6, 0.6}, 1500.0);
    tank.w.run(5 * kStep, kStep);
    tank.grid->getGrid().addAcceleration(Vector3(std::nan(""), 0.0, 0.0));
    tank.w.run(5 * kStep, kStep);
    ASSERT_EQ(tank.lines.size(), 1u);
    EXPECT_NE(tank.lines[0].find("starts anew"), std::string::npos);
    EXPECT_TRUE(tank.w.fluid().getFluidBody(ball)->isHealthy());
    EXPECT_TRUE(std::isfinite(ball->getCenterOfMassPosition().z()));
    EXPECT_LT(ball->getLinearVelocity().z(), -0.1);
}

TEST(BulletGridStep, ABodyOutsideTheWorldDoesNotPush) {
    Tank tank(test::gridBox(16, 16, 16, 0.1, GridSideKind::Periodic));
    btRigidBody* ball = tank.add(Vector3(0.8, 0.8, 0.8), 1000.0, Vector3(2.0, 0.0, 0.0));
    tank.w.run(6 * kStep, kStep);
    const double before = tank.grid->getGrid().momentum().x();
    EXPECT_GT(before, 0.1);
    tank.w.world().removeRigidBody(ball);
    tank.w.run(6 * kStep, kStep);
    EXPECT_NEAR(tank.grid->getGrid().momentum().x(), before, 1e-12 * before);
    EXPECT_TRUE(tank.grid->getForce(ball).isZero(0.0));
    tank.w.world().addRigidBody(ball);
    tank.w.run(kStep, kStep);
    EXPECT_GT(tank.grid->getForce(ball).norm(), 0.1);
}

TEST(BulletGridStep, InAVacuumTheFlowPushesNobody) {
    Tank tank(test::gridBox(20, 16, 16, 0.1, GridSideKind::Periodic));
    btRigidBody* body = tank.add({0.5, 0.8, 0.8}, 3000.0, {2.0, 0.3, -0.1});
    tank.add({0.9, 0.8, 0.8}, 800.0, {-1.0, 0.0, 0.0});
    tank.w.run(0.1, kStep);
    tank.w.fluid().setMedium(std::shared_ptr<const FluidMedium>());
    tank.w.run(kStep, kStep);
    const btVector3 before = body->getLinearVelocity();
    tank.w.run(0.05, kStep);
    EXPECT_LT(double((body->getLinearVelocity() - before).length()), 1e-6);
    EXPECT_GT(double(before.length()), 0.5);
}

TEST(BulletGridStep, AStateFromBeforeTheFirstStepIsTheStart) {
    Tank tank(test::gridBox(16, 16, 16, 0.1, GridSideKind::Wall), 9.81);
    tank.add(Vector3(0.8, 0.8, 1.2), 2000.0, Vector3(0.5, 0.0, 0.0));
    const auto fluid = tank.w.fluid().saveState(), grid = tank.grid->saveState();
    tank.w.run(6 * kStep, kStep);
    const auto end = tank.grid->saveState(), endOfFluid = tank.w.fluid().saveState();
    for (int i = 0; i < 2; ++i) {
        tank.w.fluid().restoreState(fluid);
        tank.grid->restoreState(grid);
        tank.w.run(6 * kStep, kStep);
        EXPECT_EQ(tank.grid->saveState(), end) << i;
        EXPECT_EQ(tank.w.fluid().saveState(), endOfFluid) << i;
    }
}

} // namespace bullet_grid_test
