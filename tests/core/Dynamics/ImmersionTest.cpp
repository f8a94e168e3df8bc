// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "MotionSupport.h"

#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace immersion_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0, 0, -9.81);
constexpr double kWater = 1000.0;

/// Water below z = 0, nothing above.
std::shared_ptr<const DividedMedium> halfSpace(double viscosity = 1e-3) {
    return std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, viscosity), nullptr,
                                           std::make_shared<FlatSurface>(0.0));
}

std::shared_ptr<const FluidBodyModel> boxModel() {
    static const auto model = FluidBodyModel::build(makeBox({0.6, 0.4, 0.2}, 192));
    return model;
}

std::shared_ptr<const FluidBodyModel> sphereModel() {
    static const auto model = FluidBodyModel::build(makeSphere(0.5, 720));
    return model;
}

Pose at(double height, const Quaternion& orientation = Quaternion::Identity()) {
    return {orientation, {0.3, -0.2, height}};
}

Immersion immersion(const FluidBody& body, const FluidMedium& medium, const Pose& pose) {
    Immersion result;
    immerse(*body.model, body.bodyFromMesh, medium, pose, 0.0, result);
    return result;
}

} // namespace

TEST(Immersion, OfABoxIsArchimedesToRounding) {
    const FluidBody box = makeSolidBody(boxModel(), 500.0);
    for (const double height : {-0.08, -0.03, 0.0, 0.05, 0.099}) {
        const Immersion in = immersion(box, *halfSpace(), at(height));
        ASSERT_EQ(in.partCount, 2);
        const double draft = 0.1 - height;
        EXPECT_NEAR(in.part(0).volume, 0.24 * draft, 1e-15);
        EXPECT_NEAR(in.part(0).center.z(), -0.1 + 0.5 * draft, 1e-14);
        EXPECT_NEAR(in.part(0).center.head<2>().norm(), 0.0, 1e-15);
        EXPECT_NEAR(in.part(0).volume + in.part(1).volume, box.model->volume(), 1e-15);
    }
}

TEST(Immersion, OfATurnedBoxUpToItsMiddleIsHalf) {
    const FluidBody box = makeSolidBody(boxModel(), 500.0);
    test::Random random(5);
    for (int i = 0; i < 20; ++i) {
        const Immersion in = immersion(box, *halfSpace(), at(0.0, random.rotation()));
        EXPECT_NEAR(in.part(0).volume, 0.024, 1e-15);
        EXPECT_NEAR((in.part(0).center + in.part(1).center).norm(), 0.0, 1e-14);
    }
}

TEST(Immersion, OfASphereHasTheVolumeAndTheCentreOfItsCap) {
    const FluidBody sphere = makeSolidBody(sphereModel(), 500.0);
    for (const double depth : {0.1, 0.3, 0.5, 0.8}) { // of the lowest point
        const Immersion in = immersion(sphere, *halfSpace(), at(0.5 - depth));
        const double volume = kPi * depth * depth * (1.5 - depth) / 3.0;
        const double centre = 0.75 * std::pow(1.0 - depth, 2) / (1.5 - depth);
        EXPECT_NEAR(in.part(0).volume, volume, 2e-3 * sphereModel()->volume()); // 720 flat faces: 1.0e-3 at most
        EXPECT_NEAR(-in.part(0).center.z(), centre, 4e-3);
    }
}

TEST(Immersion, HalfASphereMovesHalfOfItsFluidAndAWholeOneAllOfIt) {
    const FluidBody sphere = makeSolidBody(sphereModel(), 500.0);
    const Matrix6 whole = sphereModel()->addedMassPerDensity().matrix();
    const double middle = -0.5 * kWettingDepth * sphereModel()->length(); // of the depth in which faces become wet
    const Matrix6 half = immersion(sphere, *halfSpace(), at(middle)).part(0).addedMass.matrix() / kWater;
    for (int k = 3; k < 6; ++k)
        EXPECT_NEAR(half(k, k) / whole(k, k), 0.5, 1e-9);
    const AddedMassDistribution& shares = boxModel()->addedMassDistribution();
    const Matrix6 sum = shares.sum(std::vector<double>(static_cast<std::size_t>(shares.size()), 1.0)).matrix();
    const Matrix6 exact = boxModel()->addedMassPerDensity().matrix();
    EXPECT_LT((sum - exact).norm(), 1e-8 * exact.norm());
}

TEST(Immersion, ItsAddedMassIsNeverNegativeAndDoesNotDependOnTheMeshFrame) {
    test::Random random(7);
    const auto mesh = test::lumpy(makeSphere(1.0, 320));
    const Pose turned{random.rotation(), {0.4, -0.3, 0.2}};
    const auto model = FluidBodyModel::build(mesh),
               other = FluidBodyModel::build(test::transformed(mesh, turned.inverse()));
    FluidBody body, same;
    body.model = model;
    same.model = other;
    same.bodyFromMesh = turned;
    body.bodyInertia = same.bodyInertia = SpatialInertia::ofBody(900.0, 300.0 * Matrix3::Identity());
    for (int i = 0; i < 30; ++i) {
        const Pose pose = at(random.uniform(-1.2, 1.2), random.rotation());
        const Immersion a = immersion(body, *halfSpace(), pose), b = immersion(same, *halfSpace(), pose);
        EXPECT_GT(a.part(0).addedMass.smallestEigenvalue(1.0), -1e-9 * kWater);
        const Matrix6 total = (body.bodyInertia + a.addedMass).matrix();
        EXPECT_LT((a.addedMass.matrix() - b.addedMass.matrix()).norm(), 1e-7 * total.norm());
    }
}

TEST(Immersion, ItsInertiaAloneHasTheBitsOfTheWhole) {
    const auto waves =
        std::make_shared<SineWaves>(WaveSet({makeWave(0.1, 3.0, {1, 0.5, 0}), makeWave(0.05, 1.0, {0, 1, 0})}));
    const auto sea =
        std::make_shared<FlowingMedium>(UniformMedium(kWater, 1e-3), std::make_shared<WaveFlow>(waves->waves()));
    const auto layers = std::make_shared<LayeredMedium>(
        LayeredMedium::table({{-1.0, {1030.0, 1e-3}}, {1.0, {990.0, 1e-3}}}, Vector3::UnitZ()));
    const std::shared_ptr<const FluidMedium> media[] = {
        std::make_shared<DividedMedium>(sea, std::make_shared<UniformMedium>(UniformMedium::air()), waves), sea,
        std::make_shared<DividedMedium>(layers, nullptr, std::make_shared<FlatSurface>(0.0)), layers, halfSpace()};
    test::Random random(11);
    Evaluation whole, alone;
    for (const auto& medium : media) {
        const KirchhoffMotion equations(makeSolidBody(boxModel(), 500.0), medium, ForceSet::surfacePressure(),
                                        kGravity);
        for (int i = 0; i < 20; ++i) {
            const Pose pose = at(random.uniform(-0.4, 0.4), random.rotation());
            const double time = random.uniform(0.0, 5.0);
            equations.evaluate(pose, time, whole);
            equations.evaluateInertia(pose, time, alone);
            EXPECT_EQ(alone.inertia().inertia.matrix(), whole.inertia().inertia.matrix());
            EXPECT_EQ(alone.inertia().inverse, whole.inertia().inverse);
            EXPECT_EQ(alone.medium().velocity, whole.medium().velocity);
            EXPECT_EQ(alone.medium().acceleration, whole.medium().acceleration);
            EXPECT_EQ(alone.medium().density, whole.medium().density);
            EXPECT_TRUE(alone.hasInertiaAt(pose, time));
            EXPECT_TRUE(medium != sea || !alone.isAt(pose, time)); // loads need the whole
        }
    }
}

TEST(Immersion, ForceAndInertiaAreContinuousAcrossTheSurface) {
    // A flat box: its bottom meets the surface all at once.
    const KirchhoffMotion equations(makeSolidBody(boxModel(), 500.0), halfSpace(), ForceSet::surfacePressure(),
                                    kGravity);
    const auto loadAt = [&](double height) {
        FluidBodyState state;
        state.worldFromBody = at(height);
        state.momentum.linear.z() = -30.0; // faces leaving the water take some along: see KirchhoffMotion
        return loads(equations, state, {}).total().vector().eval();
    };
    const auto jumpWith = [&](double step) {
        double largest = 0.0;
        for (double height = 0.13; height > 0.07; height -= step)
            largest = std::max(largest, (loadAt(height) - loadAt(height - step)).norm());
        return largest;
    };
    const double coarse = jumpWith(1e-4);
    EXPECT_LT(coarse, 60.0);
    EXPECT_LT(jumpWith(1e-5), 0.11 * coarse);
}

TEST(Immersion, ABoxAtTheDraftOfArchimedesIsAtRestAndPushedBackFromBesideIt) {
    for (const double density : {200.0, 500.0, 900.0}) {
        const KirchhoffMotion equations(makeSolidBody(boxModel(), density), halfSpace(), ForceSet::surfacePressure(),
                                        kGravity);
        const double weight = 9.81 * equations.body().mass(), height = 0.1 - 0.2 * density / kWater;
        const auto loadAt = [&](double z, double heel) {
            return loads(equations, makeState(equations, at(z, expSO3({heel, 0.0, 0.0})), {}, 0.0), {}).total();
        };
        EXPECT_LT(loadAt(height, 0.0).vector().norm(), 1e-11 * weight);
        const double stiffness = (loadAt(height - 1e-4, 0.0).linear.z() - loadAt(height + 1e-4, 0.0).linear.z()) / 2e-4;
        EXPECT_NEAR(stiffness, 9.81 * kWater * 0.24, 1e-9 * stiffness); // weight of the water over the waterplane
        // Righting moment: displacement times metacentric height, I/V - (centre of mass - centre of buoyancy).
        const double metacentric =
            0.6 * std::pow(0.4, 3) / 12.0 / (0.048 * density / kWater) - 0.1 * (1.0 - density / kWater);
        EXPECT_NEAR(-loadAt(height, 1e-4).angular.x() / 1e-4, weight * metacentric, 1e-5 * weight * metacentric);
    }
}

TEST(Immersion, FloatingBodiesDoNotTurnByThemselvesAndBobLessAndLess) {
    const KirchhoffMotion equations(makeSolidBody(boxModel(), 500.0), halfSpace(), ForceSet::surfacePressure(),
                                    kGravity);
    FluidBodyState state = makeState(equations, at(0.05, expSO3({0.1, 0.0, 0.0})), {}, 0.0);
    const double heading = std::atan2((state.worldFromBody.orientation * Vector3::UnitX()).y(), 1.0);
    double first = 0.0, last = 0.0, mean = 0.0;
    constexpr int steps = 20 * 60;
    for (int i = 0; i < steps; ++i) {
        integrate(equations, state, 1.0 / 60.0);
        const double height = state.worldFromBody.position.z();
        if (i < 120) first = std::max(first, std::abs(height));
        if (i < steps - 240) continue;
        last = std::max(last, std::abs(height));
        mean += height / 240.0;
    }
    EXPECT_LT(last, 0.4 * first); // by drag alone: a body's own waves are not modelled
    EXPECT_NEAR(mean, 0.0, 2e-4); // 0.1 % of the box
    EXPECT_NEAR(std::atan2((state.worldFromBody.orientation * Vector3::UnitX()).y(), 1.0), heading, 1e-6); // 1.3e-7
}

TEST(Immersion, EntryKeepsMomentumAndExitKeepsVelocity) {
    const ForceSet nothing;
    const KirchhoffMotion equations(makeSolidBody(sphereModel(), 500.0), halfSpace(0.0), nothing, Vector3::Zero());
    const double mass = equations.body().mass(), added = kWater * sphereModel()->addedMassPerDensity().matrix()(5, 5);
    IntegratorOptions options;
    options.tolerance = 1e-7; // at 1e-5 the exit is right to 1.5e-3
    FluidBodyState entering = makeState(equations, at(1.0), {Vector3::Zero(), {0, 0, -3.0}}, 0.0);
    integrate(equations, entering, 1.5, options);
    EXPECT_NEAR(entering.momentum.linear.z(), -3.0 * mass, 1e-6 * mass);
    EXPECT_NEAR(twistInWorld(equations, entering).linear.z(), -3.0 * mass / (mass + added), 2e-5);
    FluidBodyState leaving = makeState(equations, at(-1.0), {Vector3::Zero(), {0, 0, 3.0}}, 0.0);
    integrate(equations, leaving, 1.0, options);
    EXPECT_GT(leaving.worldFromBody.position.z(), 0.6);
    EXPECT_NEAR(twistInWorld(equations, leaving).linear.z(), 3.0, 1e-4); // 4e-5
}

TEST(Immersion, BobbingNeverGainsEnergy) {
    // No friction, no pressure: all losses are due to entry and exit.
    ForceSet buoyancyOnly = ForceSet::uwrbd(0.0);
    const KirchhoffMotion equations(makeSolidBody(sphereModel(), 500.0), halfSpace(0.0), buoyancyOnly, kGravity);
    const auto energyOf = [&](const FluidBodyState& s) {
        const Immersion in = test::immersionAt(equations, s.worldFromBody, s.time);
        double energy = kineticEnergy(equations, s) + equations.body().mass() * 9.81 * s.worldFromBody.position.z();
        // The displaced water is raised to the surface.
        if (in.part(0).medium.density > 0.0)
            energy -= kWater * in.part(0).volume * 9.81 * (s.worldFromBody * in.part(0).center).z();
        return energy;
    };
    FluidBodyState state = makeState(equations, at(0.2), {}, 0.0);
    double before = energyOf(state);
    const double first = before;
    for (int i = 0; i < 60 * 60; ++i) {
        integrate(equations, state, 1.0 / 60.0);
        const double now = energyOf(state);
        EXPECT_LT(now, before + 2e-5 * std::abs(first)) << "step " << i;
        before = now;
    }
}

} // namespace immersion_test
