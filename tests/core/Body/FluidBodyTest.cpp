// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBody.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace fluid_body_test {

using namespace ambient;

namespace {

const Pose kOffCentre{expSO3({0.4, -0.2, 0.9}), {0.5, -1.0, 2.0}};

} // namespace

TEST(FluidBody, ASolidBodyHasTheMassAndInertiaOfItsMesh) {
    const auto model = test::dryModel(test::transformed(makeBox({1, 2, 3}, 48), {Quaternion::Identity(), {5, 6, 7}}));
    const FluidBody body = makeSolidBody(model, 500.0);
    EXPECT_NEAR(body.mass(), 3000.0, 1e-9);
    Vector6 expected;
    expected << 3000.0 / 12.0 * Vector3(4 + 9, 9 + 1, 1 + 4), Vector3::Constant(3000.0);
    const Matrix6 difference = body.bodyInertia.matrix() - expected.asDiagonal().toDenseMatrix();
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-9); // measured 2e-11
}

TEST(FluidBody, ASolidBodysFrameIsItsCentreOfMassWithTheMeshsAxes) {
    const auto model = test::dryModel(test::transformed(test::lumpy(makeSphere(1.0, 320)), kOffCentre));
    const FluidBody body = makeSolidBody(model, 500.0);
    EXPECT_EQ(body.bodyFromMesh.orientation.coeffs(), Quaternion::Identity().coeffs());
    EXPECT_LT((body.bodyFromMesh * model->centerOfVolume()).norm(), 1e-14);
    const SpatialInertia inMesh = body.bodyInertia.changeFrame(body.bodyFromMesh);
    const Vector3 com = solidMassProperties(model->mesh(), 500.0).centerOfMass;
    const Matrix3 coupling = inMesh.matrix().topRightCorner<3, 3>();
    EXPECT_LT((coupling - body.mass() * skew(com)).norm(), 1e-11 * body.mass());
}

TEST(FluidBody, MassAndDensityAreTwoWaysToSayTheSame) {
    const auto model = test::dryModel(test::lumpy(makeSphere(1.0, 320)));
    const FluidBody byDensity = makeSolidBody(model, 700.0);
    const FluidBody byMass = makeSolidBodyOfMass(model, 700.0 * model->volume());
    EXPECT_LT(test::relativeDifference(byMass.bodyInertia, byDensity.bodyInertia), 1e-15);
    EXPECT_EQ(byMass.bodyFromMesh.position, byDensity.bodyFromMesh.position);
    EXPECT_NEAR(makeSolidBodyOfMass(model, 3.5).mass(), 3.5, 1e-14);
}

TEST(FluidBody, AddedMassIsAboutTheCentreOfMassAndProportionalToDensity) {
    const TriangleMesh centred = makeEllipsoid({1.0, 0.6, 0.3}, 320);
    const FluidBody body =
        makeSolidBody(FluidBodyModel::build(test::transformed(centred, {Quaternion::Identity(), {5, 6, 7}})), 900.0);
    const SpatialInertia expected = FluidBodyModel::build(centred)->addedMassPerDensity();
    EXPECT_LT(test::relativeDifference(body.addedMass(1.0), expected), 1e-11);
    EXPECT_LT(test::relativeDifference(body.addedMass(998.0), expected.scaled(998.0)), 1e-11);
    EXPECT_TRUE(body.addedMass(0.0).matrix().isZero(0.0));
}

TEST(FluidBody, AddedMassFollowsThePlacementOfTheMesh) {
    FluidBody body{FluidBodyModel::build(makeEllipsoid({1.0, 0.6, 0.3}, 320)), kOffCentre, SpatialInertia()};
    // A twist in body axes must have the same energy in mesh axes.
    const Twist inBody({0.3, 0.2, -0.5}, {1.0, 0.4, 0.1});
    const Twist inMesh = changeFrame(inBody, body.bodyFromMesh);
    EXPECT_NEAR(body.addedMass(1000.0).energy(inBody) / body.model->addedMassPerDensity().scaled(1000.0).energy(inMesh),
                1.0, 1e-13);
}

TEST(FluidBody, RefusesADensityOrMassThatIsNotPositiveAndFinite) {
    const auto model = test::dryModel(makeSphere(1.0, 80));
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        EXPECT_THROW(makeSolidBody(model, bad), std::invalid_argument) << bad;
        EXPECT_THROW(makeSolidBodyOfMass(model, bad), std::invalid_argument) << bad;
    }
}

} // namespace fluid_body_test
