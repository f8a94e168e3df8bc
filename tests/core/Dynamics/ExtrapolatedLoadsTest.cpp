// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "MotionSupport.h"

#include "../TestBodies.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace extrapolated_loads_test {

using namespace ambient;

namespace {

constexpr double kWater = 1000.0, kGravity = 9.81, kStep = 1.0 / 1000;

std::shared_ptr<const FluidBodyModel> ellipsoid(double pressureScale) {
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = pressureScale;
    return FluidBodyModel::build(makeEllipsoid({0.10, 0.06, 0.03}, 320), def);
}

KirchhoffMotion inWater(double pressureScale, const Vector3& gravity) {
    return {makeSolidBody(ellipsoid(pressureScale), 2000.0), std::make_shared<UniformMedium>(kWater, 1e-3),
            ForceSet::surfacePressure(), gravity};
}

std::shared_ptr<const FluidMedium> stillSea() {
    return std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, 1e-3), nullptr,
                                           std::make_shared<FlatSurface>(0.0));
}

FluidBodyState thrown(const KirchhoffMotion& equations) {
    return makeState(equations, {expSO3({0.3, 0.2, 0.1}), Vector3::Zero()}, {{2.0, 1.0, 3.0}, {1.0, 0.0, 0.5}}, 0.0);
}

IntegratorOptions upTo(double tolerance) {
    IntegratorOptions options;
    options.tolerance = tolerance;
    return options;
}

/// How many of the steps were continued.
int fly(const KirchhoffMotion& equations, FluidBodyState& s, double step, int steps, const IntegratorOptions& options,
        LoadHistory& history) {
    int continued = 0;
    for (int i = 0; i < steps; ++i)
        continued += integrate(equations, s, step, options, &history).isExtrapolated;
    return continued;
}

double distance(const FluidBodyState& a, const FluidBodyState& b) {
    return (a.worldFromBody.position - b.worldFromBody.position).norm() +
           0.1 * a.worldFromBody.orientation.angularDistance(b.worldFromBody.orientation);
}

} // namespace

TEST(ExtrapolatedLoads, OneEvaluationDoesForAStepOfSmoothMotion) {
    const KirchhoffMotion equations = inWater(1.0, {0, 0, -kGravity});
    FluidBodyState s = thrown(equations), reference = s;
    LoadHistory history;
    int evaluations = 0;
    for (int i = 0; i < 240; ++i) {
        const IntegrationReport report = integrate(equations, s, kStep, {}, &history);
        if (report.isExtrapolated) {
            EXPECT_LE(report.evaluations, 2);
        }
        evaluations += report.evaluations;
        integrate(equations, reference, kStep, upTo(1e-10));
    }
    EXPECT_LT(evaluations, 1.2 * 240);       // measured 1.07
    EXPECT_LT(distance(s, reference), 1e-5); // measured 4e-6 m of 1.6 m
}

TEST(ExtrapolatedLoads, AreOfThirdOrder) {
    const KirchhoffMotion equations = inWater(1.0, {0, 0, -kGravity});
    const double duration = 0.25;
    FluidBodyState exact = thrown(equations);
    IntegratorOptions tight = upTo(1e-12);
    tight.maxSubsteps = 1 << 20;
    integrate(equations, exact, duration, tight);
    double error[3];
    for (int halved = 0; halved < 3; ++halved) {
        const int steps = 60 << halved;
        FluidBodyState s = thrown(equations);
        LoadHistory history;
        EXPECT_EQ(fly(equations, s, duration / steps, steps, upTo(1.0), history), steps - 2);
        error[halved] = distance(s, exact);
    }
    EXPECT_NEAR(error[0] / error[1], 8.0, 2.0); // measured 8.4 and 8.2
    EXPECT_NEAR(error[1] / error[2], 8.0, 1.0);
}

TEST(ExtrapolatedLoads, FreeMotionKeepsTheSpatialMomentum) {
    const KirchhoffMotion equations = inWater(0.0, Vector3::Zero());
    FluidBodyState s = thrown(equations);
    const FluidBodyState start = s;
    LoadHistory history;
    EXPECT_GT(fly(equations, s, kStep, 480, {}, history), 470);
    const Vector3 travel = s.worldFromBody.position - start.worldFromBody.position;
    const Vector3 spatial = s.momentum.angular + travel.cross(s.momentum.linear);
    const double size = start.momentum.angular.norm() + travel.norm() * start.momentum.linear.norm();
    EXPECT_LT((s.momentum.linear - start.momentum.linear).norm(), 1e-13 * start.momentum.linear.norm());
    EXPECT_LT((spatial - start.momentum.angular).norm(), 1e-13 * size);
    // The rule does not conserve energy by itself: measured 6e-9.
    EXPECT_NEAR(kineticEnergy(equations, s), kineticEnergy(equations, start), 1e-7 * kineticEnergy(equations, start));
}

TEST(ExtrapolatedLoads, AJumpOfTheLoadsIsIntegratedAndUnevenStepsAreNotContinued) {
    const KirchhoffMotion equations = inWater(1.0, {0, 0, -kGravity});
    FluidBodyState s = thrown(equations);
    LoadHistory history;
    fly(equations, s, kStep, 20, {}, history);
    ASSERT_TRUE(integrate(equations, s, kStep, {}, &history).isExtrapolated);
    s.momentum.linear *= -1.0; // drag turns round
    EXPECT_FALSE(integrate(equations, s, kStep, {}, &history).isExtrapolated);
    fly(equations, s, kStep, 20, {}, history);
    ASSERT_TRUE(integrate(equations, s, kStep, {}, &history).isExtrapolated);
    for (int i = 0; i < 2; ++i)
        EXPECT_FALSE(integrate(equations, s, 0.5 * kStep, {}, &history).isExtrapolated);
    EXPECT_TRUE(integrate(equations, s, 0.5 * kStep, {}, &history).isExtrapolated);
}

TEST(ExtrapolatedLoads, AnotherLoadOfTheUsersIsFeltAtOnce) {
    const KirchhoffMotion equations = inWater(1.0, {0, 0, -kGravity});
    FluidBodyState s = thrown(equations);
    LoadHistory history;
    fly(equations, s, kStep, 20, {}, history);
    IntegratorOptions pushed;
    pushed.userWrench.linear = {0.0, 10.0, 0.0};
    FluidBodyState reference = s;
    integrate(equations, reference, kStep, [&] {
        IntegratorOptions options = pushed;
        options.tolerance = 1e-10;
        return options;
    }());
    ASSERT_TRUE(integrate(equations, s, kStep, pushed, &history).isExtrapolated);
    EXPECT_LT((s.momentum.linear - reference.momentum.linear).norm(), 1e-5 * reference.momentum.linear.norm());
}

TEST(ExtrapolatedLoads, RepeatingAStepGivesTheSameBytes) {
    const KirchhoffMotion equations = inWater(1.0, {0, 0, -kGravity});
    FluidBodyState s = thrown(equations);
    LoadHistory history;
    fly(equations, s, kStep, 20, {}, history);
    FluidBodyState once = s, twice = s;
    integrate(equations, once, kStep, {}, &history);
    integrate(equations, twice, kStep, {}, &history); // the same time: the newest entry is replaced
    EXPECT_EQ(once.worldFromBody.position, twice.worldFromBody.position);
    EXPECT_EQ(once.momentum.vector(), twice.momentum.vector());
    EXPECT_EQ(history.size(), LoadHistory::kSize);
}

TEST(ExtrapolatedLoads, NoStepIntoTheWaterIsTakenBlindly) {
    const FluidBody body = makeSolidBody(FluidBodyModel::build(makeSphere(0.1, 320)), 500.0);
    const KirchhoffMotion equations(body, stillSea(), ForceSet::surfacePressure(), {0, 0, -kGravity});
    FluidBodyState s = makeState(equations, {Quaternion::Identity(), {0, 0, 0.8}}, Twist(), 0.0);
    LoadHistory history;
    bool dry = true, continuedInAir = false;
    while (dry) {
        const double gap = s.worldFromBody.position.z() - 0.1;
        const IntegrationReport report = integrate(equations, s, kStep, {}, &history);
        dry = s.worldFromBody.position.z() > 0.1;
        continuedInAir = continuedInAir || report.isExtrapolated;
        if (!dry) {
            EXPECT_FALSE(report.isExtrapolated) << gap;
        }
    }
    EXPECT_TRUE(continuedInAir);
}

TEST(ExtrapolatedLoads, ShedMomentumIsTheLossOfAddedMassOfLeavingParts) {
    // A rising raft. The shares of a step have the velocity at its end: both ways of counting agree to first order.
    const FluidBody body = makeSolidBody(FluidBodyModel::build(makeBox({1.0, 0.8, 0.2}, 192)), 300.0);
    const KirchhoffMotion equations(body, stillSea(), ForceSet::surfacePressure(), {0, 0, -kGravity});
    const auto difference = [&](double step) {
        FluidBodyState s = makeState(equations, {expSO3({0.1, 0.05, 0.0}), {0, 0, -0.05}}, Twist(), 0.0);
        LoadHistory history;
        Momentum continued, shares;
        int count = 0;
        for (int i = 0; i < 0.2 / step; ++i) {
            const FluidBodyState before = s;
            const IntegrationReport report = integrate(equations, s, step, upTo(1e-4), &history);
            if (!report.isExtrapolated) continue;
            ++count;
            continued += report.shed;
            shares += test::shedMomentum(equations, before, s);
        }
        EXPECT_GT(count, 0.09 / step);
        EXPECT_GT(shares.linear.norm(), 1.0);
        return (continued.linear - shares.linear).norm() / shares.linear.norm();
    };
    const double coarse = difference(1.0 / 960), fine = difference(1.0 / 3840);
    EXPECT_LT(coarse, 4e-3); // measured 3.1e-3
    EXPECT_LT(fine, 0.4 * coarse);
    std::printf("  %.2e %.2e\n", coarse, fine);
}

} // namespace extrapolated_loads_test
