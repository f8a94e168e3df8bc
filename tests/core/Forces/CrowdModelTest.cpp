// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/CrowdPoints.h"
#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/NonNegativeSelection.h"
#include "ForceTestSupport.h"

#include <gtest/gtest.h>

namespace crowd_model_test {

using namespace ambient;

namespace {

struct Shape {
    const char* name;
    std::shared_ptr<const FluidBodyModel> full;
    ReducedModel crowd;

    Shape(const char* called, const TriangleMesh& mesh)
        : name(called), full(FluidBodyModel::build(mesh)), crowd(crowdModel(full)) {}
};

const std::vector<Shape>& shapes() {
    test::Random random(4);
    static const std::vector<Shape> all = {
        {"barrel", test::transformed(makeCylinder(0.29, 0.88, 300), {random.rotation(), random.vector()})},
        {"box", makeBox({1, 2, 3}, 300)},
        {"cone", makeCone(1.0, 2.0, 300)},
        {"capsule", makeCapsule(0.1, 0.5, 300)}};
    return all;
}

Wrench fullForces(const FluidBodyModel& model, const RelativeFlow& flow) {
    return ForceSet::surfacePressure().evaluate(model, flow).dissipative;
}

Wrench pointForces(const Shape& shape, const RelativeFlow& flow) {
    return crowdForces(*shape.crowd.model->crowdPoints(), shape.full->centerOfVolume(), flow);
}

/// Torque over the radius, about the centre of volume.
Vector6 inOneUnit(const FluidBodyModel& model, const Wrench& wrench) {
    Vector6 result;
    result << (wrench.angular - model.centerOfVolume().cross(wrench.linear)) / model.radius(), wrench.linear;
    return result;
}

/// A twist whose speed at the centre, or of the spin at the radius, is 1 m/s at most.
Twist randomTwist(test::Random& random, const FluidBodyModel& model) {
    const double ratio = std::pow(10.0, random.uniform(-1.0, 1.0));
    const Vector3 w = std::min(1.0, ratio) / model.radius() * random.direction();
    const Vector3 v = std::min(1.0, 1.0 / ratio) * random.direction();
    return {w, v - w.cross(model.centerOfVolume())};
}

} // namespace

// Measured: at most 1.1 % (root mean square), and 3.3 %, both of the box.
TEST(CrowdModel, ForcesOfFortyEightPointsAreWithinTwoPercentOfTheFullModels) {
    for (const Shape& shape : shapes()) {
        ASSERT_TRUE(shape.crowd.model->crowdPoints()) << shape.name;
        EXPECT_LE(shape.crowd.model->crowdPoints()->count, CrowdPoints::kMost + 6) << shape.name; // and bases
        EXPECT_LT(shape.crowd.misfit.mean, 0.02) << shape.name;
        EXPECT_LT(shape.crowd.misfit.largest, 0.08) << shape.name;
        EXPECT_EQ(shape.crowd.model->addedMassPerDensity().matrix(), shape.full->addedMassPerDensity().matrix());
    }
}

TEST(CrowdModel, NoMotionGainsPower) {
    test::Random random(5);
    for (const Shape& shape : shapes())
        for (int i = 0; i < 2500; ++i) {
            const double size = std::pow(10.0, random.uniform(-4.0, 1.0));
            const Twist twist = size * randomTwist(random, *shape.full);
            const RelativeFlow flow = test::flowOf(twist, 998.2, 1.0e-3);
            const Wrench wrench = pointForces(shape, flow);
            const double scale = wrench.linear.norm() * size + wrench.angular.norm() * twist.angular.norm();
            EXPECT_LE(power(twist, wrench), 1e-5 * scale) << shape.name; // rounding of single precision
        }
}

// From creeping flow to turbulence: Reynolds numbers 1e-3 to 1e7. Measured: at most 5.8 % of the full wrench,
// of the barrel at Re 1e4, where the parts of the pressure have other weights than where they were fitted.
TEST(CrowdModel, TheViscousRegimeIsThatOfTheFullModel) {
    test::Random random(6);
    for (const Shape& shape : shapes())
        for (double size = 1e-9; size < 20.0; size *= 10.0) {
            const Twist twist = size * Twist(0.3 / shape.full->radius() * random.direction(), random.direction());
            const RelativeFlow flow = test::flowOf(twist, 998.2, 1.0e-3);
            const Vector6 wanted = inOneUnit(*shape.full, fullForces(*shape.full, flow));
            const Vector6 is = inOneUnit(*shape.full, pointForces(shape, flow));
            EXPECT_LT((is - wanted).norm(), 0.07 * wanted.norm()) << shape.name << " at " << size << " m/s";
        }
}

TEST(CrowdModel, AModelWithoutResistanceOrPressureOrWithLiftingSurfacesHasNoPoints) {
    FluidBodyDef inviscid, pressureless;
    inviscid.viscousFaces = 0;
    pressureless.pressureScale = 0.0;
    for (const FluidBodyDef& def : {inviscid, pressureless})
        EXPECT_FALSE(crowdModel(FluidBodyModel::build(makeSphere(0.5, 80), def)).model->crowdPoints());
    const ReducedModel plate = crowdModel(FluidBodyModel::build(makePlate({1, 1, 0.02}, 300))); // lifting surfaces
    EXPECT_FALSE(plate.model->crowdPoints());
    EXPECT_GT(plate.misfit.mean, 0.0);
    EXPECT_EQ(test::refusal([] { crowdModel(nullptr); }), "crowdModel: the model is null");
}

TEST(NonNegativeSelection, FindsTheFewVariablesOfWhichTheTargetIsMade) {
    test::Random random(7);
    Eigen::MatrixXd columns(60, 30);
    for (Eigen::Index i = 0; i < columns.size(); ++i)
        columns.data()[i] = random.uniform(-1.0, 1.0);
    Eigen::VectorXd made = Eigen::VectorXd::Zero(30);
    for (const int i : {3, 8, 17, 25})
        made(i) = random.uniform(0.5, 2.0);
    const Eigen::VectorXd found = NonNegativeSelection(columns, columns * made).solve(12);
    EXPECT_LT((found - made).norm(), 1e-12); // measured 2e-15
    // And a target that needs a negative one stays non-negative, at the optimum: no column lowers the error.
    made(8) = -1.0;
    const Eigen::VectorXd wanted = columns * made;
    const Eigen::VectorXd x = NonNegativeSelection(columns, wanted).solve(30);
    const Eigen::VectorXd fall = columns.transpose() * (wanted - columns * x);
    EXPECT_GE(x.minCoeff(), 0.0);
    EXPECT_LT(fall.maxCoeff(), 1e-8);
}

} // namespace crowd_model_test
