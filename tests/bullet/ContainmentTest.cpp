// SPDX-License-Identifier: Zlib
#include "ModeTest.h"

#include <functional>
#include <limits>
#include <stdexcept>

namespace containment_test {

using namespace ambient;
using namespace test;

// Non-finite input stops only its body; the body is reported once by name, and the world goes on.

namespace {

const btScalar kNan = std::numeric_limits<btScalar>::quiet_NaN();
const btScalar kInfinity = std::numeric_limits<btScalar>::infinity();

/// Calls of a user on a body with non-finite numbers.
struct Poison {
    const char* name;
    std::function<void(btRigidBody&)> give;
};

const std::vector<Poison>& poisons() {
    static const std::vector<Poison> all = {
        {"SetLinearVelocityNan", [](btRigidBody& b) { b.setLinearVelocity(btVector3(0, kNan, 0)); }},
        {"SetAngularVelocityInf", [](btRigidBody& b) { b.setAngularVelocity(btVector3(kInfinity, 0, 0)); }},
        {"ApplyForceInf", [](btRigidBody& b) { b.applyForce(btVector3(kInfinity, 0, 0), btVector3(0, 1, 0)); }},
        {"ApplyTorqueNan", [](btRigidBody& b) { b.applyTorque(btVector3(0, 0, kNan)); }},
        {"SetTransformNan",
         [](btRigidBody& b) {
             btTransform t = b.getCenterOfMassTransform();
             t.setOrigin(btVector3(kNan, 0, 0));
             b.setCenterOfMassTransform(t);
         }},
        {"SetRotationNan",
         [](btRigidBody& b) {
             btTransform t = b.getCenterOfMassTransform();
             t.getBasis()[0].setX(kNan);
             b.setWorldTransform(t);
         }},
        {"SetGravityNan", [](btRigidBody& b) { b.setGravity(btVector3(0, 0, kNan)); }}};
    return all;
}

/// A medium that fails after half a second, only for bodies around a point.
class FailingMedium final : public FluidMedium {
  public:
    enum class Way { NotANumber, Throws };
    FailingMedium(Way way, const Vector3& where) : m_way(way), m_where(where) {}
    MediumSample sample(const Vector3& point, double time) const override {
        MediumSample s;
        s.density = 1000.0;
        if ((point - m_where).norm() < 0.05 && time > 0.5) {
            if (m_way == Way::Throws) throw std::runtime_error("the callback failed");
            s.velocity.y() = std::numeric_limits<double>::quiet_NaN();
        }
        return s;
    }

  private:
    Way m_way;
    Vector3 m_where;
};

/// Wet boxes side by side and on top of each other, all touching: the middle one of the lower row will go wrong.
class Pile {
  public:
    static constexpr double kHalf = 0.1;
    static constexpr int kBad = 1;

    explicit Pile(Solver solver) : m_world(btVector3(0, 0, btScalar(-kGravity)), solver) {
        static const auto model = FluidBodyModel::build(makeBox({2 * kHalf, 2 * kHalf, 2 * kHalf}, 48));
        m_world.fluid().setMedium(UniformMedium::water());
        m_world.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -1));
        for (int i = 0; i < 5; ++i) {
            const Vector3 at((i < 3 ? i - 1.0 : i - 3.5) * 2.0 * kHalf, 0.0, i < 3 ? kHalf : 3.0 * kHalf);
            btRigidBody* box =
                m_world.addBox(btVector3(btScalar(kHalf), btScalar(kHalf), btScalar(kHalf)), 16.0, btFluidVector(at));
            box->setActivationState(DISABLE_DEACTIVATION);
            box->setUserIndex(100 + i);
            m_world.fluid().addBody(box, model);
            m_boxes.push_back(box);
        }
    }

    World& world() { return m_world; }
    btRigidBody& bad() { return *m_boxes[kBad]; }
    void run(double seconds) { m_world.run(seconds, 1.0 / 60); }

    /// One second with finite values throughout; every body is in its place at the end.
    void expectRest() {
        for (int i = 0; i < 60; ++i) {
            run(1.0 / 60);
            for (const btRigidBody* box : m_boxes) {
                const btVector3 velocities = box->getLinearVelocity() + box->getAngularVelocity();
                ASSERT_TRUE(btFluidPose(box->getCenterOfMassTransform()).isFinite())
                    << box->getUserIndex() << ", " << i;
                ASSERT_TRUE(std::isfinite(double(velocities.length()))) << box->getUserIndex() << ", " << i;
            }
        }
        for (const btRigidBody* box : m_boxes) {
            EXPECT_LT(velocityOf(m_world, box).norm(), 5e-3) << box->getUserIndex();
            EXPECT_NEAR(positionOf(box).z(), box->getUserIndex() < 103 ? kHalf : 3.0 * kHalf, 1e-3)
                << box->getUserIndex();
        }
    }

    /// Only the bad body was stopped, and reported once, by its name.
    void expectBadStopped() {
        ASSERT_EQ(m_world.log().size(), 1u) << m_world.log().back();
        EXPECT_NE(m_world.log()[0].find("user index 101"), std::string::npos) << m_world.log()[0];
        for (const btRigidBody* box : m_boxes)
            EXPECT_EQ(m_world.fluid().getFluidBody(box)->isHealthy(), box != m_boxes[kBad]) << box->getUserIndex();
    }

    /// No body was stopped; the bad body was warned about, and no body twice.
    void expectAllWarnedAtMostOnce() {
        bool bad = false;
        for (const std::string& line : m_world.log())
            bad = bad || line.find("user index 101") != std::string::npos;
        EXPECT_TRUE(bad);
        EXPECT_LE(m_world.log().size(), m_boxes.size());
        for (const btRigidBody* box : m_boxes)
            EXPECT_TRUE(m_world.fluid().getFluidBody(box)->isHealthy()) << box->getUserIndex();
    }

  private:
    World m_world;
    std::vector<btRigidBody*> m_boxes;
};

class Containment : public testing::TestWithParam<Solver> {};

std::string nameOfSolver(const testing::TestParamInfo<Solver>& solver) {
    return solver.param == Solver::Stock ? "Stock" : "Fluid";
}

} // namespace

INSTANTIATE_TEST_SUITE_P(BothModes, Containment, testing::Values(Solver::Stock, Solver::Fluid), nameOfSolver);

TEST_P(Containment, WhatUsersGiveABodyInAPileThatIsNotFiniteStopsThatBodyOnly) {
    for (const Poison& poison : poisons()) {
        SCOPED_TRACE(poison.name);
        Pile pile(GetParam());
        pile.run(0.5);
        ASSERT_TRUE(pile.world().log().empty());
        poison.give(pile.bad());
        pile.expectRest();
        pile.expectBadStopped();
    }
}

// An impulse is visible only as a velocity. The fluid's solver checks the velocities before it solves and finds the
// body. Bullet's solver has spread the velocity to all touching bodies by then: the velocity is discarded, and no body
// is stopped.
TEST_P(Containment, AnImpulseThatIsNotFiniteDoesNotSpread) {
    Pile pile(GetParam());
    pile.run(0.5);
    pile.bad().applyImpulse(btVector3(0, 0, kNan), btVector3(0, btScalar(0.1), 0));
    pile.expectRest();
    if (GetParam() == Solver::Fluid)
        pile.expectBadStopped();
    else
        pile.expectAllWarnedAtMostOnce();
}

TEST_P(Containment, AMediumThatFailsAtABodyInAPileStopsThatBodyOnly) {
    for (FailingMedium::Way way : {FailingMedium::Way::NotANumber, FailingMedium::Way::Throws}) {
        SCOPED_TRACE(way == FailingMedium::Way::Throws ? "throws" : "not a number");
        Pile pile(GetParam());
        pile.world().fluid().setMedium(std::make_shared<FailingMedium>(way, Vector3(0.0, 0.0, Pile::kHalf)));
        pile.run(0.5);
        pile.expectRest();
        pile.expectBadStopped();
    }
}

TEST_P(Containment, AFreeBodyWhoseMediumFailsIsStoppedAndTheOthersMoveOn) {
    for (FailingMedium::Way way : {FailingMedium::Way::NotANumber, FailingMedium::Way::Throws}) {
        World w(btVector3(0, 0, btScalar(-kGravity)), GetParam());
        w.fluid().setMedium(std::make_shared<FailingMedium>(way, Vector3(6.0, 0.0, 0.0)));
        btRigidBody* good = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
        btRigidBody* bad = w.addSphere(0.1, 1000.0 * sphereVolume(0.1), btVector3(6, 0, 0));
        bad->setUserIndex(42);
        for (btRigidBody* body : {good, bad})
            w.fluid().addBody(body, sphereModel(0.1));
        w.run(1.0, 1.0 / 60);
        ASSERT_EQ(w.log().size(), 1u);
        EXPECT_NE(w.log()[0].find("user index 42"), std::string::npos) << w.log()[0];
        EXPECT_FALSE(w.fluid().getFluidBody(bad)->isHealthy());
        EXPECT_TRUE(w.fluid().getFluidBody(good)->isHealthy());
        EXPECT_TRUE(btFluidPose(bad->getCenterOfMassTransform()).isFinite());
        EXPECT_LT(positionOf(good).z(), -1.0);
    }
}

TEST_P(Containment, APoisonedWorldCanBeRepairedByTakingTheBodyOutAndPuttingItBack) {
    Pile pile(GetParam());
    const auto model = FluidBodyModel::build(makeBox({0.2, 0.2, 0.2}, 48));
    pile.run(0.5);
    pile.bad().setLinearVelocity(btVector3(kNan, 0, 0));
    pile.run(0.1);
    World& w = pile.world();
    ASSERT_EQ(w.log().size(), 1u);
    w.fluid().removeBody(&pile.bad());
    w.fluid().addBody(&pile.bad(), model);
    pile.run(1.0);
    EXPECT_EQ(w.log().size(), 1u);
    EXPECT_TRUE(w.fluid().getFluidBody(&pile.bad())->isHealthy());
    EXPECT_LT(velocityOf(w, &pile.bad()).norm(), 5e-3);
}

TEST(Exceptions, OfAnyTypeFromAMediumOrALogStayOutOfBulletsStep) {
    struct Throwing final : FluidMedium {
        MediumSample sample(const Vector3&, double time) const override {
            if (time > 0.05) throw 5;
            MediumSample s;
            s.density = 1000.0;
            return s;
        }
    };
    for (const Solver solver : kSolvers) {
        World w(btVector3(0, 0, 0), solver);
        btFluidAction::btFluidActionConstructionInfo info;
        int lines = 0;
        info.m_log = [&](const std::string&) {
            ++lines;
            throw std::runtime_error("the log is full");
        };
        btFluidAction fluid(&w.world(), info);
        fluid.setMedium(std::make_shared<Throwing>());
        w.world().addAction(&fluid);
        btRigidBody* ball = w.addSphere(0.1, 8.0, btVector3(0, 0, 0));
        fluid.addBody(ball, sphereModel(0.1, 80));
        testing::internal::CaptureStderr();
        EXPECT_NO_THROW(w.run(0.2, 1.0 / 60));
        EXPECT_NE(testing::internal::GetCapturedStderr().find("the log callback threw"), std::string::npos);
        EXPECT_EQ(lines, 2); // the mode, and the body
        EXPECT_FALSE(fluid.getFluidBody(ball)->isHealthy());
        fluid.removeAllBodies();
        w.world().removeAction(&fluid);
    }
}

} // namespace containment_test
