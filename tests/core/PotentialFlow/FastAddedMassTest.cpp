// SPDX-License-Identifier: Zlib
#include "../TestBodies.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"
#include "InstructionSets.h"
#include "TwoBalls.h"

#include <gtest/gtest.h>

#include <omp.h>

#include <stdexcept>

namespace fast_added_mass_test {

using namespace ambient;

namespace {

AddedMass solve(const TriangleMesh& mesh, AddedMassMethod method = AddedMassMethod::Fast, double tolerance = 1e-4) {
    return computeAddedMass(mesh, {method, nullptr, false, tolerance});
}

/// Largest relative errors of rotations and translations; exact zeros are left out.
struct Errors {
    double rotation = 0.0, translation = 0.0;
};

Errors ellipsoidErrors(const Vector3& semiAxes, int faces) {
    const Vector6 exact = analyticEllipsoidAddedMass(semiAxes).matrix().diagonal();
    const Vector6 computed = solve(makeEllipsoid(semiAxes, faces)).perDensity.matrix().diagonal();
    Errors errors;
    for (int k = 0; k < 6; ++k) {
        double& error = k < 3 ? errors.rotation : errors.translation;
        if (exact[k] != 0.0) error = std::max(error, std::abs(computed[k] / exact[k] - 1.0));
    }
    return errors;
}

} // namespace

TEST(FastAddedMass, OfEllipsoidsIsWithinATenthOfAPercentFromThreeThousandFaces) {
    for (const Vector3& s : {Vector3(1, 2, 3), Vector3(5, 1, 5), Vector3(1, 1, 1)}) {
        const Errors at2880 = ellipsoidErrors(s, 2880), at9680 = ellipsoidErrors(s, 9680);
        EXPECT_LT(at2880.translation, 1e-3); // measured 0.71e-3, 0.76e-3, 0.67e-3
        EXPECT_LT(at2880.rotation, 3e-3);    // measured 2.1e-3
        EXPECT_LT(at9680.translation, 3e-4); // measured 2.3e-4
        EXPECT_LT(at9680.rotation, 8e-4);    // measured 6e-4
    }
}

TEST(FastAddedMass, OfADiscOneInTwentyFiveIsWithinAQuarterPercent) {
    const Errors errors = ellipsoidErrors({1.0, 1.0, 0.04}, 2880);
    EXPECT_LT(errors.translation, 2.5e-3); // measured 1.1e-3
    EXPECT_LT(errors.rotation, 1e-2);      // measured 6.7e-3
}

TEST(FastAddedMass, OfAPlateOneInFortyIsWithinOnePercentOfGalerkins) {
    const SpatialInertia exact = solve(makePlate({2.0, 0.05, 2.0}, 1200), AddedMassMethod::Galerkin).perDensity;
    const SpatialInertia fast = solve(makePlate({2.0, 0.05, 2.0}, 5400)).perDensity;
    EXPECT_NEAR(fast.matrix()(4, 4) / exact.matrix()(4, 4), 1.0, 0.01);
    EXPECT_GT(fast.smallestEigenvalue(2.0), 0.0);
}

TEST(FastAddedMass, ErrorFallsAtLeastWithTheWidthOfTheMeshToThePowerThreeHalves) {
    double before = 0.0;
    for (int faces : {320, 1280, 5120}) {
        const double error = ellipsoidErrors({1, 2, 3}, faces).translation;
        if (before > 0.0) {
            EXPECT_GT(std::log2(before / error), 1.5) << faces; // measured 2.0
        }
        before = error;
    }
}

TEST(FastAddedMass, IsThatOfTheDenseTwinsWithinTheirDiscretisation) {
    const TriangleMesh lumpy = test::lumpy(makeSphere(1.0, 720));
    const AddedMass fast = solve(lumpy), collocation = solve(lumpy, AddedMassMethod::Collocation);
    const SpatialInertia galerkin = solve(lumpy, AddedMassMethod::Galerkin).perDensity;
    EXPECT_LT(test::relativeDifference(fast.perDensity, collocation.perDensity), 0.015);
    EXPECT_LT(test::relativeDifference(fast.perDensity, galerkin), 8e-3);
    EXPECT_LT((fast.facePotentials - collocation.facePotentials).norm(), 0.015 * collocation.facePotentials.norm());
}

TEST(FastAddedMass, MovesByNoMoreThanTheToleranceAskedFor) {
    for (const TriangleMesh& mesh : {test::lumpy(makeSphere(1.0, 1280)), makePlate({2.0, 0.05, 2.0}, 1200),
                                     makeEllipsoid({1.0, 1.0, 0.04}, 1280), makeCylinder(1.0, 0.5, 1000)}) {
        const AddedMass best = solve(mesh, AddedMassMethod::Fast, 1e-6);
        for (double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
            const AddedMass result = solve(mesh, AddedMassMethod::Fast, tolerance);
            EXPECT_LT(test::relativeDifference(result.perDensity, best.perDensity), tolerance) << mesh.faceCount();
            EXPECT_LE(result.residual, tolerance);
            EXPECT_LE(result.iterations, best.iterations);
        }
    }
}

TEST(FastAddedMass, IsPositiveDefiniteForEveryClosedMesh) {
    for (const TriangleMesh& mesh :
         {makePlate({2.0, 0.2, 2.0}, 600), makePlate({2.0, 0.05, 2.0}, 600), makePlate({2.0, 0.01, 2.0}, 600),
          makePlate({2.0, 0.002, 1.0}, 600), makeBox({1.0, 1.0, 1.0}, 600), makeBox({1.0, 0.1, 0.02}, 600),
          makeSphere(1.0, 500), makeCylinder(1.0, 0.1, 800), makeCylinder(0.1, 3.0, 600), test::hemisphere(12),
          test::lumpy(makeSphere(1.0, 320)), makeEllipsoid({1.0, 1.0, 0.5}, 1280)}) {
        const AddedMass result = solve(mesh);
        EXPECT_EQ(result.perDensity.matrix(), result.perDensity.matrix().transpose());
        EXPECT_GT(result.perDensity.smallestEigenvalue(std::sqrt(surfaceArea(mesh))), 0.0) << mesh.faceCount();
        EXPECT_LT(result.symmetryDefect, 5e-3);
    }
}

TEST(FastAddedMass, FollowsTheMeshsFrameToTheTolerance) {
    test::Random random(1);
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 1280));
    const SpatialInertia k = solve(mesh).perDensity;
    for (int i = 0; i < 3; ++i) {
        const Pose aFromB{random.rotation(), random.vector(3.0)};
        const SpatialInertia moved = solve(test::transformed(mesh, aFromB)).perDensity;
        EXPECT_LT(test::relativeDifference(moved.changeFrame(aFromB), k), 1e-4);
    }
}

TEST(FastAddedMass, ScalesWithTheThirdFourthAndFifthPowerOfLength) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 1280));
    const SpatialInertia k = solve(mesh).perDensity;
    for (double s : {1e-6, 1e-3, 50.0, 1e6}) {
        Vector6 powers;
        powers << Vector3::Constant(s * s * std::sqrt(s)), Vector3::Constant(s * std::sqrt(s));
        const SpatialInertia expected(powers.asDiagonal() * k.matrix() * powers.asDiagonal());
        EXPECT_LT(test::relativeDifference(solve(test::scaled(mesh, s)).perDensity, expected, s), 1e-4);
    }
}

TEST(FastAddedMass, ADifferentNumberOfThreadsGivesTheSameBytes) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 2880));
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const AddedMass one = solve(mesh);
    for (int n : {2, 3}) {
        omp_set_num_threads(n);
        const AddedMass more = solve(mesh);
        EXPECT_EQ(one.perDensity.matrix(), more.perDensity.matrix());
        EXPECT_EQ(one.unitPotentials, more.unitPotentials);
        EXPECT_EQ(one.iterations, more.iterations);
    }
    omp_set_num_threads(threads);
}

TEST(FastAddedMass, EveryInstructionSetGivesTheSameBytes) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 1280));
    const test::KeptInstructionSet kept;
    const AddedMass best = solve(mesh);
    for (const InstructionSet set : test::instructionSets()) {
        setInstructionSet(set);
        EXPECT_EQ(solve(mesh).unitPotentials, best.unitPotentials) << instructionSetName(set);
    }
}

TEST(FastAddedMass, OfSeveralPiecesIsThatOfTheTwin) {
    const TriangleMesh balls = test::twoBalls(720, makeSphere(1.0, 1280));
    const AddedMass fast = solve(balls), twin = solve(balls, AddedMassMethod::Galerkin);
    EXPECT_LT(test::relativeDifference(fast.perDensity, twin.perDensity), 3e-3);
    const auto difference = (fast.facePotentials - twin.facePotentials).rightCols<3>();
    EXPECT_LT(difference.norm(), 8e-3 * twin.facePotentials.rightCols<3>().norm());
}

TEST(FastAddedMass, RefinesCoarseBodiesWithSharpEdgesAsGalerkinDoes) {
    const TriangleMesh box = makeBox({1.0, 1.0, 1.0}, 12);
    const AddedMass fast = computeAddedMass(box, {AddedMassMethod::Fast, nullptr});
    const AddedMass fine = solve(makeBox({1.0, 1.0, 1.0}, 1200), AddedMassMethod::Galerkin);
    EXPECT_LT(test::relativeDifference(fast.perDensity, fine.perDensity), 0.03);
    EXPECT_GT(fast.unknowns, 400);
    EXPECT_EQ(fast.unitPotentials.rows(), 12);
    EXPECT_EQ(fast.facePotentials, fast.unitPotentials);
}

TEST(FastAddedMass, IsWhatAutoChoosesForLargeMeshesOnly) {
    const TriangleMesh small = makeSphere(1.0, 320), large = makeEllipsoid({1.0, 2.0, 3.0}, 6480);
    ASSERT_GT(large.faceCount(), kMostDenseFaces);
    const AddedMass ofSmall = computeAddedMass(small), ofLarge = computeAddedMass(large);
    EXPECT_EQ(ofSmall.method, AddedMassMethod::Galerkin);
    EXPECT_EQ(ofSmall.perDensity.matrix(), solve(small, AddedMassMethod::Galerkin).perDensity.matrix());
    EXPECT_EQ(ofLarge.method, AddedMassMethod::Fast);
    EXPECT_EQ(ofLarge.unitPotentials, solve(large).unitPotentials);
    EXPECT_EQ(ofLarge.unknowns, large.faceCount());
}

TEST(FastAddedMass, MakesAModelOfALargeMeshWithoutADenseMatrix) {
    const auto model = FluidBodyModel::build(makeSphere(1.0, 8000));
    EXPECT_EQ(model->unitPotentials().rows(), model->mesh().faceCount());
    EXPECT_NEAR(model->addedMassPerDensity().matrix()(3, 3) / model->volume(), 0.5, 5e-4);
    for (double length : model->surfaceShape().potentialLength)
        EXPECT_NEAR(length, 0.5, 0.01);
}

TEST(FastAddedMass, ProgressRisesFromZeroToOne) {
    const int threads = omp_get_max_threads();
    std::vector<double> fractions;
    omp_set_num_threads(1);
    computeAddedMass(makeSphere(1.0, 720), {AddedMassMethod::Fast, [&](double f) { fractions.push_back(f); }});
    omp_set_num_threads(threads);
    ASSERT_GE(fractions.size(), 10u);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GE(fractions.front(), 0.0);
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST(FastAddedMass, RefusesATolerancePastItsArithmetic) {
    const TriangleMesh mesh = makeSphere(1.0, 320);
    for (double tolerance : {0.0, 1e-8, 0.1, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW(solve(mesh, AddedMassMethod::Fast, tolerance), std::invalid_argument) << tolerance;
}

TEST(FastAddedMass, SaysSoWhenItCannotConverge) {
    try {
        computeAddedMass(makeBox({1.0, 0.1, 1e-5}, 12), {AddedMassMethod::Fast, nullptr});
        FAIL() << "must refuse";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("too thin"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("iterations"), std::string::npos) << error.what();
    }
}

} // namespace fast_added_mass_test
