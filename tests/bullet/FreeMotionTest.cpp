// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace free_motion_test {

using namespace ambient;

namespace {

/// One free flight, in Bullet and by tightly integrated Kirchhoff equations.
struct Flight {
    FluidBody body;
    UniformMedium medium;
    Pose start;
    Twist velocity; ///< world axes
};

struct Deviation {
    double position; ///< over the distance flown
    double velocity; ///< over the speed
    double turn;     ///< over the angle turned through
};

FluidBodyState reference(const Flight& flight, const KirchhoffMotion& equations, double seconds, double& turned) {
    FluidBodyState s = makeState(equations, flight.start, flight.velocity, 0.0);
    IntegratorOptions tight;
    tight.tolerance = 1e-9;
    tight.maxSubsteps = 1 << 20;
    turned = 0.0;
    for (int i = 0; i < 100; ++i) {
        turned += twistInWorld(equations, s).angular.norm() * seconds / 100;
        integrate(equations, s, seconds / 100, tight);
    }
    return s;
}

Deviation fly(const Flight& flight, test::Solver solver, double seconds, double dt, int substeps = 0) {
    const Vector3 gravity(0.0, 0.0, -9.81);
    const KirchhoffMotion equations(flight.body, std::make_shared<UniformMedium>(flight.medium),
                                    ForceSet::named("default"), gravity);
    double turned = 0.0;
    const FluidBodyState exact = reference(flight, equations, seconds, turned);

    test::World w(btVector3(0, 0, btScalar(-9.81)), solver);
    w.fluid().setMedium(flight.medium);
    btRigidBody* body = w.addGhost(flight.body, flight.start);
    body->setLinearVelocity(btFluidVector(flight.velocity.linear));
    body->setAngularVelocity(btFluidVector(flight.velocity.angular));
    w.fluid().addBody(body, flight.body.model);
    if (substeps == 0)
        w.run(seconds, dt);
    else
        for (int i = 0; i < int(std::lround(seconds / (dt * substeps))); ++i)
            w.world().stepSimulation(btScalar(dt * substeps), substeps, btScalar(dt));

    const Pose end = btFluidPose(body->getCenterOfMassTransform());
    const Twist exactTwist = twistInWorld(equations, exact);
    const double path = (exact.worldFromBody.position - flight.start.position).norm();
    return {(end.position - exact.worldFromBody.position).norm() / path,
            (btFluidVector(w.fluid().getLinearVelocity(body)) - exactTwist.linear).norm() / exactTwist.linear.norm(),
            logSO3(end.orientation.conjugate() * exact.worldFromBody.orientation).norm() / std::max(turned, 1.0)};
}

Flight tumblingPlate() {
    const auto model = test::ellipsoidModel({0.035, 0.035, 0.007});
    return {makeSolidBodyOfMass(model, 2e-4), UniformMedium::air(), {expSO3({0.0, kPi / 3, 0.0}), Vector3::Zero()}, {}};
}

Flight spinningBall() {
    FluidBodyDef def;
    def.wakeFactor = 0.62; // a golf ball's
    const auto model = FluidBodyModel::build(makeSphere(0.02135, 320), def);
    return {makeSolidBodyOfMass(model, 0.045), UniformMedium::air(), Pose(), {{0.0, -264.0, 0.0}, {52.0, 0.0, 9.0}}};
}

Flight sinkingEllipsoid() {
    const auto model = test::ellipsoidModel({0.10, 0.06, 0.03});
    return {makeSolidBody(model, 1300.0),
            UniformMedium::water(),
            {expSO3({0.3, 0.2, 0.1}), Vector3::Zero()},
            {{2.0, 1.0, 3.0}, {1.0, 0.0, 0.0}}};
}

constexpr double kSteps[] = {1.0 / 400, 1.0 / 240, 1.0 / 120, 1.0 / 60, 1.0 / 30, 1.0 / 20};

void expectSameAtAnyStep(const Flight& flight, test::Solver solver, const Deviation& bound, double seconds = 2.0) {
    for (double dt : kSteps) {
        const Deviation d = fly(flight, solver, seconds, dt);
        EXPECT_LT(d.position, bound.position) << "dt = 1/" << 1 / dt;
        EXPECT_LT(d.velocity, bound.velocity) << "dt = 1/" << 1 / dt;
        EXPECT_LT(d.turn, bound.turn) << "dt = 1/" << 1 / dt;
    }
}

struct FreeMotion : test::InBothModes {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, FreeMotion, testing::ValuesIn(test::kSolvers), test::modeName);

// Measured over all steps: position 1.4e-4, velocity 7e-4 (its direction turns with the plate), turn 1.3e-4, and at
// 1/20 s position 3.5e-4, velocity 1.6e-3, turn 3.2e-4. Then the plate turns over,
// and the error within a substep's tolerance grows: 2.9e-3 and 1.5e-2 of the way after 1 and 1.5 s.
TEST_P(FreeMotion, TumblingPlateDoesNotDependOnTheHostsStep) {
    expectSameAtAnyStep(tumblingPlate(), GetParam(), {4e-4, 2e-3, 4e-4}, 0.5);
}

// Measured: position 1.2e-5, velocity 2.6e-5, turn 1.4e-4 of 528 rad, at up to 13 rad per step.
TEST_P(FreeMotion, SpinningBallDoesNotDependOnTheHostsStep) {
    expectSameAtAnyStep(spinningBall(), GetParam(), {3e-5, 6e-5, 3e-4});
}

// Measured: velocity 6.2e-5; with the law before position 1.2e-5, turn 7e-6.
TEST_P(FreeMotion, TriaxialEllipsoidDoesNotDependOnTheHostsStep) {
    expectSameAtAnyStep(sinkingEllipsoid(), GetParam(), {3e-5, 8e-5, 2e-5});
}

TEST_P(FreeMotion, SubstepsOfOneCallEqualSeparateSteps) {
    const Deviation d = fly(sinkingEllipsoid(), GetParam(), 2.0, 1.0 / 240, 4);
    // Nearly every step needs one evaluation only (ExtrapolatedLoads.h).
    EXPECT_LT(d.position, 1e-5); // measured 6.0e-6
    EXPECT_LT(d.velocity, 4e-5); // measured 2.6e-5
    EXPECT_LT(d.turn, 8e-6);     // measured 6.1e-6
}

TEST_P(FreeMotion, AChangingTimeStepIsFollowed) {
    const Flight flight = sinkingEllipsoid();
    const KirchhoffMotion equations(flight.body, std::make_shared<UniformMedium>(flight.medium),
                                    ForceSet::named("default"), {0.0, 0.0, -9.81});
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(flight.medium);
    btRigidBody* body = w.addGhost(flight.body, flight.start);
    w.fluid().addBody(body, flight.body.model);
    test::Random random(3);
    double time = 0.0;
    for (int i = 0; i < 100; ++i) {
        const double dt = double(btScalar(random.uniform(0.003, 0.03)));
        w.world().stepSimulation(btScalar(dt), 0);
        time += dt;
    }
    FluidBodyState s = makeState(equations, flight.start, {}, 0.0);
    IntegratorOptions tight;
    tight.tolerance = 1e-9;
    tight.maxSubsteps = 1 << 20;
    integrate(equations, s, time, tight);
    const double path = s.worldFromBody.position.norm();
    EXPECT_LT((btFluidVector(body->getCenterOfMassPosition()) - s.worldFromBody.position).norm(),
              1.5e-6 * path); // measured 1.0e-6
}

TEST_P(FreeMotion, ABodyInVacuumFallsAsInStockBullet) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    btRigidBody* wet = w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    btRigidBody* dry = w.addSphere(0.1, 1.0, btVector3(1, 0, 0));
    w.fluid().addBody(wet, test::sphereModel(0.1));
    w.run(1.0, 1.0 / 240);
    // Stock Bullet is first order: g t^2/2 (1 + dt/t). The wet body is exact.
    EXPECT_NEAR(double(wet->getCenterOfMassPosition().z()), -4.905, 1e-4);
    EXPECT_NEAR(double(dry->getCenterOfMassPosition().z()), -4.905 * (1 + 1.0 / 240), 1e-4);
}

TEST_P(FreeMotion, InitialAccelerationsIncludeTheAddedMass) {
    // Sphere: a = (m_f - m) g / (m + m_f/2); ping-pong ball under water 1.58 g, helium party balloon in air 0.75 g.
    struct Case {
        double radius, mass;
        UniformMedium medium;
    };
    for (const Case& c : {Case{0.02, 0.0027, UniformMedium::water()}, Case{0.14, 0.0063, UniformMedium::air()}}) {
        test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
        w.fluid().setMedium(c.medium);
        btRigidBody* ball = w.addSphere(c.radius, c.mass, btVector3(0, 0, 0));
        const auto model = test::sphereModel(c.radius);
        w.fluid().addBody(ball, model);
        const double dt = 1e-4;
        w.run(10 * dt, dt);
        const double displaced = c.medium.density() * model->volume();
        const double expected = (displaced - c.mass) / (c.mass + 0.5 * displaced) * 9.81;
        EXPECT_NEAR(double(w.fluid().getLinearVelocity(ball).z()) / (10 * dt) / expected, 1.0, 2e-3);
    }
}

TEST_P(FreeMotion, ThinDiscWithAddedToOwnMass35IsStable) {
    // 10 cm x 1 mm plastic disc in water: broadside added mass 8/3 rho a^3 is about 35 times its own.
    const auto model = FluidBodyModel::build(makeDisc(0.05, 0.001, 500));
    const FluidBody disc = makeSolidBody(model, 1210.0);
    ASSERT_GT(disc.addedMass(998.2).matrix()(5, 5) / disc.mass(), 30.0);
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* body = w.addGhost(disc, {expSO3({0.2, 0.1, 0.0}), Vector3::Zero()});
    w.fluid().addBody(body, model);
    for (int i = 0; i < 600; ++i) {
        w.run(1.0 / 60, 1.0 / 60);
        ASSERT_LT(double(w.fluid().getLinearVelocity(body).length()), 3.0) << "step " << i;
    }
}

TEST_P(FreeMotion, NeutrallyBuoyantBodyHoldsDepthAndDoesNotYaw) {
    const auto model = FluidBodyModel::build(makeBox({0.3, 0.2, 0.1}, 432));
    const FluidBody box = makeSolidBody(model, 998.2);
    test::World w(btVector3(0, 0, btScalar(-9.81)), GetParam());
    w.fluid().setMedium(UniformMedium::water());
    btRigidBody* body = w.addGhost(box, {expSO3({0.3, -0.4, 0.2}), Vector3::Zero()});
    w.fluid().addBody(body, model);
    w.run(20.0, 1.0 / 60);
    // The body drifts by the rounding of the mass in Bullet's scalar: 1e-7 of the weight in float.
    EXPECT_LT(double(body->getCenterOfMassPosition().length()), test::bulletTolerance(1e-9, 1e-3));
    EXPECT_LT(double(w.fluid().getAngularVelocity(body).length()), test::bulletTolerance(1e-12, 1e-4));
}

// Measured over both modes and precisions: energy 7.9e-5, turn 5.2e-4 rad. Zero loads carry no information about the
// error of the motion.
TEST_P(FreeMotion, WithoutLoadsKeepsEnergyAndAttitude) {
    test::Random random(19);
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    IntegratorOptions tight;
    tight.tolerance = 1e-9;
    tight.maxSubsteps = 1 << 20;
    for (int i = 0; i < 20; ++i) {
        const auto side = [&] { return std::exp(random.uniform(std::log(0.02), std::log(0.2))); };
        const auto model = FluidBodyModel::build(makeEllipsoid({side(), side(), side()}, 80), def);
        const FluidBody body = makeSolidBody(model, std::exp(random.uniform(std::log(100.0), std::log(1e4))));
        const Pose pose{random.rotation(), Vector3::Zero()};
        const Twist twist{random.uniform(0.2, 5.0) * random.direction(), random.uniform(0.0, 1.0) * random.direction()};
        for (const double dt : {1.0 / 60, 1.0 / 20}) {
            test::World w(btVector3(0, 0, 0), GetParam());
            w.fluid().setMedium(UniformMedium::water());
            btRigidBody* rigid = w.addGhost(body, pose);
            rigid->setLinearVelocity(btFluidVector(twist.linear));
            rigid->setAngularVelocity(btFluidVector(twist.angular));
            rigid->setActivationState(DISABLE_DEACTIVATION);
            w.fluid().addBody(rigid, model);
            const btFluidBody* wet = w.fluid().getFluidBody(rigid);
            const KirchhoffMotion& equations = wet->motion();
            const FluidBodyState start = wet->state();
            FluidBodyState exact = start;
            w.run(1.0, dt);
            integrate(equations, exact, 1.0, tight);
            const double energy = kineticEnergy(equations, wet->state()) / kineticEnergy(equations, start);
            EXPECT_NEAR(energy, 1.0, 1e-3) << "body " << i << ", dt = 1/" << 1 / dt;
            const Quaternion turn =
                wet->state().worldFromBody.orientation.conjugate() * exact.worldFromBody.orientation;
            EXPECT_LT(logSO3(turn).norm(), 0.01) << "body " << i << ", dt = 1/" << 1 / dt;
        }
    }
}

} // namespace free_motion_test
