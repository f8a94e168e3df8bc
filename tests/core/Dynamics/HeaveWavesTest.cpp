// SPDX-License-Identifier: Zlib
// The oscillator of a body's radiated waves, against its formulas, exact values and the exponential law.
#include "AmbientFluid/Dynamics/HeaveWaves.h"
#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <complex>

namespace heave_waves_test {
namespace {

using namespace ambient;

constexpr double kG = 9.81, kRho = 1000.0;

/// A body of radius 1 m, half under water: displaced volume and added mass A_inf over the density.
Waterplane circle(double volume, double addedVolume) {
    Waterplane plane;
    plane.area = kPi;
    plane.density = kRho;
    plane.mass = kRho * (volume + addedVolume);
    plane.gravity = kG;
    return plane;
}
Waterplane hemisphereCut() {
    return circle(2.0 * kPi / 3.0, kPi / 3.0);
}

/// The frequency law behind the oscillator: B = 1/2 rho S^2 w k exp(-2 k d).
double haskind(const Waterplane& plane, double depth, double frequency) {
    const double k = frequency * frequency / plane.gravity;
    return 0.5 * plane.density * plane.area * plane.area * frequency * k * std::exp(-2.0 * k * depth);
}

using Model = std::shared_ptr<const FluidBodyModel>;

Waterplane cutOf(const Model& model, const Pose& pose, double above = 0.0) {
    std::shared_ptr<const UniformMedium> upper;
    if (above > 0.0) upper = std::make_shared<UniformMedium>(above, 1e-5);
    const auto sea = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kRho, 1e-3), upper,
                                                     std::make_shared<FlatSurface>(0.0));
    const KirchhoffMotion motion(makeSolidBody(model, 500.0), sea, ForceSet::named("default"), {0, 0, -kG});
    Evaluation at;
    motion.evaluate(pose, 0.0, at);
    return findWaterplane(at.fluid(), motion.body().bodyFromMesh, motion.gravity());
}

} // namespace

TEST(HeaveWaves, TheDampingOfAHemisphereIsThatOfLinearTheory) {
    const Waterplane plane = hemisphereCut();
    const HeaveWaveLaw law(plane);
    const double displaced = kRho * 2.0 * kPi / 3.0;
    // Hulme's values of B / (displaced mass times w) at k a, 3 to 36 % off.
    const double exact[][2] = {{0.1, 0.182}, {0.3, 0.325}, {0.5, 0.339}, {0.9, 0.269}, {1.4, 0.176}};
    for (const auto& [ka, damping] : exact) {
        const double w = std::sqrt(ka * kG);
        EXPECT_NEAR(haskind(plane, law.depth, w) / (displaced * w), damping, 0.065) << ka; // .064 at 1.4
    }
    EXPECT_NEAR(haskind(plane, law.depth, std::sqrt(0.3 * kG)) / (displaced * std::sqrt(0.3 * kG)), 0.343, 5e-4);
}

TEST(HeaveWaves, TheOscillatorFollowsTheFormulaNearResonance) {
    const Waterplane plane = hemisphereCut();
    const HeaveWaveLaw law(plane);
    const double peak = haskind(plane, law.depth, std::sqrt(0.75) * law.frequency);
    for (const double x : {0.8, 0.9, 1.0, 1.1, 1.2})
        EXPECT_NEAR(law.damping(x * law.frequency), haskind(plane, law.depth, x * law.frequency), 0.11 * peak)
            << x; // .10 at .8
    // Added mass at zero frequency by the relation of Kramers and Kronig; 9 % for the fit.
    const double exact = kRho * plane.area * plane.area / (4.0 * kPi * law.depth);
    EXPECT_NEAR(law.addedMass(0.0), exact, 0.1 * exact);
    EXPECT_EQ(HeaveWaveLaw().damping(1.0), 0.0);
    EXPECT_EQ(HeaveWaveLaw().addedMass(1.0), 0.0);
}

TEST(HeaveWaves, AForcedBodyFeelsTheDampingAndTheAddedMassOfItsLaw) {
    const HeaveWaveLaw law(hemisphereCut());
    for (const double x : {0.5, 1.0, 2.0}) {
        const double w = x * law.frequency, dt = 2.0 * kPi / w / 400.0;
        HeaveWaves waves;
        std::complex<double> sum = 0.0;
        for (int i = 0; i < 400 * 30; ++i) {
            const double middle = (i + 0.5) * dt, speed = std::cos(w * middle);
            const double force = waves.force(law, speed, 0.0, dt);
            waves.advance(law, force, speed, dt);
            if (i >= 400 * 29) sum += force * std::polar(1.0 / 200.0, -w * middle);
        }
        const std::complex<double> expected(-law.damping(w), -w * law.addedMass(w));
        EXPECT_LT(std::abs(sum - expected), 2e-4 * law.coupling * law.coupling / law.frequency) << x; // 2e-5
    }
}

TEST(HeaveWaves, BodyAndWavesNeverGainEnergyAlsoIfTheLawChanges) {
    test::Random random(21);
    for (int body = 0; body < 200; ++body) {
        const double mass = random.uniform(1.0, 2000.0), stiffness = random.uniform(0.0, 2.0) * mass;
        HeaveWaves waves;
        double z = random.uniform(-1.0, 1.0), v = random.uniform(-1.0, 1.0);
        const double dt = random.uniform(0.001, 0.1);
        double energy = 0.5 * (mass * v * v + stiffness * z * z);
        for (int i = 0; i < 300; ++i) {
            const HeaveWaveLaw law(circle(random.uniform(0.01, 4.0), random.uniform(0.0, 2.0)));
            // The body by the implicit midpoint rule, which keeps its own energy.
            const double h = 0.5 * dt, inertia = mass + h * h * stiffness;
            const double free = (mass * v - h * stiffness * z) / inertia;
            const double force = waves.force(law, free, 1.0 / inertia, dt), middle = free + h * force / inertia;
            z += dt * middle;
            v = 2.0 * middle - v;
            waves.advance(law, force, middle, dt);
            const double now = 0.5 * (mass * v * v + stiffness * z * z) + waves.energy();
            ASSERT_LE(now, (1.0 + 1e-12) * energy) << body << ' ' << i;
            energy = now;
        }
    }
}

TEST(HeaveWaves, TakeNoMoreThanTheForceOfAWrongForecastHasTakenFromTheBody) {
    test::Random random(22);
    const HeaveWaveLaw law(hemisphereCut());
    HeaveWaves waves;
    waves.restore(30.0, -20.0);
    for (int i = 0; i < 1000; ++i) {
        const double dt = random.uniform(0.001, 0.1), before = waves.energy(), speed = random.uniform(-1.0, 1.0);
        const double force = waves.force(law, random.uniform(-1.0, 1.0), 1e-3, dt);
        waves.advance(law, force, speed, dt);
        ASSERT_LE(waves.energy(), std::max(0.0, before - dt * force * speed) + 1e-9) << i;
    }
}

TEST(HeaveWaves, AFloatDecaysAsTheEquationsSay) {
    const Waterplane plane = hemisphereCut();
    const HeaveWaveLaw law(plane);
    const double stiffness = kRho * kG * plane.area;
    for (const double dt : {1.0 / 60.0, 1.0 / 240.0}) {
        HeaveWaves waves;
        double z = 1.0, v = 0.0;
        std::vector<double> turns;
        while (turns.size() < 4) {
            const double h = 0.5 * dt, free = v - h * stiffness * z / plane.mass;
            const double force = waves.force(law, free, 1.0 / plane.mass, dt);
            const double middle =
                (v + h * (force - stiffness * z) / plane.mass) / (1.0 + h * h * stiffness / plane.mass);
            const double before = v;
            z += dt * middle;
            v = 2.0 * middle - v;
            waves.advance(law, force, middle, dt);
            if (before * v < 0.0) turns.push_back(std::abs(z));
        }
        // Runge and Kutta's method of the same equations.
        const double exact[] = {0.8793, 0.6679, 0.5200, 0.4295};
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(turns[i], exact[i], 2e-3) << dt << ' ' << i;
    }
}

TEST(Waterplane, IsTheVerticalProjectionOfTheCut) {
    const Vector3 size(0.6, 0.4, 0.2);
    const double heel = 0.2;
    const Model box = FluidBodyModel::build(makeBox(size, 48));
    const Waterplane plane = cutOf(box, {expSO3({heel, 0.0, 0.0}), {0.0, 0.0, 0.0}}, 0.0);
    EXPECT_NEAR(plane.area, 0.6 * 0.4 / std::cos(heel), 1e-12);
    EXPECT_NEAR(plane.unitForce.linear.z(), 1.0, 1e-12);
    EXPECT_LT(plane.unitForce.angular.norm(), 1e-12);
    EXPECT_EQ(plane.gravity, kG);
    // Half of the box, and half of its added mass upright.
    const Waterplane upright = cutOf(box, Pose());
    const double added = box->addedMassPerDensity().matrix()(5, 5);
    EXPECT_NEAR(upright.mass, 0.5 * kRho * (0.048 + added), 0.03 * upright.mass);
    EXPECT_FALSE(cutOf(box, {Quaternion::Identity(), {0.0, 0.0, -1.0}}).makesWaves());
    EXPECT_FALSE(cutOf(box, {Quaternion::Identity(), {0.0, 0.0, 1.0}}).makesWaves());
}

TEST(Waterplane, IsPushedInItsMiddle) {
    test::Random random(3);
    const Model model = FluidBodyModel::build(makeEllipsoid({0.5, 0.3, 0.2}, 320));
    for (int i = 0; i < 20; ++i) {
        const Pose pose{random.rotation(), {0.0, 0.0, random.uniform(-0.1, 0.1)}};
        const Waterplane plane = cutOf(model, pose);
        ASSERT_TRUE(plane.makesWaves());
        // The displaced volume changes by S times the heave, for any small motion.
        const Twist twist = random.twist(1.0, 1.0);
        const auto volume = [&](double time) {
            const auto sea = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kRho, 1e-3), nullptr,
                                                             std::make_shared<FlatSurface>(0.0));
            const FluidBody body = makeSolidBody(model, 500.0);
            Immersion at;
            immerse(*body.model, body.bodyFromMesh, *sea,
                    {expSO3(time * twist.angular) * pose.orientation, pose.position + time * twist.linear}, 0.0, at);
            return at.submergedVolume;
        };
        const double rate = (volume(1e-5) - volume(-1e-5)) / 2e-5;
        EXPECT_NEAR(-plane.area * plane.heaveSpeed(twist), rate, 2e-4); // 6e-5 of .17 to .34
    }
}

TEST(Waterplane, GrowsGraduallyAlsoUnderAFlatFace) {
    const Model box = FluidBodyModel::build(makeBox({0.6, 0.4, 0.2}, 48));
    double before = 0.0;
    for (int i = -100; i <= 100; ++i) {
        const double draft = 0.1 + 0.001 * i;
        const Waterplane plane = cutOf(box, {Quaternion::Identity(), {0.0, 0.0, 0.1 - draft}});
        const double coupling = HeaveWaveLaw(plane).coupling;
        if (i > -100) {
            EXPECT_LT(std::abs(coupling - before), 2.0) << draft; // of 33
        }
        before = coupling;
    }
    EXPECT_LT(before, 1e-9);
}

TEST(Waterplane, OfTwoLiquidsHasTheirReducedGravity) {
    const Model ball = FluidBodyModel::build(makeSphere(0.3, 80));
    const Waterplane plane = cutOf(ball, Pose(), 800.0);
    EXPECT_NEAR(plane.gravity, kG * 200.0 / 1800.0, 1e-12);
    EXPECT_EQ(plane.density, 1800.0);
    EXPECT_THROW(cutOf(ball, Pose(), 1200.0), std::invalid_argument); // the denser liquid is above
}

} // namespace heave_waves_test
