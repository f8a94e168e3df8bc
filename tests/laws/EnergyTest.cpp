// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace energy_test {

using namespace ambient;

namespace {

/// Round, flat, sharp, edged and long bodies, smooth and with delayed separation.
std::vector<std::shared_ptr<const FluidBodyModel>> bodies() {
    std::vector<std::shared_ptr<const FluidBodyModel>> models;
    FluidBodyDef delayed;
    delayed.separationAngle = 0.75 * kPi;
    for (const TriangleMesh& mesh : {makeSphere(0.1, 80), makeDisc(0.1, 0.004, 200), makeCone(0.1, 0.2, 200),
                                     makeBox({0.1, 0.2, 0.05}, 108), makeEllipsoid({0.2, 0.05, 0.02}, 180)}) {
        models.push_back(FluidBodyModel::build(mesh));
        models.push_back(FluidBodyModel::build(mesh, delayed));
    }
    return models;
}

} // namespace

TEST(Energy, NeverGrowsWithoutGravityWhateverBodyStepAndSpeed) {
    // Body densities 0.1 to 1e4 kg/m^3 (added to own mass up to 5000), dt 1/400 to 1/20 s, 1 mm/s to 300 m/s, up to
    // 1000 rad/s. The energy may grow by the integrator's tolerance: measured 1.5e-5 in one step over 3000 such cases.
    const auto models = bodies();
    test::Random random(1);
    for (int i = 0; i < 300; ++i) {
        const auto& model = models[random.integer(0, static_cast<int>(models.size()) - 1)];
        const FluidBody body = makeSolidBody(model, std::pow(10.0, random.uniform(-1.0, 4.0)));
        const double dt = random.uniform(1.0 / 400, 1.0 / 20);
        const UniformMedium medium = random.integer(0, 1) == 0 ? UniformMedium::air() : UniformMedium::water();
        const ForceSet forces = i % 2 == 0 ? ForceSet::paper001() : ForceSet::surfacePressure();
        const KirchhoffMotion equations(body, std::make_shared<UniformMedium>(medium), forces, Vector3::Zero());
        const double speed = std::pow(10.0, random.uniform(-3.0, 2.5)),
                     spin = std::pow(10.0, random.uniform(-3.0, 3.0));
        FluidBodyState state = makeState(equations, {random.rotation(), Vector3::Zero()},
                                         {spin * random.direction(), speed * random.direction()}, 0.0);
        double energy = kineticEnergy(equations, state);
        for (int step = 0; step < 20; ++step) {
            ASSERT_TRUE(integrate(equations, state, dt).finite) << "case " << i << ", step " << step;
            const double next = kineticEnergy(equations, state);
            ASSERT_LE(next, energy * (1.0 + 5e-5)) << "case " << i << ", step " << step;
            energy = next;
        }
    }
}

TEST(Energy, ADampedStepBrakesToRestAndNeverBeyond) {
    // A sphere a thousand times lighter than its water, in steps a thousand times too long for its drag.
    const KirchhoffMotion equations(makeSolidBody(FluidBodyModel::build(makeSphere(0.1, 80)), 1.0),
                                    std::make_shared<UniformMedium>(UniformMedium::water()), ForceSet::named("default"),
                                    Vector3::Zero());
    FluidBodyState state = makeState(equations, Pose(), {Vector3::Zero(), {100.0, 0.0, 0.0}}, 0.0);
    IntegratorOptions options;
    options.maxSubsteps = 0; // damped steps only
    for (int step = 0; step < 20; ++step) {
        const double before = twistInWorld(equations, state).linear.x();
        EXPECT_TRUE(integrate(equations, state, 0.05, options).exhausted);
        EXPECT_LE(twistInWorld(equations, state).linear.x(), before);
        EXPECT_GE(twistInWorld(equations, state).linear.x(), 0.0);
    }
    EXPECT_LT(twistInWorld(equations, state).linear.x(), 1.0); // quadratic drag: about 2 L/t
}

} // namespace energy_test
