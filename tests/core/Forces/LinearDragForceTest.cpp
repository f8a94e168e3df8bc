// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LinearDragForce.h"

#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "ForceTestSupport.h"

#include <gtest/gtest.h>

#include <limits>

namespace linear_drag_force_test {

using namespace ambient;

namespace {

std::shared_ptr<const FluidBodyModel> quickModel(const TriangleMesh& mesh) {
    FluidBodyDef def;
    def.addedMassMethod = AddedMassMethod::Local;
    return FluidBodyModel::build(mesh, def);
}

Wrench drag(const FluidBodyModel& model, const Twist& twist, double rate = 3.0, double density = 1.2) {
    return LinearDragForce(rate).evaluate(model, test::flowOf(twist, density), nullptr);
}

} // namespace

TEST(LinearDragForce, TakesAwayTheFluidsMomentumAtItsRate) {
    const Vector3 semiAxes(1.0, 0.6, 0.3);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{analyticEllipsoidAddedMass(semiAxes).scaled(1000.0).matrix(), 1000.0};
    const auto model = FluidBodyModel::build(makeEllipsoid(semiAxes, 320), def);
    test::Random random(1);
    for (int i = 0; i < 10; ++i) {
        const Twist twist = random.twist(2.0, 2.0);
        const Vector6 expected = -3.0 * 1.2 * analyticEllipsoidAddedMass(semiAxes).matrix() * twist.vector();
        EXPECT_LT((drag(*model, twist).vector() - expected).norm(), 1e-14 * expected.norm());
    }
}

TEST(LinearDragForce, IsLinearInTwistRateAndDensity) {
    test::Random random(2);
    const auto model = quickModel(test::lumpy(makeSphere(1.0, 320)));
    const Twist a = random.twist(1.0, 1.0), b = random.twist(1.0, 1.0);
    const Wrench one = drag(*model, a);
    EXPECT_LT(test::relativeDifference(drag(*model, a + 2.0 * b), one + 2.0 * drag(*model, b)), 1e-14);
    EXPECT_LT(test::relativeDifference(drag(*model, a, 6.0), 2.0 * one), 1e-14);
    EXPECT_LT(test::relativeDifference(drag(*model, a, 3.0, 6.0), 5.0 * one), 1e-14);
    EXPECT_EQ(drag(*model, a, 0.0).vector(), Vector6::Zero());
}

TEST(LinearDragForce, NeverPushesAndFollowsTheFrameOfTheMesh) {
    test::Random random(3);
    for (const TriangleMesh& mesh : test::assortedBodies()) {
        const auto model = quickModel(mesh);
        const Pose aFromB{random.rotation(), random.vector(2.0)};
        const auto moved = quickModel(test::transformed(mesh, aFromB));
        for (int i = 0; i < 100; ++i) {
            const Twist twist = random.twist(1.0, 1.0);
            const Wrench inB = drag(*model, twist);
            ASSERT_LE(power(twist, inB), 0.0);
            if (i >= 5) continue;
            const RelativeFlow flow = test::seenFrom(aFromB, test::flowOf(twist));
            const Wrench inA = LinearDragForce(3.0).evaluate(*moved, flow, nullptr);
            EXPECT_LT(test::relativeDifference(inA, changeFrame(aFromB, inB)), 1e-13); // measured 1e-15
        }
    }
}

TEST(LinearDragForce, DoesNotSlowTheSpinOfASphere) {
    const auto model = quickModel(makeSphere(1.0, 1280));
    const Wrench spinning = drag(*model, {{0, 0, 1}, Vector3::Zero()});
    EXPECT_LT(spinning.angular.norm(), 1e-4 * drag(*model, {Vector3::Zero(), {0, 0, 1}}).linear.norm());
}

TEST(LinearDragForce, RefusesARateThatPushesOrIsNone) {
    for (double rate : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")})
        EXPECT_THROW(LinearDragForce{rate}, std::invalid_argument) << rate;
}

TEST(LinearDragForce, IsDissipativeAndNamed) {
    EXPECT_TRUE(LinearDragForce().isDissipative());
    EXPECT_EQ(LinearDragForce().name(), "linear_drag");
    EXPECT_EQ(LinearDragForce().rate(), LinearDragForce::kDefaultRate);
}

} // namespace linear_drag_force_test
