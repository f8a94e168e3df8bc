// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

#include "../TestBodies.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace fluid_readout_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0.3, -0.2, -9.81);

std::shared_ptr<const FluidMedium> swayingWater() {
    return std::make_shared<UniformMedium>(UniformMedium::water().movingAs([](double t) {
        return UniformFlow{{std::sin(t), 2.0, -0.3 * t}, {std::cos(t), 0.0, -0.3}};
    }));
}

/// A body without symmetry and with late separation: paper 001's pressure would drive it blunt side first.
KirchhoffMotion lumpyBody(std::shared_ptr<const FluidMedium> medium, ForceSet forces = ForceSet::paper001()) {
    static const auto model = [] {
        FluidBodyDef def;
        def.separationAngle = 0.75 * kPi;
        return FluidBodyModel::build(test::lumpy(makeSphere(1.0, 320)), def);
    }();
    FluidBody body = makeSolidBody(model, 700.0);
    body.bodyFromMesh = Pose{expSO3({0.4, -0.2, 0.9}), {0.2, -0.1, 0.3}};
    return {body, std::move(medium), std::move(forces), kGravity};
}

KirchhoffMotion sphereIn(std::shared_ptr<const FluidMedium> medium, double separationAngle) {
    const auto model = test::dryModel(makeSphere(0.5, 5120), separationAngle);
    return {makeSolidBody(model, 700.0), std::move(medium), ForceSet::paper001(), kGravity};
}

/// Still water whose density depends on the height.
class Stratified final : public FluidMedium {
  public:
    explicit Stratified(double falloff) : m_falloff(falloff) {}
    MediumSample sample(const Vector3& point, double) const override {
        return {1000.0 * std::exp(-m_falloff * point.z()), 1e-3, Vector3::Zero(), Vector3::Zero()};
    }

  private:
    double m_falloff; // per metre
};

/// Random pose, motion and time; some spins and some speeds are zero.
FluidBodyState randomState(const KirchhoffMotion& e, test::Random& random) {
    const Pose pose{random.rotation(), random.vector(5.0)};
    const Twist twist = random.twist(random.integer(0, 3) * 2.0, random.integer(0, 3) * 3.0);
    return makeState(e, pose, twist, random.uniform(0.0, 10.0));
}

/// The state a moment later under its loads, to second order about the middle of (-duration, duration): momentum by
/// Kirchhoff's equations in world axes, orientation by the relative twist. The place plays no part in a uniform medium.
FluidBodyState moved(const KirchhoffMotion& e, FluidBodyState state, double duration) {
    const Wrench loads = ambient::loads(e, state, Wrench()).total();
    const Twist inBody = relativeTwist(e, state);
    const Vector3 velocity = state.worldFromBody.orientation * inBody.linear;
    state.momentum.angular += duration * (state.momentum.linear.cross(velocity) + loads.angular);
    state.momentum.linear += duration * loads.linear;
    state.worldFromBody.orientation = state.worldFromBody.orientation * expSO3(duration * inBody.angular);
    return state;
}

/// A force independent of the medium.
class ConstantPush final : public ForceModel {
  public:
    const std::string& name() const override {
        static const std::string kName = "push";
        return kName;
    }
    bool isDissipative() const override { return false; }
    Wrench evaluate(const Surface&, const RelativeFlow&, SurfaceField*) const override {
        return {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
    }
};

} // namespace

TEST(FluidReadout, TermsLimitAndWeightAddUpToTheLoadsOfTheEquations) {
    const KirchhoffMotion e = lumpyBody(swayingWater());
    test::Random random(1);
    double worst = 0.0;
    int limited = 0;
    for (int i = 0; i < 2000; ++i) {
        const FluidBodyState state = randomState(e, random);
        const FluidReadout out = readOut(e, state);
        double size = out.weight.wrench.vector().norm();
        for (int k = 0; k < out.termCount; ++k)
            size += out.terms[k].wrench.vector().norm();
        worst = std::max(worst, (out.total() - loads(e, state, Wrench()).total()).vector().norm() / size);
        if (out.powerLimit.power < 0.0) ++limited;
    }
    EXPECT_LT(worst, 3e-15); // measured: 5e-16
    EXPECT_GT(limited, 100);
    EXPECT_LT(limited, 1900);
}

TEST(FluidReadout, ASetWithoutALimitOnPowerHasNoneToTell) {
    Paper001Options published;
    published.limitPower = false;
    const KirchhoffMotion e = lumpyBody(swayingWater(), ForceSet::paper001(published));
    test::Random random(1);
    double worst = 0.0;
    int pushed = 0;
    for (int i = 0; i < 300; ++i) {
        const FluidBodyState state = randomState(e, random);
        const FluidReadout out = readOut(e, state);
        EXPECT_EQ(out.powerLimit.wrench.vector(), Vector6::Zero());
        const Wrench loads = ambient::loads(e, state, Wrench()).total();
        worst = std::max(worst, (out.total() - loads).vector().norm() / loads.vector().norm());
        pushed += out.terms[0].power + out.terms[1].power > 0.0;
    }
    EXPECT_LT(worst, 1e-14); // measured 6e-16
    EXPECT_GT(pushed, 30);
}

TEST(FluidReadout, TheLimitTakesThePowerThatDissipativeTermsMustNotHaveAndNoOther) {
    const KirchhoffMotion e = lumpyBody(swayingWater());
    test::Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const FluidReadout out = readOut(e, randomState(e, random));
        const double sum = out.terms[0].power + out.terms[1].power;
        const double size = std::abs(out.terms[0].power) + std::abs(out.terms[1].power);
        EXPECT_NEAR(out.powerLimit.power, -std::max(sum, 0.0), 5e-14 * size); // measured: 5e-15
        if (sum < 0.0) {
            EXPECT_EQ(out.powerLimit.wrench.vector(), Vector6::Zero());
        }
    }
}

TEST(FluidReadout, KineticEnergyChangesAtTheRateOfTheSummedPowers) {
    const KirchhoffMotion e = lumpyBody(swayingWater());
    test::Random random(3);
    for (int i = 0; i < 300; ++i) {
        const FluidBodyState state = randomState(e, random);
        const FluidReadout out = readOut(e, state);
        double sum = out.weight.power + out.powerLimit.power, size = std::abs(out.weight.power);
        for (int k = 0; k < out.termCount; ++k) {
            sum += out.terms[k].power;
            size += std::abs(out.terms[k].power);
        }
        const double dt = 1e-6;
        const double rate =
            (kineticEnergy(e, moved(e, state, dt)) - kineticEnergy(e, moved(e, state, -dt))) / (2.0 * dt);
        const double rounding = 1e-16 * out.kineticEnergy / dt;
        EXPECT_NEAR(sum, rate, 3e-9 * size + 10.0 * rounding); // the difference quotient: 6e-10
        EXPECT_NEAR(out.totalPower(), sum, 1e-14 * size);      // 1e-15
    }
}

TEST(FluidReadout, MotionIsThatOfTheEquations) {
    const KirchhoffMotion e = lumpyBody(swayingWater());
    test::Random random(4);
    const Pose pose{random.rotation(), random.vector(5.0)};
    const Twist twist = random.twist(2.0, 3.0);
    const FluidBodyState state = makeState(e, pose, twist, 1.5);
    const FluidReadout out = readOut(e, state);
    EXPECT_LT(test::relativeDifference(out.twist, twist), 5e-15); // this and the next: 2e-15 at most
    const Vector3 current(std::sin(1.5), 2.0, -0.45);
    EXPECT_LT((out.relativeTwist.linear - (twist.linear - current)).norm(), 1e-14);
    EXPECT_LT((out.relativeTwist.angular - twist.angular).norm(), 1e-14);
    EXPECT_LT(test::relativeDifference(out.momentum, state.momentum), 5e-15);
    EXPECT_NEAR(out.kineticEnergy, 0.5 * dot(out.relativeTwist, out.momentum), 3e-15 * out.kineticEnergy);
}

TEST(FluidReadout, BuoyancyHasItsLineOfActionThroughTheCentreOfBuoyancy) {
    const KirchhoffMotion e = lumpyBody(swayingWater());
    test::Random random(5);
    for (int i = 0; i < 100; ++i) {
        const FluidBodyState state = randomState(e, random);
        const FluidReadout out = readOut(e, state);
        const Wrench& buoyancy = out.terms[2].wrench;
        ASSERT_EQ(out.terms[2].name, "buoyancy");
        const Vector3 arm = out.centerOfBuoyancy - state.worldFromBody.position;
        EXPECT_GT(arm.norm(), 0.1);
        EXPECT_LT((buoyancy.angular - arm.cross(buoyancy.linear)).norm(), 5e-15 * buoyancy.linear.norm()); // 5e-16
        const Vector3 balance =
            buoyancy.linear / (998.2 * out.submergedVolume) + out.weight.wrench.linear / e.body().mass();
        EXPECT_LT(balance.norm(), 1e-14 * kGravity.norm()); // 1.5e-15
    }
}

TEST(FluidReadout, TheFlowIsAttachedToASphericalCap) {
    const auto water = std::make_shared<UniformMedium>(UniformMedium::water());
    for (double angle : {0.0, 0.8, 0.5 * kPi, 2.2, kPi}) {
        const KirchhoffMotion e = sphereIn(water, angle);
        const FluidReadout out = readOut(e, makeState(e, Pose(), {Vector3::Zero(), {1.0, -2.0, 0.5}}, 0.0));
        const double sphere = out.wettedArea;
        EXPECT_EQ(sphere, e.body().model->area());
        // The facets, and at 0 and pi the inner half of the band: 0.2 %.
        EXPECT_NEAR(out.attachedArea / sphere, 0.5 * (1.0 - std::cos(angle)), 3e-3) << angle;
        EXPECT_EQ(out.submergedVolume, e.body().model->volume());
    }
}

TEST(FluidReadout, HalfOfTheSurfaceCountsAsAttachedAtRest) {
    const KirchhoffMotion e = sphereIn(std::make_shared<UniformMedium>(UniformMedium::water()), 2.0);
    const FluidReadout out = readOut(e, makeState(e, Pose(), Twist(), 0.0));
    EXPECT_NEAR(out.attachedArea, 0.5 * out.wettedArea, 1e-14 * out.wettedArea);
    EXPECT_EQ(out.terms[0].wrench.vector(), Vector6::Zero());
    EXPECT_EQ(out.terms[0].power, 0.0);
}

TEST(FluidReadout, AreasDoNotDependOnTheDensityOfTheWater) {
    const auto stratified =
        std::make_shared<CallbackMedium>([](const Vector3* points, int count, double, MediumSample* samples) {
            for (int i = 0; i < count; ++i)
                samples[i] = {1000.0 - 400.0 * points[i].z(), 0.0, Vector3::Zero(), Vector3::Zero()};
        });
    const KirchhoffMotion inWater = sphereIn(stratified, 2.0);
    const FluidReadout wet = readOut(inWater, makeState(inWater, Pose(), Twist(), 0.0));
    EXPECT_NEAR(wet.attachedArea, 0.5 * inWater.body().model->area(), 1e-13 * wet.wettedArea);
    // Afloat: half of the wetted area; faces cut by the surface count by their wetted part.
    const auto surface = std::make_shared<FlatSurface>(0.13);
    const KirchhoffMotion afloat = sphereIn(std::make_shared<DividedMedium>(stratified, nullptr, surface), 2.0);
    const FluidReadout cut = readOut(afloat, makeState(afloat, Pose(), Twist(), 0.0));
    EXPECT_LT(cut.wettedArea, 0.9 * wet.wettedArea);
    EXPECT_NEAR(cut.attachedArea, 0.5 * cut.wettedArea, 1e-13 * cut.wettedArea);
}

TEST(FluidReadout, TheWeightInAMediumThatVariesIsThatOfGravity) {
    // A body that crosses a jet: the frame of its momentum has a constant velocity within a substep.
    const auto shear =
        std::make_shared<CallbackMedium>([](const Vector3* points, int count, double, MediumSample* samples) {
            for (int i = 0; i < count; ++i)
                samples[i] = {1000.0, 0.0, {0.0, 0.7 * points[i].x(), 0.0}, Vector3::Zero()};
        });
    const KirchhoffMotion e = sphereIn(shear, 2.0);
    const FluidReadout out = readOut(e, makeState(e, Pose(), {Vector3::Zero(), {2.0, 0.0, 0.0}}, 0.0));
    const Vector3 expected = e.body().mass() * kGravity;
    EXPECT_LT((out.weight.wrench.linear - expected).norm(), 1e-9 * expected.norm());
}

TEST(FluidReadout, TheAttachedAreaDoesNotDependOnTheDensityAtTheFaces) {
    // Density falls by the factor e^3 over the height of the ball: weights by density would move the area.
    const auto brine = [](double falloff) { return std::make_shared<Stratified>(falloff); };
    for (double angle : {0.8, 0.5 * kPi, 2.2}) {
        const KirchhoffMotion uniform = sphereIn(brine(0.0), angle), layered = sphereIn(brine(3.0), angle);
        const Twist up{Vector3::Zero(), {0.1, 0.0, 2.0}};
        const double expected = readOut(uniform, makeState(uniform, Pose(), up, 0.0)).attachedArea;
        const FluidReadout out = readOut(layered, makeState(layered, Pose(), up, 0.0));
        EXPECT_NEAR(out.attachedArea, expected, 1e-12 * out.wettedArea) << angle;
        EXPECT_LT(out.attachedArea, 0.9 * out.wettedArea) << angle;
    }
}

TEST(FluidReadout, VacuumHasWeightAndNothingOfAFluid) {
    ForceSet forces = ForceSet::paper001();
    forces.add(std::make_shared<ConstantPush>());
    const KirchhoffMotion e = lumpyBody(nullptr, forces);
    test::Random random(6);
    const FluidBodyState state = randomState(e, random);
    const FluidReadout out = readOut(e, state);
    ASSERT_EQ(out.termCount, 4);
    for (int i = 0; i < out.termCount; ++i) {
        EXPECT_EQ(out.terms[i].name, forces.force(i).name());
        EXPECT_EQ(out.terms[i].wrench.vector(), Vector6::Zero());
        EXPECT_EQ(out.terms[i].power, 0.0);
    }
    EXPECT_EQ(out.submergedVolume, 0.0);
    EXPECT_EQ(out.wettedArea, 0.0);
    EXPECT_EQ(out.attachedArea, 0.0);
    EXPECT_EQ(out.powerLimit.wrench.vector(), Vector6::Zero());
    EXPECT_EQ(out.weight.wrench.linear, e.body().mass() * kGravity);
    EXPECT_EQ(out.total().vector(), loads(e, state, Wrench()).total().vector());
    EXPECT_LT((out.twist - out.relativeTwist).vector().norm(), 1e-15);
}

} // namespace fluid_readout_test
