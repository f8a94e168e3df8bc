// SPDX-License-Identifier: Zlib
// Kinematic bases and links of multi-bodies.
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "MultiBodyWorld.h"

#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <cmath>
#include <functional>
#include <optional>

namespace multi_body_led {

using namespace ambient;

std::shared_ptr<const FluidBodyModel> rodModel() {
    static const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.2, 0.06, 0.04), 320));
    return model;
}

void makeKinematic(btCollisionObject* object) {
    object->setCollisionFlags(object->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
}

/// A chain of rods in a world.
struct Chain {
    Chain(const btVector3& gravity, std::optional<UniformMedium> medium, int links, bool hasFixedBase,
          LinkInertia inertia = LinkInertia::Isolated)
        : world(gravity) {
        if (medium) world.fluid().setMedium(*medium);
        body = world.addChain(&box, btScalar(1.5), btScalar(0.22), links, hasFixedBase);
        body->setCanSleep(false);
        body->setHasSelfCollision(false);
        for (int i = 0; i < links; ++i)
            body->setJointPos(i, btScalar(0.3 + 0.2 * i));
        world.addToWorld(body, &box);
        options.m_linkInertia = inertia;
        options.m_skinFaces = 400;
    }
    void addToFluid() {
        btFluidLinkModel link;
        link.m_model = rodModel();
        world.fluid().addMultiBody(body, std::vector<btFluidLinkModel>(std::size_t(body->getNumLinks()) + 1, link),
                                   options);
    }
    /// Steps of Bullet, each after a call of lead(time at its end).
    void run(int steps, double step, const std::function<void(double time)>& lead) {
        for (int i = 1; i <= steps; ++i) {
            lead(i * step);
            world.run(step, step);
        }
    }
    btFluidMultiBody& wet() { return *world.fluid().getFluidMultiBodies().find(body); }

    btBoxShape box{btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04))};
    test::MultiBodyWorld world;
    btMultiBody* body;
    btFluidMultiBodyOptions options;
};

const btVector3 kGravity(0, 0, btScalar(-9.81));
constexpr double kStep = 1.0 / 60.0;

// A base that is led at a constant velocity through water at rest is one at rest in a stream.
class LedBase : public ::testing::TestWithParam<LinkInertia> {};

TEST_P(LedBase, MovesThroughWaterAsAStreamPassesIt) {
    const Vector3 velocity(0.5, -0.3, 0.2);
    Chain led(kGravity, UniformMedium::water(), 2, false, GetParam());
    Chain still(kGravity, UniformMedium::water().movingAt(-velocity), 2, false, GetParam());
    led.body->setBaseVel(btFluidVector(velocity));
    for (Chain* chain : {&led, &still}) {
        makeKinematic(chain->body->getBaseCollider());
        chain->addToFluid();
    }
    led.run(120, kStep, [&](double time) { led.body->setBasePos(btFluidVector(Vector3(time * velocity))); });
    still.run(120, kStep, [](double) {});
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(led.body->getJointPos(i), still.body->getJointPos(i), 2e-6)
            << i; // measured 1.2e-7: the substeps of the two differ
        EXPECT_GT(std::abs(led.body->getJointPos(i) - btScalar(0.3 + 0.2 * i)), 0.05) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(MultiBodyLed, LedBase, ::testing::Values(LinkInertia::Isolated, LinkInertia::Coupled));

// A fixed base is one that is led and stays.
TEST(MultiBodyLed, ABaseThatStaysIsAFixedOne) {
    Chain led(kGravity, UniformMedium::water(), 3, false), fixed(kGravity, UniformMedium::water(), 3, true);
    makeKinematic(led.body->getBaseCollider());
    led.addToFluid();
    fixed.addToFluid();
    // In steps of 1/60 s the substeps of the two differ, and the joints by 9e-7.
    led.run(240, 0.5 * kStep, [](double) {});
    fixed.run(240, 0.5 * kStep, [](double) {});
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(led.body->getJointPos(i), fixed.body->getJointPos(i), test::bulletTolerance(1e-12, 1e-6)) << i;
}

// In a frame that accelerates by a, gravity is g - a. The poses alone tell the motion of the base.
TEST(MultiBodyLed, LinksFeelTheAccelerationOfTheBase) {
    const Vector3 acceleration(3.0, 0.0, 1.0);
    double errors[2];
    for (int k = 0; k < 2; ++k) {
        const double step = 1.0 / (k == 0 ? 120.0 : 480.0);
        Chain led(kGravity, std::nullopt, 2, false);
        Chain fixed(btVector3(kGravity - btFluidVector(acceleration)), std::nullopt, 2, true);
        makeKinematic(led.body->getBaseCollider());
        led.addToFluid();
        fixed.addToFluid();
        const int steps = int(std::lround(1.0 / step));
        led.run(steps, step,
                [&](double time) { led.body->setBasePos(btFluidVector(Vector3(0.5 * time * time * acceleration))); });
        fixed.run(steps, step, [](double) {});
        errors[k] = 0.0;
        for (int i = 0; i < 2; ++i)
            errors[k] = std::max(errors[k], std::abs(double(led.body->getJointPos(i) - fixed.body->getJointPos(i))));
    }
    EXPECT_LT(errors[0], 2e-4);            // measured 6.1e-5
    EXPECT_LT(errors[1], 0.1 * errors[0]); // measured 0.063: second order
}

/// The path of a joint.
class Swing : public JointPath {
  public:
    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions(0) = 0.3 + 0.5 * std::sin(4.0 * time) - 2.0 * time;
        rates(0) = 2.0 * std::cos(4.0 * time) - 2.0;
        accelerations(0) = -8.0 * std::sin(4.0 * time);
    }
};

// A link that is led along a path moves its free base as a motor does that follows this path.
TEST(MultiBodyLed, ALinkMovesItsBaseAsAMotorDoes) {
    const double step = 1.0 / 240.0;
    const btVector3 none(0, 0, 0);
    Chain led(none, UniformMedium::water(), 1, false), driven(none, UniformMedium::water(), 1, false);
    makeKinematic(led.body->getLinkCollider(0));
    led.addToFluid();
    driven.addToFluid();
    const auto path = std::make_shared<Swing>();
    JointDrive drive;
    drive.kind = DriveKind::Prescribed;
    drive.path = path;
    driven.world.fluid().getFluidMultiBodies().setDrive(driven.body, drive);
    JointVector position(1), rate(1), acceleration(1);
    led.run(240, step, [&](double time) {
        path->evaluate(time, position, rate, acceleration);
        led.body->setJointPos(0, btScalar(position(0)));
    });
    driven.run(240, step, [](double) {});
    const btVector3 moved = led.body->getBasePos();
    EXPECT_GT(moved.length(), 0.02);
    EXPECT_LT((moved - driven.body->getBasePos()).length(), 3e-4 * moved.length()); // measured 6.6e-5
    EXPECT_NEAR(led.body->getJointPos(0), driven.body->getJointPos(0), 1e-6);
}

// Without a fluid and gravity the centre of mass of a free chain with a led link stays.
TEST(MultiBodyLed, ALinkGivesNoMomentum) {
    for (const int which : {0, 1}) {
        Chain led(btVector3(0, 0, 0), std::nullopt, 2, false);
        makeKinematic(led.body->getLinkCollider(which));
        led.addToFluid();
        const auto center = [&] {
            btVector3 sum = led.body->getBasePos();
            for (int i = 0; i < 2; ++i)
                sum += led.body->localPosToWorld(i, btVector3(0, 0, 0));
            return sum / 3;
        };
        const btVector3 before = center();
        const btScalar start = led.body->getJointPos(which), other = led.body->getJointPos(1 - which);
        led.run(240, 1.0 / 120.0,
                [&](double time) { led.body->setJointPos(which, start + btScalar(0.6 * std::sin(5.0 * time))); });
        EXPECT_LT((center() - before).length(), 2e-6) << which; // measured 1.4e-6 m: error of the substeps
        EXPECT_GT(std::abs(led.body->getJointPos(1 - which) - other), 0.02);
        EXPECT_GT((led.body->getBasePos()).length(), 0.005);
    }
}

// Led parts are where the user has put them, to the bit, whatever falls on them.
TEST(MultiBodyLed, LedPartsFeelNothing) {
    Chain led(kGravity, UniformMedium::water(), 2, false);
    makeKinematic(led.body->getBaseCollider());
    makeKinematic(led.body->getLinkCollider(0));
    led.body->setJointPos(0, 0);
    led.addToFluid();
    btBoxShape load(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1)));
    btRigidBody* const heavy = led.world.addRigidBody(&load, 50, btVector3(0, 0, btScalar(0.15)));
    for (int i = 1; i <= 120; ++i) {
        const btVector3 place(0, btScalar(0.001 * i), 0);
        const btScalar angle = btScalar(-0.002 * i);
        led.body->setBasePos(place);
        led.body->setJointPos(0, angle);
        led.world.run(kStep, kStep);
        EXPECT_EQ(led.body->getBasePos(), place);
        EXPECT_EQ(led.body->getJointPos(0), angle);
        EXPECT_TRUE(led.body->getBaseVel().isZero());
        EXPECT_EQ(led.body->getJointVel(0), btScalar(0));
        if (i < 30) { // it rests on the base
            EXPECT_GT(heavy->getCenterOfMassPosition().z(), btScalar(0.12)) << i;
        }
    }
    EXPECT_TRUE(led.wet().isHealthy());
    EXPECT_GT(heavy->getCenterOfMassPosition().y(), btScalar(0.02)); // friction takes it along
}

// A base becomes free again with the velocity that its user gave it last.
TEST(MultiBodyLed, ABaseThatIsLetGoGoesOn) {
    Chain led(btVector3(0, 0, 0), std::nullopt, 1, false);
    led.body->setJointPos(0, 0);
    makeKinematic(led.body->getBaseCollider());
    led.addToFluid();
    led.body->setBaseVel(btVector3(1, 0, 0));
    led.body->setJointVel(0, 0);
    led.run(30, kStep, [&](double time) { led.body->setBasePos(btVector3(btScalar(time), 0, 0)); });
    led.body->getBaseCollider()->setCollisionFlags(led.body->getBaseCollider()->getCollisionFlags() &
                                                   ~btCollisionObject::CF_KINEMATIC_OBJECT);
    led.run(60, kStep, [](double) {});
    EXPECT_NEAR(led.body->getBasePos().x(), 1.5, 0.02);
    EXPECT_TRUE(led.wet().isHealthy());
}

} // namespace multi_body_led
