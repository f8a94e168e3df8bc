// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace moving_medium_test {

using namespace ambient;

namespace {

constexpr double kWater = 1000.0;

std::shared_ptr<const FluidBodyModel> sphere() {
    static const auto model = FluidBodyModel::build(makeSphere(0.1, 320));
    return model;
}

double addedMass() {
    return kWater * sphere()->addedMassPerDensity().matrix()(3, 3);
}

} // namespace

TEST(MovingMedium, AnIdealFluidThatOscillatesMovesASphereByThreeDensitiesOverTwiceItsOwnAndOne) {
    constexpr double amplitude = 0.3, omega = 5.0, duration = 4.0;
    const auto water = std::make_shared<UniformMedium>(UniformMedium(kWater, 0.0).movingAs([](double t) {
        return UniformFlow{Vector3(amplitude * omega * std::cos(omega * t), 0.0, 0.0),
                           Vector3(-amplitude * omega * omega * std::sin(omega * t), 0.0, 0.0)};
    }));
    for (const double density : {50.0, 500.0, 1000.0, 2500.0, 8000.0}) {
        const KirchhoffMotion equations(makeSolidBody(sphere(), density), water, ForceSet::uwrbd(0.0), Vector3::Zero());
        const double law = 3.0 * kWater / (2.0 * density + kWater);
        FluidBodyState state =
            makeState(equations, Pose(), {Vector3::Zero(), {law * amplitude * omega, 0.0, 0.0}}, 0.0);
        double largest = 0.0;
        for (int i = 1; i <= 80; ++i) {
            integrate(equations, state, duration / 80);
            const double x = law * amplitude * std::sin(omega * state.time);
            largest = std::max(largest, std::abs(state.worldFromBody.position.x() - x));
        }
        EXPECT_LT(largest, 4e-3 * law * amplitude) << density; // 3.3e-3 of the lightest: the mesh's added mass
    }
}

TEST(MovingMedium, ANeutralSphereReachesACurrentAsQuadraticDragHasIt) {
    // M du/dt = rho Cd A (U - u)^2 / 2: u / U = 1 - 1 / (1 + t / tau), tau = 2 M / (rho Cd A U). Without viscosity this
    // is the only drag.
    constexpr double speed = 2.0;
    const auto current = std::make_shared<UniformMedium>(UniformMedium(kWater, 0.0).movingAt({speed, 0.0, 0.0}));
    const KirchhoffMotion equations(makeSolidBody(sphere(), kWater), current, ForceSet::surfacePressure(),
                                    {0, 0, -9.81});
    FluidBodyState state = makeState(equations, Pose(), {}, 0.0);
    const double drag = loads(equations, state, {}).total().linear.x();
    const double tau = (equations.body().mass() + addedMass()) * speed / drag;
    for (const double until : {0.3, 1.0, 3.0, 30.0}) {
        while (state.time < until * tau - 1e-9)
            integrate(equations, state, std::min(0.1, until * tau - state.time));
        EXPECT_NEAR(twistInWorld(equations, state).linear.x() / speed, 1.0 - 1.0 / (1.0 + until), 1e-6);
    }
}

} // namespace moving_medium_test
