// SPDX-License-Identifier: Zlib
// Bodies that change their shape in a viscous fluid: the viscous law has the tensor of the present shape, and the
// creeping drag of the change itself.
#include "SlowShapes.h"
#include "AmbientFluid/Body/ViscousRow.h"
#include "AmbientFluid/Forces/ViscousForce.h"
#include "AmbientFluid/StokesFlow/ShapeResistance.h"
#include "AmbientFluid/StokesFlow/SolvedSurface.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace slow_shapes_test {

using namespace ambient;

namespace {

constexpr double kCycle = 2.0 * kPi;

} // namespace

// A sequence whose author moves it about has no change of shape. Measured 1e-8, of the placement of the keys.
TEST(SlowShapes, AShapeThatStaysHasTheForceOfTheRigidBody) {
    test::Random random(5);
    ShapeSequence still = test::loopOf(4, 1.0, [](double) { return makeEllipsoid({1.0, 0.6, 0.3}, 320); });
    still.mass = 1.0;
    const auto moving = DeformingModel::build(test::inFrame(still, [](double t) {
        return Pose{Quaternion(expSO3({0.3 * std::sin(kCycle * t), 0.2, 0.0})), {t, 0.0, 0.0}};
    }));
    DeformedShape shape;
    moving->evaluate(0.3, shape);
    const FluidBodyModel& rigid = *moving->rest();
    const Matrix6 &found = shape.surface.viscous().resistance, &exact = rigid.viscousTensor().resistance;
    EXPECT_LT((found - exact).norm(), 1e-7 * exact.norm());
    EXPECT_LT(shape.surface.viscous().shapeMotion.vector().norm(), 1e-7);
    RelativeFlow flow;
    flow.density = 1.0;
    for (const double viscosity : {10.0, 0.1, 1e-3}) {
        flow.dynamicViscosity = viscosity;
        flow.twist = Twist(random.vector(), random.vector());
        const Vector6 ofShape = ViscousForce().evaluate(shape.surface, flow, nullptr).vector();
        const Vector6 ofBody = ViscousForce().evaluate(rigid.surface(), flow, nullptr).vector();
        EXPECT_LT((ofShape - ofBody).norm(), 1e-7 * ofBody.norm()) << viscosity;
    }
    EXPECT_LT(moving->report().resistanceError, 1e-7);
}

// Exact: 6 pi a, 8 pi a^3 and, for a radius that changes, the power 16 pi a a'^2 without a motion. Tables to rounding;
// power 5.2 % low, of the 160 facets that are solved.
TEST(SlowShapes, ASphereThatGrowsHasTheResistanceOfItsRadius) {
    const auto model = test::growingSphere();
    for (const double q : {-0.25, -0.1, 0.2}) {
        const test::Seen seen(*model, {q}, {0.5}, 1.0);
        const ViscousTensor& tensor = seen.shape.surface.viscous();
        const Matrix6 atRest = model->rest()->viscousTensor().resistance;
        EXPECT_NEAR(tensor.resistance(3, 3) / (atRest(3, 3) * (1.0 + q)), 1.0, 1e-12) << q;
        EXPECT_NEAR(tensor.resistance(0, 0) / (atRest(0, 0) * std::pow(1.0 + q, 3)), 1.0, 1e-12) << q;
        EXPECT_LT(tensor.shapeMotion.vector().norm(), 1e-12) << q;
        EXPECT_NEAR(tensor.shapePower / (16.0 * kPi * (1.0 + q) * 0.25), 1.0, 0.055) << q;
    }
}

// A bacterium of micrometres and a swimmer of metres: the tables have no length of their own.
TEST(SlowShapes, TheUnitOfLengthMakesNoDifference) {
    const double scale = 1e-6;
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.6, 0.3}, 180);
    const auto solved = [&mesh](double unit) {
        const TriangleMesh rest = test::moved(mesh, Vector3::Zero(), unit);
        TriangleMesh bent = rest;
        std::vector<Vector3> velocity;
        for (Vector3& v : bent.vertices) {
            v.z() += 0.3 * v.x() * v.x() / unit;
            velocity.push_back({0.0, 0.2 * v.y(), v.x() * v.x() / unit});
        }
        ViscousOptions options;
        options.faces = 180;
        const ShapeResistance shapes(rest, computeViscousTensor(rest, options), 100);
        return shapes.solve(bent, {velocity});
    };
    const ShapeResistance::Flow large = solved(1.0), small = solved(scale);
    const Matrix6 found = inUnits(small.tensor.resistance / scale, 1.0 / scale);
    EXPECT_LT((found - large.tensor.resistance).norm(), 1e-9 * large.tensor.resistance.norm());
    EXPECT_LT((small.motions[0].angular - large.motions[0].angular).norm(), 1e-9);
    EXPECT_LT((small.motions[0].linear / scale - large.motions[0].linear).norm(), 1e-9);
    double row[ViscousRow::kWidth];
    ViscousTensor read;
    ViscousRow::write(small.tensor, row);
    ViscousRow::read(row, read);
    const Matrix6 back = inUnits(read.resistance / scale, 1.0 / scale);
    EXPECT_LT((back - found).norm(), 1e-12 * found.norm());
    EXPECT_LT((read.center - small.tensor.center).norm(), 1e-12 * scale);
}

// The flow of a source, Q/(4 pi d^2), carries the other one of two equal spheres on a rod, and half of that both: to
// second order in the ratio of radius and distance.
TEST(SlowShapes, ASphereThatGrowsPushesItsNeighbourAway) {
    const double distance = 10.0;
    const TriangleMesh sphere = makeSphere(1.0, 180);
    const TriangleMesh pair = test::joined({sphere, test::moved(sphere, {distance, 0.0, 0.0})});
    ViscousOptions options;
    options.faces = 360;
    const ShapeResistance shapes(pair, computeViscousTensor(pair, options), 360);
    std::vector<Vector3> growth(pair.vertices.size(), Vector3::Zero());
    std::copy(sphere.vertices.begin(), sphere.vertices.end(), growth.begin());
    // A body without drag moves against the motion that has the drag of its change of shape, fit and rest.
    const double found = shapes.solve(pair, {growth}).motions[0].linear.x(),
                 exact = -0.5 / (distance * distance); // Q = 4 pi
    EXPECT_NEAR(found / exact, 1.0, 0.06);
}

// The same surface, whole and without interpolation: the metric of the locomotion. Measured 2.9 % of the fastest
// motion, of 160 faces and three nodes.
TEST(SlowShapes, AFreeBodyMovesAsInStokesFlow) {
    const auto model = test::threeLinks();
    test::Random random(11);
    double error = 0.0, largest = 0.0;
    for (int k = 0; k < 2; ++k) {
        const std::vector<double> q = {0.6 * random.vector().x(), 0.6 * random.vector().x()}, rates = {1.0, -0.5};
        const test::Seen seen(*model, q, rates, 1.0);
        const Vector6 wanted = test::inStokesFlow(*model, q, seen.shape);
        error = std::max(error, (seen.dragOfChange() - wanted).norm());
        largest = std::max(largest, wanted.norm());
    }
    EXPECT_LT(error, 0.04 * largest) << error / largest;
}

TEST(SlowShapes, TakesPowerAtAnyShapeAndMotion) {
    const auto model = test::threeLinks();
    test::Random random(17);
    for (int trial = 0; trial < 300; ++trial) {
        const Vector3 a = random.vector(), b = random.vector();
        test::Seen seen(*model, {0.79 * std::clamp(a.x(), -1.0, 1.0), 0.79 * std::clamp(a.y(), -1.0, 1.0)},
                        {b.x(), b.y()}, std::pow(10.0, 4.0 * std::clamp(a.z(), -1.0, 1.0)));
        seen.flow.twist = Twist(random.vector(), random.vector());
        EXPECT_LT(ViscousForce().power(seen.shape.surface, seen.flow), 0.0);
        EXPECT_GE(seen.shape.surface.viscous().shapePower, 0.0);
    }
}

} // namespace slow_shapes_test
