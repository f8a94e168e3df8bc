// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "core/Mesh/MeshTestShapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ambient::several_pieces_test {
namespace {

/// Added mass per density of two balls, moved each alone, after the method of images: along the line through both
/// (axial) and across (lateral), of one ball by its own and by the other's motion.
struct TwoBalls {
    double radius, distance; ///< of the second ball; the first has radius 1
    double axialOwn, axialOther, axialSecond, lateralOwn, lateralOther, lateralSecond;
};

const TwoBalls kTwoBalls[] = {{1.0, 3.0, 2.1067048315241284, -0.2333911341770831, 2.1067048315241284,
                               2.0978073973851963, 0.11646306884048747, 2.0978073973851963},
                              {1.0, 2.1, 2.272256241700425, -0.7340617468801914, 2.272256241700425, 2.1457887398117657,
                               0.3502260490645517, 2.1457887398117657},
                              {0.5, 2.25, 2.1014582727454454, -0.06910718263510666, 0.2632671295556184,
                               2.0962451715715256, 0.03450064778435139, 0.26223810804920283}};

TriangleMesh pairOf(const TwoBalls& balls, int faces) {
    return test::joined(test::transformed(makeSphere(balls.radius, faces), Matrix3::Identity(), {0, 0, balls.distance}),
                        makeSphere(1.0, faces));
}

// Measured 0.07 % and less.
TEST(SeveralPieces, OfOneBodyHaveTheAddedMassOfTwoSpheresByTheMethodOfImages) {
    for (const TwoBalls& b : kTwoBalls) {
        const Matrix6 k = computeAddedMass(pairOf(b, 320)).perDensity.matrix();
        EXPECT_NEAR(k(5, 5) / (b.axialOwn + 2.0 * b.axialOther + b.axialSecond), 1.0, 1.5e-3);
        EXPECT_NEAR(k(3, 3) / (b.lateralOwn + 2.0 * b.lateralOther + b.lateralSecond), 1.0, 1.5e-3);
        // About the first ball's centre only the second is moved by a rotation across the line.
        EXPECT_NEAR(k(0, 0) / (b.distance * b.distance * b.lateralSecond), 1.0, 1.5e-3);
        EXPECT_NEAR(std::abs(k(0, 4)) / (b.distance * (b.lateralSecond + b.lateralOther)), 1.0, 1.5e-3);
    }
}

// So far apart as to be isolated: the sum of both by the parallel axis theorem, less an interaction of (a/d)^3 / 2.
TEST(SeveralPieces, FarApartAddUpByTheParallelAxisTheorem) {
    const double distance = 60.0, alone = 2.0 / 3.0 * kPi;
    const TwoBalls far = {1.0, distance, 0, 0, 0, 0, 0, 0};
    const Matrix6 k = computeAddedMass(pairOf(far, 320)).perDensity.matrix();
    EXPECT_NEAR(k(3, 3) / (2.0 * alone), 1.0, 5e-4); // measured 3e-4, as for one ball of 320 faces
    EXPECT_NEAR(k(5, 5) / (2.0 * alone), 1.0, 5e-4);
    EXPECT_NEAR(k(0, 0) / (distance * distance * alone), 1.0, 5e-4);
}

// The potentials have a separate constant for each piece. Only the twin method finds the constants without a condition.
// Measured 1.8 %, the error of collocation.
TEST(SeveralPieces, HaveThePotentialsThatTheTwinMethodFinds) {
    for (const TwoBalls& b : kTwoBalls) {
        const TriangleMesh mesh = pairOf(b, 320);
        const auto galerkin = computeAddedMass(mesh).facePotentials;
        const auto twin = computeAddedMass(mesh, {AddedMassMethod::Collocation, {}, true}).facePotentials;
        EXPECT_LT((galerkin - twin).rightCols<3>().norm(), 0.025 * twin.rightCols<3>().norm());
    }
}

TEST(SeveralPieces, MakeOneModel) {
    const auto model = FluidBodyModel::build(pairOf(kTwoBalls[0], 320));
    EXPECT_EQ(model->report().componentCount, 2);
    EXPECT_NEAR(model->volume(), 8.0 / 3.0 * kPi, 1e-12);
    EXPECT_TRUE(model->centerOfVolume().isApprox(Vector3(0, 0, 1.5), 1e-12));
}

} // namespace
} // namespace ambient::several_pieces_test
