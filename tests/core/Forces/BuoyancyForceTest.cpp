// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/BuoyancyForce.h"

#include "ForceTestSupport.h"

#include <gtest/gtest.h>

namespace buoyancy_force_test {

using namespace ambient;

namespace {

RelativeFlow stillWater(const Vector3& effectiveGravity) {
    RelativeFlow flow = test::flowOf(Twist(), 998.0);
    flow.effectiveGravity = effectiveGravity;
    return flow;
}

Wrench buoyancy(const FluidBodyModel& model, const Vector3& effectiveGravity) {
    return BuoyancyForce().evaluate(model, stillWater(effectiveGravity), nullptr);
}

} // namespace

TEST(BuoyancyForce, IsArchimedesAtTheCentreOfVolume) {
    const Vector3 centre(3.0, -1.0, 2.0), g(0, 0, -9.81);
    const auto model = test::dryModel(test::transformed(makeBox({1, 2, 3}, 48), {Quaternion::Identity(), centre}));
    const Wrench wrench = buoyancy(*model, g);
    const Vector3 force(0, 0, 998.0 * 6.0 * 9.81);
    EXPECT_LT((wrench.linear - force).norm(), 1e-13 * force.norm());
    EXPECT_LT((wrench.angular - centre.cross(force)).norm(), 1e-13 * force.norm());
}

// Hydrostatic pressure p = rho g . x is linear on a face: its integral is exact at the middles of the sides.
TEST(BuoyancyForce, IsTheIntegralOfHydrostaticPressureOverTheSurface) {
    const Vector3 g(1.0, -2.0, -9.0);
    const TriangleMesh mesh =
        test::transformed(test::lumpy(makeSphere(1.0, 500)), {expSO3({1, 2, 0.5}), {0.7, 1.5, -2.0}});
    Wrench expected;
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 x = 0.5 * (mesh.corner(f, k) + mesh.corner(f, (k + 1) % 3));
            const Vector3 force = -998.0 * g.dot(x) / 3.0 * mesh.areaVector(f);
            expected += Wrench(x.cross(force), force);
        }
    EXPECT_LT(test::relativeDifference(buoyancy(*test::dryModel(mesh), g), expected), 1e-13);
}

TEST(BuoyancyForce, FollowsTheFrameOfTheMesh) {
    test::Random random(1);
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 180));
    for (int i = 0; i < 20; ++i) {
        const Pose aFromB{random.rotation(), random.vector(2.0)};
        const RelativeFlow flow = stillWater(random.vector(10.0));
        const Wrench inB = BuoyancyForce().evaluate(*test::dryModel(mesh), flow, nullptr);
        const auto moved = test::dryModel(test::transformed(mesh, aFromB));
        const Wrench inA = BuoyancyForce().evaluate(*moved, test::seenFrom(aFromB, flow), nullptr);
        EXPECT_LT(test::relativeDifference(inA, changeFrame(aFromB, inB)), 1e-13);
    }
}

TEST(BuoyancyForce, DoesNotDependOnMotionAndScalesWithItsFactor) {
    const TriangleMesh mesh = makeSphere(1.0, 80);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    def.buoyancyScale = 0.25;
    RelativeFlow moving = stillWater({0, 0, -10});
    moving.twist = Twist({1, 2, 3}, {4, 5, 6});
    const auto model = test::dryModel(mesh);
    EXPECT_EQ(BuoyancyForce().evaluate(*model, moving, nullptr).vector(), buoyancy(*model, {0, 0, -10}).vector());
    const Wrench quarter = buoyancy(*FluidBodyModel::build(mesh, def), {0, 0, -10});
    EXPECT_LT(test::relativeDifference(quarter, 0.25 * buoyancy(*model, {0, 0, -10})), 1e-15);
}

TEST(BuoyancyForce, IsNotDissipativeAndNamed) {
    EXPECT_FALSE(BuoyancyForce().isDissipative());
    EXPECT_EQ(BuoyancyForce().name(), "buoyancy");
}

} // namespace buoyancy_force_test
