// SPDX-License-Identifier: Zlib
// Stiff drag: the way does not depend on the step, from a bacterium to a ball, in any fluid.
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include "../TestBodies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace stiff_drag_test {

using namespace ambient;
using namespace test;

namespace {

const Vector3 kGravity(0.0, 0.0, -9.81);

KirchhoffMotion sphereIn(double diameter, double density, const UniformMedium& medium) {
    static std::map<double, std::shared_ptr<const FluidBodyModel>> models;
    auto& model = models[diameter];
    if (!model) model = FluidBodyModel::build(makeSphere(0.5 * diameter, 320));
    return KirchhoffMotion(makeSolidBody(model, density), std::make_shared<UniformMedium>(medium),
                           ForceSet::surfacePressure(), kGravity);
}

struct Fall {
    double way, speed;
    int substeps;
};

Fall fall(const KirchhoffMotion& motion, double seconds, double step,
          Integrator method = Integrator::AdaptiveRungeKutta) {
    FluidBodyState state = makeState(motion, Pose(), Twist(), 0.0);
    IntegratorOptions options;
    options.method = method;
    LoadHistory history;
    Fall result{0.0, 0.0, 0};
    const int steps = static_cast<int>(std::lround(seconds / step));
    for (int i = 0; i < steps; ++i)
        result.substeps += integrate(motion, state, step, options, &history).substeps;
    result.way = state.worldFromBody.position.z();
    result.speed = twistInWorld(motion, state).linear.z();
    return result;
}

} // namespace

// Measured: 7.5e-4 of the way at most, of a 1 cm ball in castor oil.
TEST(StiffDrag, TheWayDoesNotDependOnTheStep) {
    const UniformMedium water = UniformMedium::water(), air = UniformMedium::air();
    for (const UniformMedium& medium : {air, water, honey(), castorOil(), UniformMedium(1000.0, 1000.0)})
        for (const double diameter : {1e-6, 1e-4, 1e-3, 1e-2, 0.1}) {
            const KirchhoffMotion motion = sphereIn(diameter, 2500.0, medium);
            const Fall reference = fall(motion, 0.4, 1.0 / 1000.0);
            for (const double step : {1.0 / 30.0, 1.0 / 60.0}) {
                const Fall is = fall(motion, 0.4, step);
                EXPECT_NEAR(is.way / reference.way, 1.0, 1e-3) << diameter << " " << medium.dynamicViscosity();
                EXPECT_NEAR(is.speed / reference.speed, 1.0, 1e-3) << diameter << " " << medium.dynamicViscosity();
            }
        }
}

// Stokes' speed within the .2 % of the mesh's resistance, whatever the stiffness: decay over the step up to 1e7.
TEST(StiffDrag, EndSpeedsAreThoseOfStokes) {
    const UniformMedium water = UniformMedium::water();
    for (const double diameter : {1e-7, 1e-6, 1e-5}) {
        const KirchhoffMotion motion = sphereIn(diameter, 1100.0, water);
        const double stokes =
            (water.density() - 1100.0) * 9.81 * diameter * diameter / (18.0 * water.dynamicViscosity());
        EXPECT_NEAR(fall(motion, 0.1, 1.0 / 60.0).speed / stokes, 1.0, 3e-3);
        EXPECT_NEAR(fall(motion, 0.1, 1.0 / 60.0, Integrator::DampedEuler).speed / stokes, 1.0, 3e-3);
        EXPECT_LE(fall(motion, 0.1, 1.0 / 60.0).substeps, 12);
    }
}

TEST(StiffDrag, NoBodyExplodesInAnyViscosity) {
    Random random(3);
    const auto model = FluidBodyModel::build(makeBox(Vector3(0.02, 0.01, 0.005), 192));
    for (const double viscosity : {1e-3, 1.0, 1e3})
        for (const Integrator method : {Integrator::AdaptiveRungeKutta, Integrator::DampedEuler}) {
            const KirchhoffMotion motion(makeSolidBody(model, 2000.0),
                                         std::make_shared<UniformMedium>(1000.0, viscosity),
                                         ForceSet::surfacePressure(), kGravity);
            FluidBodyState state =
                makeState(motion, Pose(), Twist(200.0 * random.vector(), 20.0 * random.vector()), 0.0);
            IntegratorOptions options;
            options.method = method;
            double energy = kineticEnergy(motion, state);
            const double first = energy;
            for (int i = 0; i < 30; ++i) {
                ASSERT_TRUE(integrate(motion, state, 1.0 / 60.0, options).finite);
                energy = kineticEnergy(motion, state);
                EXPECT_LT(energy, first);
            }
            EXPECT_LT(energy, 1e-3 * first) << viscosity;
        }
}

// A screw of the coupling: the twisted plate turns as it falls, both at their end speeds after one step.
TEST(StiffDrag, ABodyOfAnyShapeReachesTheBalanceOfItsLoads) {
    TriangleMesh mesh = makeBox(Vector3(1e-4, 4e-5, 2e-5), 192);
    for (Vector3& p : mesh.vertices) {
        const double angle = 1e4 * p.x();
        p = Vector3(p.x(), std::cos(angle) * p.y() - std::sin(angle) * p.z(),
                    std::sin(angle) * p.y() + std::cos(angle) * p.z());
    }
    const KirchhoffMotion motion(makeSolidBody(FluidBodyModel::build(mesh), 1050.0),
                                 std::make_shared<UniformMedium>(honey()), ForceSet::surfacePressure(), kGravity);
    FluidBodyState state = makeState(motion, Pose(), Twist(), 0.0);
    for (int i = 0; i < 3; ++i)
        integrate(motion, state, 1.0 / 60.0);
    const Loads at = loads(motion, state);
    EXPECT_LT(at.total().linear.norm(), 1e-6 * at.other.linear.norm());
    EXPECT_LT(at.total().angular.norm(), 1e-6 * at.dissipative.linear.norm() * 1e-4);
    EXPECT_GT(std::fabs(twistInWorld(motion, state).angular.norm()), 0.0);
}

TEST(StiffDrag, WithoutViscosityThePathIsThatOfTheEarlierLawToTheBit) {
    const auto model = FluidBodyModel::build(makeBox(Vector3(0.2, 0.1, 0.05), 192));
    const auto medium = std::make_shared<UniformMedium>(1000.0, 0.0);
    FluidBodyState ends[2];
    int k = 0;
    for (const ForceSet& set : {ForceSet::surfacePressure(), ForceSet::surface2026b()}) {
        const KirchhoffMotion motion(makeSolidBody(model, 2000.0), medium, set, kGravity);
        FluidBodyState state = makeState(motion, Pose(), Twist(Vector3(1.0, 2.0, 3.0), Vector3(0.1, 0.0, 0.2)), 0.0);
        LoadHistory history;
        for (int i = 0; i < 60; ++i)
            integrate(motion, state, 1.0 / 60.0, {}, &history);
        ends[k++] = state;
    }
    EXPECT_EQ(ends[0].worldFromBody, ends[1].worldFromBody);
    EXPECT_EQ(ends[0].momentum.vector(), ends[1].momentum.vector());
}

} // namespace stiff_drag_test
