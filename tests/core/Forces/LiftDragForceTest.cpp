// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LiftDragForce.h"
#include "AmbientFluid/Body/SurfaceData.h"

#include "ForceTestSupport.h"
#include "ReferenceData.h"

#include <gtest/gtest.h>

namespace lift_drag_force_test {

using namespace ambient;

namespace {

constexpr double kDensity = 1.2;

Wrench liftDrag(const FluidBodyModel& model, const Twist& twist, double density = kDensity) {
    return LiftDragForce().evaluate(model, test::flowOf(twist, density), nullptr);
}

/// Force over 1/2 rho V^2 area of a body of speed V = 2.
Vector3 coefficients(const FluidBodyModel& model, const Vector3& direction, double area,
                     const Vector3& spin = {0, 0, 0}) {
    return liftDrag(model, {spin, 2.0 * direction}).linear / (0.5 * kDensity * 4.0 * area);
}

double dragAlong(const TriangleMesh& mesh, const Vector3& direction, double area) {
    return -coefficients(*test::dryModel(mesh), direction, area).dot(direction);
}

const FluidBodyModel& sphere() {
    static const auto model = test::dryModel(makeSphere(1.0, 5120));
    return *model;
}

} // namespace

// A direction's drag is the mean of <n, v>^2 over the surface: exact for all of these.
TEST(LiftDragForce, DragOfPlainShapesIsTheExactOne) {
    EXPECT_NEAR(dragAlong(makeBox({1, 1, 1}, 48), Vector3::UnitX(), 1.0), 2.0, 1e-14);
    EXPECT_NEAR(dragAlong(makeBox({1, 1, 1}, 48), Vector3(1, 1, 0).normalized(), std::sqrt(2.0)), std::sqrt(2.0),
                1e-14);
    EXPECT_NEAR(dragAlong(makeSphere(1.0, 5120), Vector3::UnitX(), kPi), 4.0 / 3.0, 1e-3);         // measured 3.2e-4
    EXPECT_NEAR(dragAlong(makeCylinder(1.0, 2.0, 4800), Vector3::UnitX(), 4.0), 0.5 * kPi, 2e-3);  // measured 8.2e-4
    EXPECT_NEAR(dragAlong(makeCylinder(1.0, 2.0, 4800), Vector3::UnitZ(), kPi), 2.0, 1e-13);       // measured 3e-15
    EXPECT_NEAR(dragAlong(test::hemisphere(30), Vector3::UnitZ(), kPi), 5.0 / 3.0, 5e-4);          // measured 1.5e-4
    EXPECT_NEAR(dragAlong(makeCone(1.0, std::sqrt(3.0), 2400), Vector3::UnitZ(), kPi), 1.5, 2e-3); // measured 9.1e-4
    EXPECT_NEAR(dragAlong(makeCone(1.0, std::sqrt(3.0), 2400), -Vector3::UnitZ(), kPi), 1.5, 2e-3);
}

// [Soliman2024, eqs. 3, 4]: CL = sin 2a and CD = 2 sin^2 a are a normal force of 2 sin a.
TEST(LiftDragForce, AThinPlateHasPublishedLiftAndDrag) {
    const auto plate = test::dryModel(makePlate({1, 1, 1e-6}, 48));
    for (double degrees : {0.0, 5.0, 30.0, 45.0, 60.0, 90.0}) {
        const double a = degrees * kPi / 180.0;
        const Vector3 direction(std::cos(a), 0.0, -std::sin(a));
        const Vector3 c = coefficients(*plate, direction, 1.0);
        EXPECT_NEAR(c.z(), 2.0 * std::sin(a), 3e-6);
        EXPECT_NEAR(-c.dot(direction), 2.0 * std::sin(a) * std::sin(a), 3e-6);
        EXPECT_NEAR(c.dot(Vector3(std::sin(a), 0.0, std::cos(a))), std::sin(2.0 * a), 3e-6);
    }
}

// No Magnus effect: the back undoes the deflection by the front.
TEST(LiftDragForce, ASpinningSphereHasNoLiftAndKeepsItsSpin) {
    for (double s : {0.1, 0.5, 2.0}) {
        const Vector3 c = coefficients(sphere(), Vector3::UnitX(), kPi, {0, 0, 2.0 * s});
        EXPECT_LT(std::abs(c.y()), 1e-14) << "S " << s; // measured 1e-16
        EXPECT_GT(-c.x(), 4.0 / 3.0);
    }
    const Twist spin({0, 0, 3.0}, Vector3::Zero());
    EXPECT_LT(liftDrag(sphere(), spin).vector().norm(), 1e-3); // measured 1.9e-4: facets
}

TEST(LiftDragForce, HasTheCoefficientsOfAnotherProgram) {
    const nlohmann::json reference = test::referenceJson("lift_drag_coefficients.json");
    for (const nlohmann::json& row : reference["spinning_sphere_drag"]) {
        const double s = row["S"];
        const Vector3 c = coefficients(sphere(), Vector3::UnitX(), kPi, {0, 0, 2.0 * s});
        EXPECT_NEAR(-c.x() / row["CD"].get<double>(), 1.0, 2e-3) << "S " << s; // measured 5.4e-4
    }
    const Vector3 oblate(1.0, 0.2, 1.0);
    const nlohmann::json& row = reference["oblate_spheroid_5_to_1"];
    EXPECT_NEAR(dragAlong(makeEllipsoid(oblate, 5120), Vector3::UnitY(), kPi), row["broadside"].get<double>(), 2e-2);
    EXPECT_NEAR(dragAlong(makeEllipsoid(oblate, 5120), Vector3::UnitX(), 0.2 * kPi), row["edge_on"].get<double>(),
                2e-2);
}

// Every face brakes: the power is a sum of non-positive terms.
TEST(LiftDragForce, TakesPowerFaceByFace) {
    test::Random random(1);
    for (const TriangleMesh& mesh : test::assortedBodies()) {
        const auto model = test::dryModel(mesh);
        for (int i = 0; i < 50; ++i) {
            const double mix = random.uniform(-3.0, 3.0);
            const RelativeFlow flow = test::flowOf(random.twist(std::exp(mix), std::exp(-mix)));
            double expected = 0.0;
            for (int f = 0; f < model->faces().size(); ++f) {
                const Vector3 u = flow.velocityAt(model->faces().centroid(f));
                const double normalVelocity = model->faces().normal(f).dot(u);
                expected -= 0.5 * kDensity * u.norm() * normalVelocity * normalVelocity * model->faces().area[f];
            }
            ASSERT_NEAR(power(flow.twist, liftDrag(*model, flow.twist)) / expected, 1.0, 1e-14); // measured 1e-15
            ASSERT_LT(expected, 0.0);
        }
    }
}

TEST(LiftDragForce, IsQuadraticInTheTwistAndLinearInDensityAndScale) {
    test::Random random(2);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    const auto model = FluidBodyModel::build(mesh, def);
    def.pressureScale = 0.7;
    const auto scaledModel = FluidBodyModel::build(mesh, def);
    for (int i = 0; i < 10; ++i) {
        const Twist twist = random.twist(1.0, 1.0);
        const Wrench one = liftDrag(*model, twist);
        EXPECT_LT(test::relativeDifference(liftDrag(*model, 3.0 * twist), 9.0 * one), 1e-14);
        EXPECT_LT(test::relativeDifference(liftDrag(*model, -3.0 * twist), -9.0 * one), 1e-14);
        EXPECT_LT(test::relativeDifference(liftDrag(*model, twist, 5.0 * kDensity), 5.0 * one), 1e-14);
        EXPECT_LT(test::relativeDifference(liftDrag(*scaledModel, twist), 0.7 * one), 1e-14);
    }
    EXPECT_EQ(liftDrag(*model, Twist()).vector(), Vector6::Zero());
}

TEST(LiftDragForce, FollowsTheFrameOfTheMesh) {
    test::Random random(3);
    for (const TriangleMesh& mesh : test::assortedBodies()) {
        const Pose aFromB{random.rotation(), random.vector(2.0)};
        const RelativeFlow flow = test::flowOf(random.twist(1.0, 1.0));
        const Wrench inB = liftDrag(*test::dryModel(mesh), flow.twist);
        const auto moved = test::dryModel(test::transformed(mesh, aFromB));
        const Wrench inA = liftDrag(*moved, test::seenFrom(aFromB, flow).twist);
        EXPECT_LT(test::relativeDifference(inA, changeFrame(aFromB, inB)), 3e-14); // measured 3e-15
    }
}

TEST(LiftDragForce, AQuarterOfTheFacesIsEnoughForASmoothBody) {
    test::Random random(4);
    const auto coarse = test::dryModel(makeEllipsoid({1.0, 0.6, 0.3}, 1280));
    const auto fine = test::dryModel(makeEllipsoid({1.0, 0.6, 0.3}, 5120));
    for (int i = 0; i < 20; ++i) {
        const Twist twist = random.twist(1.0, 1.0);
        EXPECT_LT(test::relativeDifference(liftDrag(*coarse, twist), liftDrag(*fine, twist)), 3e-3); // measured 7e-4
    }
}

TEST(LiftDragForce, IsDissipativeAndNamed) {
    EXPECT_TRUE(LiftDragForce().isDissipative());
    EXPECT_EQ(LiftDragForce().name(), "lift_drag");
}

} // namespace lift_drag_force_test
