// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/LocalAddedMass.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "ReferenceData.h"

#include <gtest/gtest.h>

#include <string>

namespace local_added_mass_test {

using namespace ambient;

namespace {

Vector3 semiAxesOf(const std::string& name) {
    if (name == "sphere") return {1.0, 1.0, 1.0};
    if (name == "triaxial") return {1.0, 0.6, 0.3};
    return {std::stod(name.substr(name.find_first_of("0123456789"))), 1.0, 1.0}; // prolate2, oblate0.5, ...
}

Matrix6 local(const TriangleMesh& mesh) {
    return localAddedMass(mesh).matrix();
}

TriangleMesh cylinder(double length) {
    return revolve({{0.0, 0.0, 1}, {1.0, 0.0, 16}, {1.0, length, 16}, {0.0, length, 1}});
}

/// Open at the top: as much hollow as bulge, but for its rim and its round bottom edges.
TriangleMesh testTube(double height) {
    const auto ring = [](double r, double z) { return Ring::ofSpacing(r, z, 0.7); };
    return revolve(
        {ring(0.0, 0.0), ring(1.0, 0.0), ring(1.0, height), ring(0.9, height), ring(0.9, 0.1), ring(0.0, 0.1)});
}

} // namespace

TEST(LocalAddedMass, IsExactForTheTranslationOfASphere) {
    const Matrix6 k = local(makeSphere(2.0, 1280));
    const double exact = analyticSphereAddedMass(2.0).matrix()(3, 3);
    for (int i = 3; i < 6; ++i)
        EXPECT_NEAR(k(i, i) / exact, 1.0, 2e-3); // measured 6.7e-4: facets
    EXPECT_NEAR(influenceDepth(makeSphere(2.0, 1280)), 1.0, 2e-3);
}

// Its side bends by 2 pi over the length, each rim by pi/2 over the circumference; an endless one has its exact value.
TEST(LocalAddedMass, OfACylinderFollowsFromItsSideAndItsRims) {
    for (double length : {1.0, 10.0, 1000.0}) {
        const double ratio = local(cylinder(length))(3, 3) / (kPi * length);
        EXPECT_NEAR(ratio / ((length + 1.0) / (length + kPi)), 1.0, 5e-4) << length; // measured 2e-4
    }
}

// [Soliman2024, table 1]: a b / (pi (a + b)). Across the plate: twice its area times this depth.
TEST(LocalAddedMass, OfAThinPlateIsThePublishedOne) {
    const double a = 2.0, b = 0.7;
    const TriangleMesh plate = makePlate({a, b, 1e-5}, 200);
    EXPECT_NEAR(influenceDepth(plate) * kPi * (a + b) / (a * b), 1.0, 1e-4);
    EXPECT_NEAR(local(plate)(5, 5) * kPi * (a + b) / (2.0 * a * a * b * b), 1.0, 1e-4);
}

TEST(LocalAddedMass, OfABoxFollowsFromItsEdges) {
    const Vector3 s(1.0, 2.0, 3.0);
    const double area = 2.0 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x());
    const double delta = area / (2.0 * kPi * s.sum()); // twelve right angles
    for (int faces : {12, 300}) {
        const TriangleMesh box = makeBox(s, faces);
        EXPECT_NEAR(influenceDepth(box) / delta, 1.0, 1e-14);
        EXPECT_NEAR(local(box)(3, 3) / (2.0 * s.y() * s.z() * delta), 1.0, 1e-14);
    }
}

TEST(LocalAddedMass, HasTheRatiosOfAnotherProgramToTheExactValues) {
    const nlohmann::json cases = test::referenceJson("local_added_mass_ratios.json");
    double depthError = 0.0, moveError = 0.0, spinError = 0.0;
    for (const nlohmann::json& c : cases) {
        const Vector3 semiAxes = semiAxesOf(c["name"]);
        const TriangleMesh mesh = makeEllipsoid(semiAxes, 5120);
        const Matrix6 k = local(mesh), exact = analyticEllipsoidAddedMass(semiAxes).matrix();
        depthError = std::max(depthError, std::abs(influenceDepth(mesh) / c["delta"].get<double>() - 1.0));
        for (int i = 0; i < 3; ++i) {
            const double move = k(3 + i, 3 + i) / exact(3 + i, 3 + i);
            moveError = std::max(moveError, std::abs(move / c["ratio_translation"][i].get<double>() - 1.0));
            if (c["ratio_rotation"][i].is_null()) continue; // the exact one is zero
            const double spin = k(i, i) / exact(i, i);
            spinError = std::max(spinError, std::abs(spin / c["ratio_rotation"][i].get<double>() - 1.0));
        }
    }
    EXPECT_LT(depthError, 2e-3); // measured 7.2e-4
    EXPECT_LT(moveError, 5e-3);  // measured 2.2e-3
    EXPECT_LT(spinError, 1e-2);  // measured 3.7e-3
}

TEST(LocalAddedMass, FollowsTheMeshsFrameToRounding) {
    test::Random random(1);
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 500));
    const SpatialInertia k = localAddedMass(mesh);
    for (int i = 0; i < 5; ++i) {
        const Pose aFromB{random.rotation(), random.vector(3.0)};
        const SpatialInertia moved = localAddedMass(test::transformed(mesh, aFromB));
        EXPECT_LT(test::relativeDifference(moved.changeFrame(aFromB), k), 1e-13); // measured 1.7e-14
    }
}

TEST(LocalAddedMass, ScalesWithTheThirdFourthAndFifthPowerOfLength) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    for (double s : {1e-3, 50.0}) {
        Vector6 powers;
        powers << Vector3::Constant(s * s * std::sqrt(s)), Vector3::Constant(s * std::sqrt(s));
        const SpatialInertia expected(powers.asDiagonal() * local(mesh) * powers.asDiagonal());
        EXPECT_LT(test::relativeDifference(localAddedMass(test::scaled(mesh, s)), expected, s),
                  1e-14); // measured 6e-16
    }
}

TEST(LocalAddedMass, IsNeverNegative) {
    for (const TriangleMesh& mesh :
         {test::lumpy(makeSphere(1.0, 320)), test::hemisphere(6), makePlate({2, 0.01, 1}, 48)})
        EXPECT_GT(localAddedMass(mesh).smallestEigenvalue(1.0), -1e-14);
}

TEST(LocalAddedMass, IsAMethodOfTheAddedMassWithoutPotentials) {
    const TriangleMesh mesh = test::transformed(test::lumpy(makeSphere(1.0, 320)), {expSO3({1, 2, 3}), {5, 0, 0}});
    double told = 0.0;
    const AddedMass result =
        computeAddedMass(mesh, {AddedMassMethod::Local, [&](double fraction) { told = fraction; }});
    EXPECT_LT(test::relativeDifference(result.perDensity, localAddedMass(mesh)), 1e-14); // measured 3e-16
    EXPECT_EQ(result.unitPotentials.rows(), 0);
    EXPECT_EQ(result.unknowns, 0);
    EXPECT_EQ(told, 1.0);
    FluidBodyDef def;
    def.addedMassMethod = AddedMassMethod::Local;
    const auto model = FluidBodyModel::build(mesh, def);
    EXPECT_EQ(model->addedMassPerDensity().matrix(), result.perDensity.matrix());
    EXPECT_EQ(model->unitPotentials().rows(), 0);
}

// A body half hollow has no depth: refused by name and not given an endless one.
TEST(LocalAddedMass, RefusesASurfaceThatIsAsHollowAsItBulges) {
    EXPECT_GT(influenceDepth(testTube(10.0)), 0.0);
    try {
        localAddedMass(testTube(60.0));
        FAIL() << "accepted";
    } catch (const std::invalid_argument& e) {
        for (const char* part : {"local added mass", "hollow", "dense"})
            EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << part;
    }
}

} // namespace local_added_mass_test
