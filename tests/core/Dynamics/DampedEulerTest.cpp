// SPDX-License-Identifier: Zlib
#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MotionSupport.h"

#include <gtest/gtest.h>

namespace damped_euler_test {

using namespace ambient;

namespace {

constexpr double kWater = 1000.0, kGravity = 9.81;

IntegratorOptions dampedEuler() {
    IntegratorOptions options;
    options.method = Integrator::DampedEuler;
    return options;
}

KirchhoffMotion sinking(double density) {
    static const auto model = FluidBodyModel::build(makeEllipsoid({0.10, 0.06, 0.03}, 180));
    return {makeSolidBody(model, density), std::make_shared<UniformMedium>(kWater, 1e-3), ForceSet::surfacePressure(),
            Vector3(0, 0, -kGravity)};
}

} // namespace

TEST(DampedEuler, NeverGainsEnergyInStillWaterWhateverTheBodyWeighsAtATwentiethOfASecond) {
    // A first-order step may miss the loss of a body falling into the water: measured 1.3e-4 of its energy.
    const auto water = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, 1e-3), nullptr,
                                                       std::make_shared<FlatSurface>(0.0));
    test::Random random(4);
    for (const TriangleMesh& mesh :
         {makeSphere(0.1, 180), makePlate({1, 1, 0.02}, 192), makeCylinder(0.29, 0.88, 192)}) {
        const auto full = FluidBodyModel::build(mesh);
        const auto model = reduceModel(*full, 24).model;
        for (const double density : {0.5, 10.0, 100.0, 500.0, 1000.0, 8000.0}) { // added mass up to 1000 times the own
            FluidBody body = makeSolidBody(full, density);
            body.model = model;
            const KirchhoffMotion equations(body, water, ForceSet::surfacePressure(), Vector3(0, 0, -kGravity));
            for (int run = 0; run < 3; ++run) {
                const Vector3 position(0, 0, random.uniform(-1.0, 1.0) * full->length());
                FluidBodyState s =
                    makeState(equations, {random.rotation(), position}, random.twist(5.0, run == 0 ? 20.0 : 3.0), 0.0);
                const double start = test::energyAfloat(equations, s, kWater);
                const double scale = kineticEnergy(equations, s) + body.mass() * kGravity * full->length();
                for (int i = 0; i < 60; ++i) {
                    ASSERT_TRUE(integrate(equations, s, 1.0 / 20, dampedEuler()).finite);
                    ASSERT_LT(test::energyAfloat(equations, s, kWater) - start, 5e-4 * scale)
                        << density << " kg/m^3, step " << i;
                }
            }
        }
    }
}

TEST(DampedEuler, BobbingAndRollingWithoutDragDoesNotGrowOverAThousandCycles) {
    const auto water = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, 1e-3), nullptr,
                                                       std::make_shared<FlatSurface>(0.0));
    FluidBodyDef ideal;
    ideal.pressureScale = ideal.frictionScale = 0.0;
    const auto full = FluidBodyModel::build(makeCylinder(0.29, 0.88, 192), ideal);
    FluidBody body = makeSolidBody(full, 400.0);
    body.model = reduceModel(*full, 24).model;
    const KirchhoffMotion equations(body, water, ForceSet::surfacePressure(), Vector3(0, 0, -kGravity));
    FluidBodyState s = makeState(equations, {expSO3({1.4, 0.1, 0.0}), Vector3(0, 0, 0.1)}, Twist(), 0.0);
    const auto mostIn = [&](int steps) {
        double most = -1e300;
        for (int i = 0; i < steps; ++i) {
            integrate(equations, s, 1.0 / 30, dampedEuler());
            most = std::max(most, test::energyAfloat(equations, s, kWater));
        }
        return most;
    };
    double most = mostIn(300);
    for (int i = 0; i < 100; ++i) {
        const double next = mostIn(300); // about ten cycles
        EXPECT_LE(next, most);
        most = next;
    }
}

TEST(DampedEuler, ConvergesToTheExactMotionInFirstOrder) {
    const KirchhoffMotion equations = sinking(3000.0);
    const auto endAfter = [&](double dt, const IntegratorOptions& options) {
        FluidBodyState s = makeState(equations, {expSO3({0.3, 0.2, 0.1}), Vector3::Zero()}, Twist(), 0.0);
        for (int i = 0; i < std::lround(0.4 / dt); ++i)
            integrate(equations, s, dt, options);
        return s.worldFromBody.position;
    };
    const Vector3 exact = endAfter(0.01, {});
    const double coarse = (endAfter(0.01, dampedEuler()) - exact).norm();
    const double fine = (endAfter(0.005, dampedEuler()) - exact).norm();
    EXPECT_NEAR(coarse / fine, 2.0, 0.3);
    EXPECT_LT(coarse, 0.03 * exact.norm()); // measured 0.016
}

TEST(DampedEuler, FreeMotionKeepsLinearMomentumToRoundingAndDoesNotGainEnergy) {
    static const auto model = FluidBodyModel::build(makeEllipsoid({0.10, 0.06, 0.03}, 180));
    const KirchhoffMotion equations(makeSolidBody(model, 2000.0), nullptr, ForceSet::surfacePressure(),
                                    Vector3::Zero());
    FluidBodyState s = makeState(equations, Pose(), {{3.0, 1.0, -2.0}, {1.0, -2.0, 0.5}}, 0.0);
    const FluidBodyState start = s;
    for (int i = 0; i < 300; ++i)
        integrate(equations, s, 1.0 / 60, dampedEuler());
    EXPECT_LT((s.momentum.linear - start.momentum.linear).norm(), 1e-3 * start.momentum.linear.norm());
    const double kept = kineticEnergy(equations, s) / kineticEnergy(equations, start);
    EXPECT_LE(kept, 1.0 + 1e-12);
    EXPECT_GT(kept, 0.99);
}

TEST(DampedEuler, AFloatingBarrelCostsOneEvaluationAStep) {
    const auto water = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, 1e-3), nullptr,
                                                       std::make_shared<FlatSurface>(0.0));
    const auto model = FluidBodyModel::build(makeCylinder(0.29, 0.88, 192));
    const KirchhoffMotion equations(makeSolidBody(model, 300.0), water, ForceSet::surfacePressure(),
                                    Vector3(0, 0, -kGravity));
    FluidBodyState s = makeState(equations, {expSO3({1.2, 0.1, 0.0}), Vector3(0, 0, 0.1)}, Twist(), 0.0);
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(integrate(equations, s, 1.0 / 60, dampedEuler()).evaluations, 1);
    EXPECT_LT(relativeTwist(equations, s).vector().norm(), 3.0);
}

} // namespace damped_euler_test
