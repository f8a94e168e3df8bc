// SPDX-License-Identifier: Zlib
// Multi-bodies whose links a grid resolves, in Bullet's step.
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"
#include "GridTestBox.h"
#include "RestingJoints.h"
#include "bullet/MultiBodyWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyJointLimitConstraint.h>
#include <gtest/gtest.h>

#include <cmath>

namespace resolved_multi_body_test {

using namespace ambient;

namespace {

constexpr double kStep = test::kGridStep, kRadius = 0.13, kWater = 1000.0;

using Info = btFluidGrid::btFluidGridConstructionInfo;

/// A ball with exactly its volume.
const TriangleMesh& ballMesh() {
    static const TriangleMesh mesh = [] {
        TriangleMesh ball = makeSphere(kRadius, 320);
        const double scale = std::cbrt(4.0 / 3.0 * kPi * std::pow(kRadius, 3) / FluidBodyModel::build(ball)->volume());
        for (Vector3& vertex : ball.vertices)
            vertex *= scale;
        return ball;
    }();
    return mesh;
}

std::shared_ptr<const FluidBodyModel> ballModel() {
    static const auto model = FluidBodyModel::build(ballMesh());
    return model;
}

/// Chains of balls resolved by the grid, with the exact solver.
struct Tank : test::GridTank<test::MultiBodyWorld> {
    explicit Tank(const Info& info, double gravity = 0.0, double viscosity = 1e-3)
        : Tank(info, gravity, viscosity, std::make_unique<btFluidMultiBodyConstraintSolver>(nullptr)) {}
    Tank(const Info& info, double gravity, double viscosity, std::unique_ptr<btMultiBodyConstraintSolver> solver,
         btMultiBodyConstraintSolver* raw = nullptr)
        : GridTank(info, UniformMedium(kWater, viscosity), btVector3(0, 0, btScalar(-gravity)),
                   (raw = solver.get(), std::move(solver))) {
        if (auto* exact = dynamic_cast<btFluidMultiBodyConstraintSolver*>(raw)) exact->addBodies(*grid);
    }

    /// A chain of balls, 0.3 m apart along x from its base, with hinges about y and z by turns.
    btMultiBody* addChain(const Vector3& base, double density, int links, bool hasFixedBase = false) {
        auto* chain =
            w.addChain(ballShape(), btScalar(density * ballModel()->volume()), btScalar(0.15), links, hasFixedBase);
        chain->setBasePos(btFluidVector(base));
        enter(chain);
        return chain;
    }
    void enter(btMultiBody* chain) {
        chain->setCanSleep(false);
        w.addToWorld(chain, ballShape());
        grid->addResolved(chain, balls(chain->getNumLinks() + 1));
    }
    static btSphereShape* ballShape() {
        static btSphereShape shape{btScalar(kRadius)}; // outlives the world
        return &shape;
    }
    static std::vector<btFluidLinkModel> balls(int count) {
        btFluidLinkModel link;
        link.m_model = ballModel();
        return std::vector<btFluidLinkModel>(std::size_t(count), link);
    }
    /// Of fluid and links, with the impulses held back for the next projection.
    Vector3 momentum() const {
        Vector3 sum = grid->getProjection()->fluidMomentum(grid->getGrid().velocity());
        for (const GridBody& body : grid->getProjection()->bodies())
            sum += body.mass * body.velocity.linear + body.impulse.linear;
        return sum;
    }
    Twist twistOf(btMultiBody* chain, int link) const {
        btFluidMultiBody& wet = *grid->getFluidMultiBodies().find(chain);
        wet.motion().evaluate(wet.state(), false);
        return wet.motion().twistInWorld(link);
    }
};

/// One joint swings by a third of a radian.
class Beat final : public JointPath {
  public:
    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions.setConstant(0.33 * std::sin(4.0 * time));
        rates.setConstant(1.32 * std::cos(4.0 * time));
        accelerations.setConstant(-5.28 * std::sin(4.0 * time));
    }
};

bool names(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(ResolvedMultiBody, MomentumOfLinksAndGridIsExchangedNotMade) {
    Tank tank(test::gridBox(28, 20, 20, 0.05, GridSideKind::Periodic));
    btMultiBody* chain = tank.addChain({0.3, 0.5, 0.5}, 1300.0, 2);
    chain->setBaseVel(btVector3(btScalar(0.5), btScalar(0.4), btScalar(-0.2)));
    chain->setBaseOmega(btVector3(0, 1, btScalar(0.5)));
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum(),
                  ofFluid = tank.grid->getProjection()->fluidMomentum(tank.grid->getGrid().velocity());
    tank.w.run(20 * kStep, kStep);
    EXPECT_LT((tank.momentum() - before).norm(), 1e-13 * before.norm()); // measured 3e-15
    EXPECT_GT((tank.grid->getProjection()->fluidMomentum(tank.grid->getGrid().velocity()) - ofFluid).norm(), 1.0);
    EXPECT_GT(tank.grid->getResolved(chain)->getFluidWrench(1).linear.norm(), 1.0);
    EXPECT_TRUE(tank.grid->isInGrid(chain, 2));
    EXPECT_TRUE(tank.lines.empty());
}

// Two balls with a fixed joint against a rigid body of the same two balls.
TEST(ResolvedMultiBody, LinksWithAFixedJointMoveAsTheRigidBody) {
    Vector3 places[2], directions[2];
    const double mass = 1800.0 * ballModel()->volume(), moment = 0.4 * mass * kRadius * kRadius;
    for (int run = 0; run < 2; ++run) {
        Tank tank(test::gridBox(24, 18, 24, 0.05, GridSideKind::Wall), 9.81);
        const btVector3 start(btScalar(0.45), btScalar(0.45), btScalar(0.9));
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(0.5));
        if (run == 0) {
            const btVector3 inertia = btScalar(moment) * btVector3(1, 1, 1);
            tank.w.multiBodies.push_back(std::make_unique<btMultiBody>(1, btScalar(mass), inertia, false, true));
            btMultiBody* pair = tank.w.multiBodies.back().get();
            const btVector3 half(btScalar(0.15), 0, 0);
            pair->setupFixed(0, btScalar(mass), inertia, -1, btQuaternion::getIdentity(), half, half);
            pair->finalizeMultiDof();
            pair->setBasePos(start);
            pair->setWorldToBaseRot(turn.inverse());
            tank.enter(pair);
            tank.w.run(20 * kStep, kStep);
            const Vector3 first = btFluidVector(pair->getBasePos()),
                          second = btFluidVector(pair->localPosToWorld(0, btVector3(0, 0, 0)));
            places[run] = 0.5 * (first + second);
            directions[run] = (second - first).normalized();
        } else {
            TriangleMesh two = ballMesh();
            const int count = int(two.vertices.size());
            for (const Vector3& vertex : ballMesh().vertices)
                two.vertices.push_back(vertex + Vector3(0.3, 0.0, 0.0));
            for (const auto& face : ballMesh().faces) {
                auto other = face;
                for (auto& corner : other)
                    corner += count;
                two.faces.push_back(other);
            }
            btRigidBody::btRigidBodyConstructionInfo info(btScalar(2.0 * mass), nullptr, Tank::ballShape(),
                                                          btVector3(btScalar(2.0 * moment),
                                                                    btScalar(2.0 * moment + 2.0 * mass * 0.0225),
                                                                    btScalar(2.0 * moment + 2.0 * mass * 0.0225)));
            tank.w.rigidBodies.push_back(std::make_unique<btRigidBody>(info));
            btRigidBody* body = tank.w.rigidBodies.back().get();
            body->setCenterOfMassTransform(
                btTransform(turn, start + quatRotate(turn, btVector3(btScalar(0.15), 0, 0))));
            body->setActivationState(DISABLE_DEACTIVATION);
            tank.w.world().addRigidBody(body);
            tank.grid->addResolved(body, FluidBodyModel::build(two),
                                   btTransform(btQuaternion::getIdentity(), btVector3(btScalar(-0.15), 0, 0)));
            tank.w.run(20 * kStep, kStep);
            places[run] = btFluidVector(body->getCenterOfMassPosition());
            directions[run] = btFluidVector(body->getCenterOfMassTransform().getBasis() * btVector3(1, 0, 0));
            tank.grid->removeResolved(body);
        }
    }
    EXPECT_LT(places[0].z(), 0.75);                  // they sank, and turned
    EXPECT_LT((places[0] - places[1]).norm(), 3e-4); // measured 1.4e-4: the surfaces are sampled in other axes
    EXPECT_LT((directions[0] - directions[1]).norm(), 3e-4);
}

// A ball on an arm swings with (m + half the displaced mass) L^2 [Lamb1932, art. 92].
TEST(ResolvedMultiBody, APendulumHasTheInertiaOfBodyAndWater) {
    const double density = 2500.0, length = 0.3, volume = ballModel()->volume();
    for (const int interval : {1, 2}) {
        Info info = test::gridBox(28, 20, 24, 0.05, GridSideKind::Open);
        info.m_box.lowCorner = Vector3(-0.7, -0.5, -0.7);
        info.m_interval = interval;
        Tank tank(info, 9.81, 1e-6);
        btMultiBody* pendulum =
            tank.w.addChain(Tank::ballShape(), btScalar(density * volume), btScalar(length), 1, true);
        // The pivot lies 0.3 m from the fixed base; the ball 0.3 m from the pivot.
        pendulum->setBasePos(btVector3(btScalar(-length), 0, 0));
        const double start = 0.5 * kPi - 0.2;
        pendulum->setJointPos(0, btScalar(start));
        tank.enter(pendulum);
        const double inertia =
            (density + 0.5 * kWater) * volume * length * length + 0.4 * density * volume * kRadius * kRadius;
        const double quarter = 0.25 * 2.0 * kPi * std::sqrt(inertia / ((density - kWater) * volume * 9.81 * length));
        double time = 0.0, angle = start, before = start;
        const double step = kStep / interval;
        while (angle < 0.5 * kPi && time < 2.0) {
            before = angle;
            tank.w.run(step, step);
            time += step;
            angle = double(pendulum->getJointPos(0));
        }
        time -= step * (angle - 0.5 * kPi) / (angle - before);
        EXPECT_NEAR(time / quarter, 1.0, 0.025) << interval; // measured 0.981
    }
}

TEST(ResolvedMultiBody, AChainRestsOnTheGroundLimpOrHeldByServos) {
    for (const double stiffness : {0.0, 1e3, 1e7}) {
        Tank tank(test::gridBox(28, 16, 16, 0.05, GridSideKind::Wall), 9.81);
        btMultiBody* chain = tank.addChain({0.35, 0.4, 0.25}, 2000.0, 2);
        if (stiffness > 0.0) {
            JointDrive drive;
            drive.path = std::make_shared<test::RestingJoints>();
            drive.stiffness = JointVector::Constant(2, stiffness);
            drive.damping = JointVector::Constant(2, 0.1 * stiffness);
            tank.grid->getFluidMultiBodies().setDrive(chain, drive);
        }
        btBoxShape ground(btVector3(5, 5, btScalar(0.5)));
        btRigidBody floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ground));
        floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(-0.5))));
        tank.w.world().addRigidBody(&floor);
        tank.w.run(60 * kStep, kStep);
        for (int link = 0; link < 3; ++link) {
            EXPECT_LT(tank.twistOf(chain, link).linear.norm(), 1e-3) << link << ", " << stiffness;
            EXPECT_NEAR(double(chain->localPosToWorld(link - 1, btVector3(0, 0, 0)).z()), kRadius, 1e-4)
                << link << ", " << stiffness;
        }
        tank.w.world().removeRigidBody(&floor);
    }
}

TEST(ResolvedMultiBody, JointsFollowAPathAndTheWholeKeepsItsMomentum) {
    Tank tank(test::gridBox(28, 20, 20, 0.05, GridSideKind::Periodic));
    btMultiBody* chain = tank.addChain({0.3, 0.5, 0.5}, kWater, 2);
    JointDrive drive;
    drive.kind = DriveKind::Prescribed;
    drive.path = std::make_shared<Beat>();
    tank.grid->getFluidMultiBodies().setDrive(chain, drive);
    tank.w.run(kStep, kStep);
    const Vector3 before = tank.momentum();
    const btVector3 start = chain->getBasePos();
    tank.w.run(20 * kStep, kStep);
    const double time = tank.grid->getFluidMultiBodies().find(chain)->state().time;
    for (int link = 0; link < 2; ++link)
        EXPECT_NEAR(double(chain->getJointPos(link)), 0.33 * std::sin(4.0 * time), 1e-6);
    EXPECT_LT((tank.momentum() - before).norm(), 1e-13);
    EXPECT_GT(double((chain->getBasePos() - start).length()), 1e-3); // the base gives way
    EXPECT_GT(tank.grid->getGrid().kineticEnergy(), 1e-3);
}

TEST(ResolvedMultiBody, AServoOfAnyStiffnessFollowsItsPath) {
    for (const double stiffness : {20.0, 1e4, 1e8}) {
        Tank tank(test::gridBox(28, 20, 20, 0.05, GridSideKind::Wall));
        btMultiBody* chain = tank.addChain({0.3, 0.5, 0.5}, kWater, 2);
        JointDrive drive;
        drive.path = std::make_shared<Beat>();
        drive.stiffness = JointVector::Constant(2, stiffness);
        drive.damping = JointVector::Constant(2, 0.1 * stiffness);
        tank.grid->getFluidMultiBodies().setDrive(chain, drive);
        double worst = 0.0;
        for (int i = 0; i < 60; ++i) {
            tank.w.run(kStep, kStep);
            const double target = 0.33 * std::sin(4.0 * tank.grid->getFluidMultiBodies().find(chain)->state().time);
            if (i > 10) worst = std::max(worst, std::abs(double(chain->getJointPos(1)) - target));
        }
        EXPECT_LT(worst, stiffness < 100.0 ? 0.03 : 0.01) << stiffness;
    }
}

TEST(ResolvedMultiBody, ALimitHoldsInTheFlow) {
    Tank tank(test::gridBox(28, 20, 20, 0.05, GridSideKind::Wall), 9.81);
    btMultiBody* chain = tank.addChain({0.3, 0.5, 0.6}, 2500.0, 1, true);
    btMultiBodyJointLimitConstraint limit(chain, 0, btScalar(-0.3), btScalar(0.3));
    tank.w.world().addMultiBodyConstraint(&limit);
    limit.finalizeMultiDof();
    double worst = 0.0;
    for (int i = 0; i < 60; ++i) {
        tank.w.run(kStep, kStep);
        worst = std::max(worst, std::abs(double(chain->getJointPos(0))));
    }
    EXPECT_NEAR(std::abs(double(chain->getJointPos(0))), 0.3, 1e-4);
    EXPECT_LT(worst, 0.33); // Bullet allows passing a limit within a step
    tank.w.world().removeMultiBodyConstraint(&limit);
}

TEST(ResolvedMultiBody, OutsideTheBoxItMovesByItsAddedMass) {
    Tank tank(test::gridBox(16, 16, 16, 0.05, GridSideKind::Open), 9.81);
    btMultiBody* chain = tank.addChain({5.0, 5.0, 5.0}, 2000.0, 1);
    tank.w.run(10 * kStep, kStep);
    EXPECT_FALSE(tank.grid->isInGrid(chain, 0));
    EXPECT_NEAR(tank.twistOf(chain, 0).linear.z(), -9.81 * 1.0 / 2.5 * 10 * kStep, 0.01);
}

TEST(ResolvedMultiBody, SameBytesForAnyNumberOfThreadsAndFromASavedState) {
    test::expectSameBytesOfGrid(
        [] {
            auto tank = std::make_unique<Tank>(test::gridBox(26, 16, 18, 0.05, GridSideKind::Wall), 9.81);
            btMultiBody* chain = tank->addChain({0.3, 0.4, 0.5}, 1500.0, 2);
            chain->setBaseOmega(btVector3(0, 1, 0));
            JointDrive drive;
            drive.path = std::make_shared<Beat>();
            drive.stiffness = drive.damping = JointVector::Constant(2, 10.0);
            tank->grid->getFluidMultiBodies().setDrive(chain, drive);
            return tank;
        },
        {3, 2, 4});
}

TEST(ResolvedMultiBody, AnotherSolverLeadsItAndIsReported) {
    Tank tank(test::gridBox(20, 16, 20, 0.05, GridSideKind::Open), 9.81, 1e-3,
              std::make_unique<btMultiBodyConstraintSolver>());
    btMultiBody* chain = tank.addChain({0.3, 0.4, 0.6}, 2000.0, 1);
    tank.w.run(6 * kStep, kStep);
    EXPECT_TRUE(tank.grid->getResolved(chain)->isPrescribed());
    EXPECT_GT(tank.grid->getGrid().kineticEnergy(), 0.1);
    ASSERT_EQ(tank.lines.size(), 1u);
    EXPECT_TRUE(names(tank.lines[0], "setMultiBodyConstraintSolver"));
}

TEST(ResolvedMultiBody, RefusesWhatDoesNotFit) {
    Tank tank(test::gridBox(16, 16, 16, 0.05, GridSideKind::Wall));
    btFluidGrid& grid = *tank.grid;
    const auto refusal = [&](btMultiBody* body, const std::vector<btFluidLinkModel>& links) {
        return test::refusal([&] { grid.addResolved(body, links); });
    };
    btMultiBody* chain = tank.w.addChain(Tank::ballShape(), 1, btScalar(0.15), 1, false);
    chain->setLinearDamping(btScalar(0.07));
    tank.w.addToWorld(chain, nullptr);
    std::vector<btFluidLinkModel> small = Tank::balls(2);
    small[1].m_model = FluidBodyModel::build(makeSphere(0.04, 320));
    EXPECT_TRUE(names(refusal(nullptr, Tank::balls(2)), "null"));
    EXPECT_TRUE(names(refusal(chain, {}), "no link has a model"));
    EXPECT_TRUE(names(refusal(chain, Tank::balls(3)), "3 models for 2 links"));
    EXPECT_TRUE(names(refusal(chain, small), "a spacing of 0.01"));
    EXPECT_EQ(grid.getResolved(chain), nullptr);
    tank.w.fluid().addMultiBody(chain, Tank::balls(2));
    EXPECT_TRUE(names(refusal(chain, Tank::balls(2)), "in the fluid"));
    tank.w.fluid().removeMultiBody(chain);
    grid.addResolved(chain, Tank::balls(2));
    EXPECT_TRUE(names(refusal(chain, Tank::balls(2)), "already"));
    EXPECT_EQ(double(chain->getLinearDamping()), 0.0);
    const std::string held = test::refusal([&] { tank.w.fluid().addMultiBody(chain, Tank::balls(2)); });
    EXPECT_TRUE(names(held, "a grid resolves it")) << held;
    EXPECT_EQ(double(chain->getLinearDamping()), 0.0);
    grid.removeResolved(chain);
    EXPECT_NEAR(double(chain->getLinearDamping()), 0.07, 1e-7);
    EXPECT_EQ(grid.getProjection(), nullptr);
}

TEST(ResolvedMultiBody, OneThatIsNotFiniteIsContained) {
    Tank tank(test::gridBox(24, 16, 24, 0.05, GridSideKind::Wall), 9.81);
    btMultiBody* lost = tank.addChain({0.3, 0.4, 0.3}, 1500.0, 1);
    btMultiBody* other = tank.addChain({0.3, 0.4, 0.9}, 1500.0, 1);
    tank.w.run(2 * kStep, kStep);
    lost->setBaseVel(btVector3(btScalar(std::nan("")), 0, 0));
    tank.w.run(3 * kStep, kStep);
    ASSERT_FALSE(tank.lines.empty());
    EXPECT_TRUE(names(tank.lines.back(), "multi-body 0"));
    EXPECT_FALSE(tank.grid->isInGrid(lost, 0));
    EXPECT_TRUE(tank.grid->isInGrid(other, 0));
    EXPECT_LT(tank.twistOf(other, 0).linear.z(), -0.05);
}

} // namespace resolved_multi_body_test
