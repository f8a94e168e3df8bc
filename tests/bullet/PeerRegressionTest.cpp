// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "ModeTest.h"

#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

namespace peer_regression_test {

using namespace ambient;
using namespace test;

// Known faults of fluid bodies of other engines in free motion, each as a law of ours. All run in both
// modes; the host's step is 1/60 and 1/240 s.

namespace {

class PeerRegression : public ModeTest {};

} // namespace

INSTANTIATE_TEST_SUITE_P(BothModes, PeerRegression, everyHost(), nameOfHost);

// Without the fluid's inertia (MuJoCo) the ball starts at 11.4 g and the balloon at 1.78 g.
TEST_P(PeerRegression, LightBallsStartWithTheAccelerationOfBodyAndFluid) {
    struct Case {
        double radius, mass, density, expected; // expected: (rho V - m)/(m + rho V/2), in g
    };
    for (const Case& c : {Case{0.02, 0.0027, kWater, 1.583}, Case{0.14, 0.00495, 1.204, 0.749}}) {
        const double displaced = c.density * sphereVolume(c.radius);
        const double exact = (displaced - c.mass) / (c.mass + 0.5 * displaced);
        ASSERT_NEAR(exact, c.expected, 1e-3);
        World& w = makeWorld();
        w.fluid().setMedium(UniformMedium(c.density, 0.0));
        btRigidBody* ball = w.addSphere(c.radius, c.mass, btVector3(0, 0, 0));
        w.fluid().addBody(ball, idealModel(makeSphere(c.radius, 320)));
        for (int steps : {1, 9}) {
            w.run(steps * dt, dt);
            const double seconds = steps == 1 ? dt : 10 * dt;
            EXPECT_NEAR(velocityOf(w, ball).z() / (kGravity * seconds), exact, 3e-4 * exact); // facets
            EXPECT_NEAR(double(ball->getCenterOfMassPosition().z()), 0.5 * exact * kGravity * seconds * seconds,
                        4e-4 * exact * kGravity * seconds * seconds);
        }
    }
}

TEST_P(PeerRegression, AReleasedBallReachesItsTerminalSpeedAsTheClosedFormSays) {
    const double radius = 0.02, mass = 0.0027, displaced = kWater * sphereVolume(radius);
    const double a = (displaced - mass) / (mass + 0.5 * displaced) * kGravity;
    const auto model = sphereModel(radius, 1280);
    ASSERT_NEAR(dragArea(*model) / (kPi * radius * radius), 0.4391, 5e-4); // exact for a sphere; facets
    const double terminal = std::sqrt((displaced - mass) * kGravity / (0.5 * kWater * dragArea(*model)));
    World& w = makeWorld();
    w.fluid().setMedium(UniformMedium(kWater, 0.0));
    btRigidBody* ball = w.addSphere(radius, mass, btVector3(0, 0, 0));
    w.fluid().addBody(ball, model);
    for (int i = 1; i <= 20; ++i) {
        w.run(1.0 / 60, dt);
        EXPECT_NEAR(velocityOf(w, ball).z(), terminal * std::tanh(a * i / 60.0 / terminal), 1e-3 * terminal);
    }
}

// Lagged explicit added mass blows up beyond a ratio of 1 (gz-sim) or 5.67 (UUV Simulator, MarineGym).
TEST_P(PeerRegression, AThinDiscOf35TimesItsMassInAddedMassNeverGainsEnergy) {
    const auto model = FluidBodyModel::build(makeDisc(0.05, 0.001, 500));
    const FluidBody disc = makeSolidBody(model, 1210.0);
    ASSERT_NEAR(disc.addedMass(kWater).matrix()(5, 5) / disc.mass(), 35.0, 2.0);
    const double weight = (disc.mass() - kWater * model->volume()) * kGravity;
    for (double step : {dt, 1.0 / 20}) {
        World& w = makeWorld();
        w.fluid().setMedium(UniformMedium::water());
        btRigidBody* body = addWetGhost(w, disc, {expSO3({0.5, 0.1, 0.0}), Vector3::Zero()});
        const btFluidBody& wet = *w.fluid().getFluidBody(body);
        double energy = 0.0, gain = 0.0;
        for (double t = 0.0; t < 10.0; t += step) {
            w.run(step, step);
            const double drop = -wet.state().worldFromBody.position.z();
            const double next = kineticEnergy(wet.motion(), wet.state()) - weight * drop;
            gain = std::max(gain, (next - energy) / (weight * drop));
            energy = next;
            ASSERT_LT(velocityOf(w, body).norm(), std::sqrt(2.0 * weight / disc.mass() * drop)) << t;
        }
        EXPECT_LT(gain, 1e-5) << "1/" << 1 / step;
        EXPECT_LT(energy, 0.0);
    }
}

// Stonefish and UUV Simulator sink or yaw. 20 s in water of 1024 kg/m^3: the masses are exact in float.
TEST_P(PeerRegression, ANeutralBodyHoldsItsDepthAndDoesNotYaw) {
    for (const TriangleMesh& mesh : {makeBox({0.5, 0.25, 0.125}, 432), makeEllipsoid({0.2, 0.1, 0.05}, 320)}) {
        World& w = makeWorld();
        w.fluid().setMedium(UniformMedium(1024.0, 1e-3));
        FluidBody body = makeSolidBody(FluidBodyModel::build(mesh), 1024.0);
        btRigidBody* rigid = addWetGhost(w, body, {expSO3({0.3, -0.4, 0.2}), Vector3::Zero()});
        rigid->setActivationState(DISABLE_DEACTIVATION);
        w.run(20.0, dt);
        EXPECT_LT(double(rigid->getCenterOfMassPosition().length()),
                  bulletTolerance(1e-12, 1e-4)); // measured 5e-13, 3e-5
        EXPECT_LT(spinOf(w, rigid).norm(), bulletTolerance(1e-12, 1e-6));
    }
}

// Chrono keeps the added mass in world axes.
TEST_P(PeerRegression, AddedMassTurnsWithTheBody) {
    const Vector3 axes(0.1, 0.1, 0.02);
    const FluidBody body = makeSolidBody(idealModel(makeEllipsoid(axes, 1280)), 1200.0);
    const SpatialInertia exact = analyticEllipsoidAddedMass(axes);
    const double edgewise = body.mass() + kWater * exact.matrix()(3, 3),
                 broadside = body.mass() + kWater * exact.matrix()(5, 5);
    for (bool turned : {false, true})
        for (int axis : {0, 2}) {
            World& w = makeWorld(0.0);
            w.fluid().setMedium(UniformMedium(kWater, 0.0));
            btRigidBody* rigid = addWetGhost(w, body, {expSO3({0.0, turned ? 0.5 * kPi : 0.0, 0.0}), Vector3::Zero()});
            w.run(dt, dt);
            const Vector3 impulse = 2.0 * Vector3::Unit(axis);
            rigid->applyCentralImpulse(btFluidVector(impulse));
            w.run(dt, dt);
            const double inertia = (axis == 2) == turned ? edgewise : broadside;
            EXPECT_LT((velocityOf(w, rigid) - impulse / inertia).norm(), 1e-4 * 2.0 / inertia); // facets
            EXPECT_LT(spinOf(w, rigid).norm() * 0.1, bulletTolerance(1e-9, 1e-5) * 2.0 / inertia);
        }
}

TEST_P(PeerRegression, AnImpulseOnABodyWithItsFluidOffCentreAlsoTurnsIt) {
    const Vector3 axes(0.15, 0.1, 0.05), offset(0.02, 0.05, -0.03), impulse(0.003, -0.005, 0.007);
    FluidBody body = makeSolidBody(idealModel(makeEllipsoid(axes, 1280)), 700.0);
    body.bodyFromMesh.position = offset;
    World& w = makeWorld(0.0);
    w.fluid().setMedium(UniformMedium(kWater, 0.0));
    btRigidBody* rigid = addWetGhost(w, body);
    w.run(dt, dt);
    rigid->applyCentralImpulse(btFluidVector(Vector3(impulse)));
    w.run(dt, dt);
    const Vector3 v = velocityOf(w, rigid), spin = spinOf(w, rigid);
    const Matrix6 added = kWater * analyticEllipsoidAddedMass(axes).matrix();
    const Vector3 fluid = added.bottomRightCorner<3, 3>() * (v + spin.cross(offset));
    const Vector3 dry = body.bodyInertia.matrix().topLeftCorner<3, 3>() * spin;
    const Vector3 angular = dry + added.topLeftCorner<3, 3>() * spin + offset.cross(fluid);
    EXPECT_LT((body.mass() * v + fluid - impulse).norm(), 3e-4 * impulse.norm());
    EXPECT_LT(angular.norm(), 4e-3 * dry.norm());
    EXPECT_GT(spin.norm() * 0.1, 0.1 * v.norm()); // the coupling is large
}

// Scalar added mass (Stonefish) has no Munk moment at all.
TEST_P(PeerRegression, AYawedSpheroidTurnsBroadsideByTheMunkMoment) {
    const Vector3 axes(0.2, 0.1, 0.1);
    const FluidBody body = makeSolidBody(idealModel(makeEllipsoid(axes, 1280)), kWater);
    const Matrix6 added = kWater * analyticEllipsoidAddedMass(axes).matrix();
    const double speed = 0.1, u = speed * std::sqrt(0.5);
    const double expected = (added(5, 5) - added(3, 3)) * u * u / (body.bodyInertia.matrix()(1, 1) + added(1, 1));
    World& w = makeWorld(0.0);
    w.fluid().setMedium(UniformMedium(kWater, 0.0));
    btRigidBody* rigid = addWetGhost(w, body, Pose(), {u, 0.0, u});
    rigid->setActivationState(DISABLE_DEACTIVATION);
    for (int steps : {1, 3}) {
        w.run(steps * dt, dt);
        EXPECT_NEAR(spinOf(w, rigid).y() / (steps == 1 ? dt : 4 * dt), expected, 2e-3 * expected);
    }
    double broadest = 1.0;
    for (int i = 0; i < 20.0 / dt; ++i) {
        w.run(dt, dt);
        const Vector3 axis = btFluidVector(rigid->getCenterOfMassTransform().getBasis().getColumn(0));
        broadest = std::min(broadest, std::abs(axis.dot(Vector3(1.0, 0.0, 1.0).normalized())));
    }
    EXPECT_LT(broadest, 0.02);
}

// Stonefish's factor is not dimensionless: the same spheroid gets 0.147, 0.099, 0.032 at three sizes. With gravity
// scaled like the length, a body of any size sinks in the same time; without viscosity there is no other scale.
TEST_P(PeerRegression, TheSameBodyTenTimesSmallerHasTheSamePath) {
    std::vector<Vector3> path[2];
    for (int small = 0; small < 2; ++small) {
        const double scale = small ? 0.1 : 1.0;
        const auto model = FluidBodyModel::build(makeEllipsoid({scale * 0.3, scale * 0.15, scale * 0.05}, 320));
        World& w = makeWorld(scale * kGravity);
        w.fluid().setMedium(UniformMedium(kWater, 0.0));
        btRigidBody* rigid = addWetGhost(w, makeSolidBody(model, 1300.0), {expSO3({0.7, 0.2, 0.1}), Vector3::Zero()});
        for (int i = 0; i < 30; ++i) {
            w.run(0.1, dt);
            path[small].push_back(btFluidVector(rigid->getCenterOfMassPosition()) / scale);
        }
    }
    double apart = 0.0;
    for (size_t i = 0; i < path[0].size(); ++i)
        apart = std::max(apart, (path[1][i] - path[0][i]).norm());
    EXPECT_LT(apart / path[0].back().norm(), bulletTolerance(1e-12, 1e-6)); // measured 6e-15, 1e-7
}

// MuJoCo clamps the drag of small and slow bodies to zero. A 1 mm sphere at 1 mm/s: 1/v = 1/v0 + k t, k = Cd rho A/(2
// (m + m_f/2)), Cd = 1/2.
TEST_P(PeerRegression, TheWaterBrakesASmallSlowBody) {
    const double radius = 0.0005, v0 = 0.001;
    World& w = makeWorld();
    w.fluid().setMedium(UniformMedium(1024.0, 0.0));
    const auto model = frictionlessModel(makeSphere(radius, 1280));
    btRigidBody* ball = addWetGhost(w, makeSolidBody(model, 1024.0), Pose(), {v0, 0.0, 0.0});
    const double k = 0.5 * dragArea(*model) / (1.5 * sphereVolume(radius));
    for (int i = 1; i <= 2; ++i) {
        w.run(1.0, dt);
        EXPECT_NEAR(velocityOf(w, ball).x(), v0 / (1.0 + k * v0 * i), 5e-3 * v0);
    }
}

TEST_P(PeerRegression, ASmallSlowBodyIsNotStoppedInMidWater) {
    const double radius = 0.0005, v0 = 0.001;
    World& w = makeWorld();
    w.fluid().setMedium(UniformMedium(1024.0, 0.0));
    const auto model = frictionlessModel(makeSphere(radius, 320));
    btRigidBody* ball = addWetGhost(w, makeSolidBody(model, 1024.0), Pose(), {v0, 0.0, 0.0});
    const double k = 0.5 * dragArea(*model) / (1.5 * sphereVolume(radius));
    w.run(10.0, dt);
    EXPECT_NEAR(velocityOf(w, ball).x(), v0 / (1.0 + k * v0 * 10.0), 0.02 * v0);
    EXPECT_NEAR(double(ball->getCenterOfMassPosition().x()), std::log1p(k * v0 * 10.0) / k, 0.02 * v0 * 10.0);
}

TEST_P(PeerRegression, ASmallBubbleRises) {
    const double radius = 0.0005, mass = 0.1 * kWater * sphereVolume(radius), displaced = kWater * sphereVolume(radius);
    const double a = (displaced - mass) / (mass + 0.5 * displaced) * kGravity;
    const auto model = frictionlessModel(makeSphere(radius, 1280));
    const double terminal = std::sqrt((displaced - mass) * kGravity / (0.5 * kWater * dragArea(*model)));
    World& w = makeWorld();
    w.fluid().setMedium(UniformMedium(kWater, 0.0));
    btRigidBody* bubble = addWetGhost(w, makeSolidBodyOfMass(model, mass));
    for (int i = 1; i <= 10; ++i) {
        w.run(dt, dt);
        EXPECT_NEAR(velocityOf(w, bubble).z(), terminal * std::tanh(a * i * dt / terminal), 1e-3 * terminal);
    }
}

} // namespace peer_regression_test
