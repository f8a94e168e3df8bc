// SPDX-License-Identifier: Zlib
// Motion with locked axes, and without loads, as needed by a binding around contacts.
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MotionSupport.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace locked_axes_test {

using namespace ambient;

namespace {

/// A body whose K couples all axes, in water without viscosity.
KirchhoffMotion coupledBody(const UniformMedium& medium = UniformMedium(1000.0, 0.0)) {
    FluidBodyDef def;
    def.pressureScale = 0.0;
    static const auto model = FluidBodyModel::build(makeEllipsoid({0.3, 0.2, 0.1}, 180), def);
    FluidBody body = makeSolidBody(model, 700.0);
    body.bodyFromMesh.position = {0.05, -0.03, 0.02}; // an offset centre of mass
    return {body, std::make_shared<UniformMedium>(medium), ForceSet(), Vector3::Zero()};
}

LockedAxes randomLocks(test::Random& random) {
    LockedAxes axes;
    for (int k = 0; k < 3; ++k) {
        axes.angular[k] = random.integer(0, 1) == 1;
        axes.linear[k] = random.integer(0, 1) == 1;
    }
    return axes;
}

} // namespace

TEST(LockedAxes, TheVelocityIsThatOfTheReducedInertia) {
    test::Random random(4);
    KirchhoffMotion equations = coupledBody(UniformMedium(1000.0, 0.0).movingAt({0.5, -0.2, 0.3}));
    for (int i = 0; i < 100; ++i) {
        const LockedAxes axes = randomLocks(random);
        equations.setLockedAxes(axes);
        FluidBodyState state;
        state.worldFromBody.orientation = random.rotation();
        state.momentum = {10.0 * random.vector(), 10.0 * random.vector()};
        const Twist twist = twistInWorld(equations, state);
        // K (twist - U) = momentum + reaction: no velocity along locked axes, no reaction along free axes.
        const Momentum reaction = makeState(equations, state.worldFromBody, twist, 0.0).momentum - state.momentum;
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(axes.angular[k] ? twist.angular[k] : reaction.angular[k], 0.0, 1e-13);
            EXPECT_NEAR(axes.linear[k] ? twist.linear[k] : reaction.linear[k], 0.0, 1e-13); // measured 2e-14
        }
    }
}

TEST(LockedAxes, FreeFlightKeepsEnergyWithEveryIntegratorAsWellAsItsOrderAllows) {
    test::Random random(8);
    for (const auto& [method, tolerance] :
         {std::pair(Integrator::AdaptiveRungeKutta, 2e-5), std::pair(Integrator::RungeKutta4, 2e-8)}) {
        for (int i = 0; i < 20; ++i) {
            KirchhoffMotion equations = coupledBody();
            equations.setLockedAxes(randomLocks(random));
            FluidBodyState state;
            state.worldFromBody.orientation = random.rotation();
            state.momentum = {5.0 * random.vector(), 50.0 * random.vector()};
            state.momentum = test::admissible(equations, state);
            const double energy = kineticEnergy(equations, state);
            IntegratorOptions options;
            options.method = method;
            options.maxSubstep = 1e-3;
            for (int step = 0; step < 10; ++step)
                ASSERT_TRUE(integrate(equations, state, 0.02, options).finite);
            EXPECT_NEAR(kineticEnergy(equations, state), energy, tolerance * energy + 1e-15);
        }
    }
}

TEST(LockedAxes, ABodyThatMayOnlyTurnAboutOneAxisTurnsUniformly) {
    KirchhoffMotion equations = coupledBody();
    LockedAxes hinge;
    hinge.linear[0] = hinge.linear[1] = hinge.linear[2] = hinge.angular[0] = hinge.angular[2] = true;
    equations.setLockedAxes(hinge);
    FluidBodyState state =
        makeState(equations, {expSO3({0.0, 0.4, 0.0}), Vector3::Zero()}, {{0.0, 3.0, 0.0}, Vector3::Zero()}, 0.0);
    integrate(equations, state, 1.0);
    EXPECT_NEAR(twistInWorld(equations, state).angular.y(), 3.0, 1e-4); // tolerance 1e-5 a substep
    EXPECT_LT(logSO3(expSO3({0.0, 0.4 + 3.0 - 2.0 * kPi, 0.0}).conjugate() * state.worldFromBody.orientation).norm(),
              1e-4);
    EXPECT_LT(state.worldFromBody.position.norm(), 1e-12);
}

TEST(LockedAxes, NothingMovesABodyAlongThemWhateverTheIntegrator) {
    LockedAxes rail; // free along x and about y
    rail.linear[1] = rail.linear[2] = rail.angular[0] = rail.angular[2] = true;
    IntegratorOptions options;
    options.maxSubstep = 1e-2; // a screw of this length leaves the rail by 5 mm in the second
    options.userWrench = {{0.3, 0.2, -0.1}, {4.0, 5.0, -6.0}};
    for (Integrator method : {Integrator::SymplecticEuler, Integrator::ImplicitMidpoint, Integrator::RungeKutta4,
                              Integrator::AdaptiveRungeKutta, Integrator::DampedEuler}) {
        KirchhoffMotion equations = coupledBody(UniformMedium(1000.0, 0.0).movingAt({0.0, 0.2, 0.1}));
        equations.setLockedAxes(rail);
        FluidBodyState state = makeState(equations, {}, {{0.0, 1.0, 0.0}, {0.5, 0.0, 0.0}}, 0.0);
        options.method = method;
        for (int step = 0; step < 50; ++step)
            ASSERT_TRUE(integrate(equations, state, 0.02, options).finite);
        const Vector3 turn = logSO3(state.worldFromBody.orientation), place = state.worldFromBody.position;
        EXPECT_LT(std::hypot(turn.x(), turn.z()), 1e-12) << static_cast<int>(method);
        EXPECT_LT(std::hypot(place.y(), place.z()), 1e-12) << static_cast<int>(method);
        EXPECT_GT(place.x(), 0.4) << static_cast<int>(method);
    }
}

TEST(FreeMotion, KeepsEnergyAndSpatialMomentumWhateverTheDuration) {
    test::Random random(12);
    const KirchhoffMotion equations = coupledBody();
    for (int i = 0; i < 100; ++i) {
        FluidBodyState state;
        state.worldFromBody = {random.rotation(), random.vector()};
        const double size = std::pow(10.0, random.uniform(-3.0, 3.0));
        state.momentum = {size * random.vector(), size * random.vector()};
        const FluidBodyState end = test::freeMotion(equations, state, random.uniform(0.001, 0.05));
        const double energy = kineticEnergy(equations, state);
        EXPECT_NEAR(kineticEnergy(equations, end), energy, 1e-11 * energy); // measured 2e-13
        const Vector3 travel = end.worldFromBody.position - state.worldFromBody.position;
        const Vector3 spatial = end.momentum.angular + travel.cross(end.momentum.linear);
        EXPECT_LT((end.momentum.linear - state.momentum.linear).norm(), 1e-11 * size);
        EXPECT_LT((spatial - state.momentum.angular).norm(), 1e-11 * size * (1.0 + travel.norm()));
    }
}

TEST(FreeMotion, IsSecondOrderAccurate) {
    const KirchhoffMotion equations = coupledBody();
    const FluidBodyState start =
        makeState(equations, {expSO3({0.3, 0.2, 0.1}), Vector3::Zero()}, {{1.0, 2.0, -1.0}, {0.4, 0.3, -0.2}}, 0.0);
    double errors[2];
    for (int halved = 0; halved < 2; ++halved) {
        const double duration = halved ? 0.01 : 0.02; // one step of the rule each
        FluidBodyState exact = start;
        IntegratorOptions tight;
        tight.tolerance = 1e-12;
        tight.maxSubsteps = 1 << 20;
        integrate(equations, exact, duration, tight);
        const FluidBodyState end = test::freeMotion(equations, start, duration);
        errors[halved] = logSO3(end.worldFromBody.orientation.conjugate() * exact.worldFromBody.orientation).norm();
    }
    EXPECT_NEAR(errors[0] / errors[1], 8.0, 0.2); // the error of one step is third order
}

} // namespace locked_axes_test
