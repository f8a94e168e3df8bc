// SPDX-License-Identifier: Zlib
// Multi-bodies with bases on a prescribed motion.
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidBaseMover.h"
#include "MultiBodyWorld.h"
#include "core/Locomotion/ShapeSequences.h"

#include <gtest/gtest.h>

namespace base_mover_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// A frame of points moving along x: at a speed, or from rest with an acceleration.
std::shared_ptr<const InterpolatedMotion> glide(double speed, double acceleration) {
    PointColumns points(3, 4);
    points << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
    points.colwise() -= Vector3(points.rowwise().mean());
    RecordedFrames frames(std::vector<PointColumns>(41, points));
    frames.setTimeStep(0.05);
    const PointMassMetric metric(0.25);
    const ReducedSequence sequence = reduceSequence(frames, {&metric});
    MotionOptions options;
    options.momentum.linear.x() = speed; // of 1 kg
    options.gravity.x() = acceleration;  // inertia metrics fall
    return std::make_shared<InterpolatedMotion>(solveMotion(sequence, options, 0, true), sequence);
}

/// A world with one multi-body: a base and, on request, a pendulum on a hinge about y below it.
struct MultiWorld {
    MultiWorld(double gravity, double baseMass, std::unique_ptr<btCollisionShape> baseShape, bool hasPendulum,
               const btTransform& start = btTransform::getIdentity())
        : shape(std::move(baseShape)),
          body(hasPendulum ? 1 : 0, btScalar(baseMass), btScalar(baseMass) * btVector3(1, 1, 1), false, false),
          base(&body, -1) {
        world.setGravity(btVector3(0, 0, btScalar(-gravity)));
        if (hasPendulum)
            body.setupRevolute(0, 1, btScalar(0.01) * btVector3(1, 1, 1), -1, btQuaternion::getIdentity(),
                               btVector3(0, 1, 0), btVector3(0, 0, 0), btVector3(0, 0, -1));
        body.finalizeMultiDof();
        body.setLinearDamping(0);
        body.setAngularDamping(0);
        body.setBaseWorldTransform(start);
        base.setCollisionShape(shape.get());
        base.setFriction(btScalar(0.5));
        body.setBaseCollider(&base);
        world.addMultiBody(&body);
        world.addCollisionObject(&base, hasPendulum ? 0 : 1, hasPendulum ? 0 : -1);
    }
    ~MultiWorld() {
        world.removeAction(mover.get());
        if (mover) world.removeMultiBodyConstraint(mover.get());
        for (auto& each : bodies)
            world.removeRigidBody(each.get());
        world.removeCollisionObject(&base);
        world.removeMultiBody(&body);
    }
    void move(std::shared_ptr<const InterpolatedMotion> motion) {
        mover = std::make_unique<btFluidBaseMover>(&body, std::move(motion));
        world.addMultiBodyConstraint(mover.get());
        world.addAction(mover.get());
    }
    btRigidBody* addBox(const btVector3& at) {
        btVector3 inertia;
        boxShape.calculateLocalInertia(2, inertia);
        bodies.push_back(std::make_unique<btRigidBody>(btScalar(2), nullptr, &boxShape, inertia));
        bodies.back()->setCenterOfMassTransform(btTransform(btQuaternion::getIdentity(), at));
        bodies.back()->setAngularFactor(0);
        world.addRigidBody(bodies.back().get());
        return bodies.back().get();
    }
    void run(int steps, int substeps) {
        for (int i = 0; i < steps; i += substeps)
            world.stepSimulation(btScalar(substeps * kDt), substeps, btScalar(kDt));
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::unique_ptr<btCollisionShape> shape;
    btBoxShape boxShape{btScalar(0.1) * btVector3(1, 1, 1)};
    btMultiBody body;
    btMultiBodyLinkCollider base;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::unique_ptr<btFluidBaseMover> mover;
};

std::unique_ptr<btCollisionShape> table() {
    return std::make_unique<btBoxShape>(btVector3(5, 5, btScalar(0.5)));
}

} // namespace

// As ShapeMover.ATableThatGlidesCarriesABoxAtItsSpeed. Bullet's kinematic bases do not carry bodies along.
TEST(BaseMover, ATableThatGlidesCarriesABoxAtItsSpeed) {
    for (const int substeps : {1, 4}) {
        MultiWorld w(9.81, 100.0, table(), false);
        btRigidBody* box = w.addBox(btVector3(0, 0, btScalar(0.6)));
        w.move(glide(0.4, 0.0));
        w.run(48, substeps);
        const btVector3 base = w.body.getBasePos();
        EXPECT_NEAR(double(box->getLinearVelocity().x()), 0.4, 1e-5) << substeps;
        EXPECT_NEAR(double(base.x()), 0.4 * 48 / 60, 1e-5) << substeps;
        EXPECT_NEAR(double(base.z()), 0.0, 1e-5) << substeps;
        const double slip = 0.4 * 0.4 / (2.0 * 0.25 * 9.81); // friction .25 brings the box to the speed
        EXPECT_NEAR(double(base.x() - box->getWorldTransform().getOrigin().x()), slip, 0.2 * slip) << substeps;
    }
}

// A wall pushes a box at its speed from the first step on. Measured 4e-7 with a base of 50 times the box; bases lighter
// than the box need more iterations, 1.6e-2 at half its mass.
TEST(BaseMover, AWallPushesABoxAtItsSpeed) {
    MultiWorld w(0.0, 100.0, table(), false);
    btRigidBody* box = w.addBox(btVector3(btScalar(5.1), 0, 0));
    w.move(glide(0.4, 0.0));
    for (int i = 0; i < 30; ++i) {
        w.run(1, 1);
        ASSERT_NEAR(double(box->getLinearVelocity().x()), 0.4, 2e-6) << i;
    }
    EXPECT_NEAR(double(box->getWorldTransform().getOrigin().x()), 5.1 + 0.4 * 30 / 60, 2e-5);
}

// A link feels the acceleration of its base: a pendulum of (I + m l^2) th'' = -m l (g sin th + a cos th). Measured
// 2.6e-5.
TEST(BaseMover, APendulumFeelsTheAccelerationOfItsBase) {
    const double a = 2.0, g = 9.81;
    double angle = 0.0, rate = 0.0;
    const int steps = 48, fine = 400;
    for (int i = 0; i < steps * fine; ++i) {
        rate -= kDt / fine * (g * std::sin(angle) + a * std::cos(angle)) / 1.01;
        angle += kDt / fine * rate;
    }
    for (const double baseMass : {1.0, 100.0}) {
        MultiWorld w(g, baseMass, std::make_unique<btSphereShape>(btScalar(0.1)), true);
        w.move(glide(0.0, a));
        w.run(steps, 1);
        EXPECT_NEAR(double(w.body.getBasePos().x()), 0.5 * a * 0.8 * 0.8, 1e-5) << baseMass;
        EXPECT_NEAR(std::fabs(double(w.body.getJointPos(0))), std::fabs(angle), 5e-5) << baseMass;
    }
}

// The base follows the motion of a stroke, turns included, while a link swings on it. Measured 2e-8.
TEST(BaseMover, TheBaseIsWhereTheMotionSays) {
    const SegmentResistance metric(20.0);
    const ReducedSequence sequence = reduceSequence(test_shapes::wave(32, 24, 50.0, 1.5), {&metric});
    const auto motion = std::make_shared<InterpolatedMotion>(solveMotion(sequence, {}, 0, false), sequence);
    MultiWorld w(9.81, 1.0, std::make_unique<btSphereShape>(btScalar(0.1)), true);
    w.move(motion);
    for (int i = 1; i <= 60; ++i) {
        w.run(1, 1);
        ASSERT_LT(test_shapes::difference(btFluidPose(w.body.getBaseWorldTransform()), motion->worldFromGauge(i * kDt)),
                  2e-7)
            << i;
    }
}

// Also in the fluid's solver, which uses the added mass of the links: the base follows its motion, and the link trails
// behind in the water. Measured 4.4e-4 m.
TEST(BaseMover, TheBaseOfAWetChainIsWhereTheMotionSays) {
    const auto motion = glide(0.4, 0.5);
    test::MultiBodyWorld w(btVector3(0, 0, 0));
    w.fluid().setMedium(UniformMedium::water());
    btBoxShape shape(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
    btMultiBody* chain = w.addChain(&shape, 4, btScalar(0.25), 1, false);
    chain->setJointPos(0, btScalar(1.0));
    w.addToWorld(chain, &shape);
    const auto model = FluidBodyModel::build(makeEllipsoid(Vector3(0.2, 0.06, 0.04), 80));
    w.fluid().addMultiBody(chain, {{model}, {model}});
    btFluidBaseMover mover(chain, motion);
    w.world().addMultiBodyConstraint(&mover);
    w.world().addAction(&mover);
    double worst = 0.0;
    for (int i = 1; i <= 60; ++i) {
        w.run(kDt, kDt);
        worst = std::max(worst, test_shapes::difference(btFluidPose(chain->getBaseWorldTransform()),
                                                        motion->worldFromGauge(i * kDt)));
    }
    w.world().removeAction(&mover);
    w.world().removeMultiBodyConstraint(&mover);
    EXPECT_LT(worst, 6e-4);
    EXPECT_GT(std::fabs(double(chain->getJointPos(0)) - 1.0), 0.1);
}

TEST(BaseMover, UnfitBasesAreRefused) {
    const auto motion = glide(1.0, 0.0);
    btMultiBody fixed(0, 1, btVector3(1, 1, 1), true, false), free(0, 1, btVector3(1, 1, 1), false, false);
    fixed.finalizeMultiDof();
    free.finalizeMultiDof();
    EXPECT_THROW(btFluidBaseMover(nullptr, motion), std::invalid_argument);
    EXPECT_THROW(btFluidBaseMover(&free, nullptr), std::invalid_argument);
    EXPECT_THROW(btFluidBaseMover(&fixed, motion), std::invalid_argument);
    btFluidBaseMover mover(&free, motion);
    EXPECT_THROW(mover.setTime(std::nan("")), std::invalid_argument);
    mover.setTime(0.5);
    EXPECT_EQ(mover.getTime(), 0.5);
}

} // namespace base_mover_test
