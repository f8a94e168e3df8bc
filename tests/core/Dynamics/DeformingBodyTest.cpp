// SPDX-License-Identifier: Zlib
// A body with prescribed K(t) and sigma(t) uses the same motion and forces as any other body.
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "MotionSupport.h"
#include "PulsatingEllipsoid.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace deforming_body_test {

using namespace ambient;

namespace {

constexpr double kDensity = 1000.0;

std::shared_ptr<test::PulsatingEllipsoid> pulsating() {
    return std::make_shared<test::PulsatingEllipsoid>(320);
}

KirchhoffMotion motionOf(std::shared_ptr<const test::PulsatingEllipsoid> shape, ForceSet forces = {},
                         const UniformMedium& medium = UniformMedium(kDensity, 0.0)) {
    return {test::deformingBody(std::move(shape)), std::make_shared<UniformMedium>(medium), std::move(forces),
            Vector3::Zero()};
}

/// State without momentum, at rest but for the change of shape.
FluidBodyState withoutMomentum() {
    return {};
}

double displacementIn(const KirchhoffMotion& motion, const IntegratorOptions& options, int calls, double duration,
                      LoadHistory* history = nullptr, int* continued = nullptr) {
    FluidBodyState state = withoutMomentum();
    for (int i = 0; i < calls; ++i) {
        const IntegrationReport report = integrate(motion, state, duration / calls, options, history);
        if (continued) *continued += report.isExtrapolated;
    }
    return state.worldFromBody.position.x();
}

} // namespace

TEST(DeformingBody, SwimsInAPerfectFluidAsSaffmansFormulaSays) {
    const auto shape = pulsating();
    const KirchhoffMotion motion = motionOf(shape);
    const double period = 2.0 * kPi / test::PulsatingEllipsoid::kFrequency;
    const double exact = shape->displacement(kDensity, period);
    EXPECT_GT(std::abs(exact), 0.1 * shape->stroke); // the body swims
    IntegratorOptions options;
    options.tolerance = 1e-9;
    EXPECT_NEAR(displacementIn(motion, options, 12, period), exact, 1e-8);
    EXPECT_NEAR(displacementIn(motion, {}, 240, period), exact, 1e-6);

    // Without pulse the strokes cancel.
    const auto rigidShell = pulsating();
    rigidShell->pulse.setZero();
    EXPECT_NEAR(displacementIn(motionOf(rigidShell), options, 12, period), 0.0, 1e-9);
}

TEST(DeformingBody, EveryMethodConvergesWithItsOrder) {
    const auto shape = pulsating();
    const KirchhoffMotion motion = motionOf(shape);
    const double exact = shape->displacement(kDensity, 0.4);
    const auto error = [&](Integrator method, int steps) {
        IntegratorOptions options;
        options.method = method;
        options.maxSubstep = 0.4 / steps;
        return std::abs(displacementIn(motion, options, 1, 0.4) - exact);
    };
    const double euler = std::log2(error(Integrator::SymplecticEuler, 64) / error(Integrator::SymplecticEuler, 128));
    const double kutta = std::log2(error(Integrator::RungeKutta4, 8) / error(Integrator::RungeKutta4, 16));
    EXPECT_NEAR(euler, 1.0, 0.1);
    EXPECT_NEAR(kutta, 4.0, 0.4);
}

TEST(DeformingBody, ConservesTheSixMomentaOfBodyAndFluid) {
    // The total momentum about a fixed point: the loads of a perfect fluid on a free body do not change it.
    test::Random random(11);
    const KirchhoffMotion motion = motionOf(pulsating());
    for (int i = 0; i < 5; ++i) {
        FluidBodyState state = makeState(motion, {random.rotation(), random.vector()}, random.twist(3.0, 1.0), 0.2);
        const auto aboutOrigin = [](const FluidBodyState& s) {
            return Vector3(s.momentum.angular + s.worldFromBody.position.cross(s.momentum.linear));
        };
        const Vector3 linear = state.momentum.linear, angular = aboutOrigin(state);
        for (int step = 0; step < 60; ++step)
            integrate(motion, state, 1.0 / 60);
        EXPECT_LT((state.momentum.linear - linear).norm(), 1e-12 * linear.norm());
        EXPECT_LT((aboutOrigin(state) - angular).norm(), 1e-11 * angular.norm());
        EXPECT_GT((twistInWorld(motion, state).angular).norm(), 0.1);
    }
}

TEST(DeformingBody, LoadsAreExtrapolatedWithTheChangeOfShape) {
    const auto shape = pulsating();
    const KirchhoffMotion motion = motionOf(shape);
    LoadHistory history;
    int continued = 0;
    IntegratorOptions options;
    options.tolerance = 1e-4;
    const double there = displacementIn(motion, options, 480, 1.0, &history, &continued);
    EXPECT_GT(continued, 400);
    EXPECT_NEAR(there, shape->displacement(kDensity, 1.0), 1e-5);
}

TEST(DeformingBody, ForcesSeeTheVelocityOfTheFaces) {
    // A shell moving steadily relative to the core is dragged as a rigid body of this velocity.
    const auto shape = pulsating(), still = pulsating();
    for (test::PulsatingEllipsoid* each : {shape.get(), still.get()}) {
        each->pulse.setZero();
        each->stroke = 0.0;
    }
    shape->speed = 0.7;
    const ForceSet forces = ForceSet::surfacePressure();
    const UniformMedium water(kDensity, 1e-3);
    const KirchhoffMotion moving = motionOf(shape, forces, water), rigid = motionOf(still, forces, water);
    FluidBodyState core; // the core at rest
    core.momentum = makeState(moving, Pose(), Twist(), 0.0).momentum;
    const FluidBodyState whole = makeState(rigid, Pose(), {Vector3::Zero(), {0.7, 0.0, 0.0}}, 0.0);
    const Wrench a = ambient::loads(moving, core).dissipative, b = ambient::loads(rigid, whole).dissipative;
    EXPECT_LT(b.linear.x(), -1.0);
    EXPECT_LT((a - b).vector().norm(), 1e-12 * b.vector().norm());
    EXPECT_LT(relativeTwist(moving, core).vector().norm(), 1e-12);
}

TEST(DeformingBody, ReadsOutItsMomentumAndVolume) {
    const auto shape = pulsating();
    const KirchhoffMotion motion = motionOf(shape, ForceSet::surfacePressure(), UniformMedium(kDensity, 1e-3));
    const FluidBodyState state = makeState(motion, Pose(), {{0.1, 0.2, 0.3}, {1.0, 0.0, -0.5}}, 0.3);
    const FluidReadout out = readOut(motion, state);
    EXPECT_LT((out.momentum - state.momentum).vector().norm(), 1e-12 * state.momentum.vector().norm());
    const Vector3 axes = shape->semiAxes(0.3);
    EXPECT_NEAR(out.submergedVolume / (4.0 / 3.0 * kPi * axes.prod()), 1.0, 0.03); // 320 flat faces
}

} // namespace deforming_body_test
