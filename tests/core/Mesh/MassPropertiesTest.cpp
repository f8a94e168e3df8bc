// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace ambient::mass_properties_test {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

double relativeDifference(const Matrix3& a, const Matrix3& b) {
    return (a - b).norm() / b.norm();
}

Matrix3 boxInertia(double mass, const Vector3& size) {
    const Vector3 q = size.cwiseProduct(size);
    return Vector3(q.y() + q.z(), q.z() + q.x(), q.x() + q.y()).asDiagonal() *
           Matrix3(mass / 12.0 * Matrix3::Identity());
}

TEST(MassProperties, TetrahedronIsExact) {
    const TriangleMesh mesh = test::cornerTetrahedron();
    EXPECT_NEAR(enclosedVolume(mesh), 1.0 / 6.0, 1e-16);
    EXPECT_NEAR((volumeCentroid(mesh) - Vector3::Constant(0.25)).norm(), 0.0, 1e-16);
    EXPECT_NEAR(surfaceArea(mesh), 1.5 + std::sqrt(3.0) / 2.0, 1e-15);

    // Over the tetrahedron Int x^2 = 1/60 and Int x y = 1/120 about the corner; moved to the centroid: 1/160, -1/480.
    const MassProperties p = solidMassProperties(mesh, 1.0);
    const Matrix3 moments = Matrix3::Constant(-1.0 / 480.0) + (1.0 / 160.0 + 1.0 / 480.0) * Matrix3::Identity();
    EXPECT_LT(relativeDifference(p.inertia, moments.trace() * Matrix3::Identity() - moments), 1e-15);
}

TEST(MassProperties, InertiaOfABoxIsExact) {
    const Vector3 size(1.0, 2.0, 3.0);
    for (int faces : {12, 500}) {
        const TriangleMesh mesh = makeBox(size, faces);
        const MassProperties p = solidMassProperties(mesh, 2.5);
        EXPECT_NEAR(p.mass, 15.0, 1e-13);
        EXPECT_LT(p.centerOfMass.norm(), 1e-15);
        EXPECT_LT(relativeDifference(p.inertia, boxInertia(15.0, size)), 1e-14);
        EXPECT_NEAR(surfaceArea(mesh), 22.0, 1e-13);
    }
}

TEST(MassProperties, DivergenceTheoremHolds) {
    const TriangleMesh mesh = test::transformed(makeFootball(0.28, 0.17, 700), Matrix3::Identity(), {3.0, -1.0, 2.0});
    Vector3 areaSum = Vector3::Zero();
    Matrix3 positionMoment = Matrix3::Zero(); // Int x n^T dA = V 1
    for (int f = 0; f < mesh.faceCount(); ++f) {
        areaSum += mesh.areaVector(f);
        positionMoment += mesh.faceCentroid(f) * mesh.areaVector(f).transpose();
    }
    const double volume = enclosedVolume(mesh);
    EXPECT_LT(areaSum.norm() / surfaceArea(mesh), 1e-15);
    EXPECT_LT(relativeDifference(positionMoment, volume * Matrix3::Identity()), 1e-12); // 2e-14, far origin included
}

TEST(MassProperties, FollowRotationAndTranslation) {
    std::mt19937 random(1);
    const TriangleMesh mesh =
        test::transformed(makeCone(0.7, 1.9, 500), Vector3(1.0, 1.4, 0.8).asDiagonal(), {0, 0, 0});
    const Vector3 shift(3.0, -20.0, 7.0);
    const Matrix3 rotation = test::randomRotation(random);
    const TriangleMesh moved = test::transformed(mesh, rotation, shift);
    EXPECT_NEAR(enclosedVolume(moved) / enclosedVolume(mesh), 1.0, 1e-13);
    const auto expectCovariant = [&](const MassProperties& p, const MassProperties& q) {
        EXPECT_NEAR(q.mass / p.mass, 1.0, 1e-13);
        EXPECT_LT((q.centerOfMass - rotation * p.centerOfMass - shift).norm(), 1e-13);
        EXPECT_LT(relativeDifference(q.inertia, rotation * p.inertia * rotation.transpose()), 1e-13);
    };
    expectCovariant(solidMassProperties(mesh, 700.0), solidMassProperties(moved, 700.0));
    expectCovariant(shellMassProperties(mesh, 2.0), shellMassProperties(moved, 2.0));
}

TEST(MassProperties, RotationalSymmetryOfAPrimitiveShowsInItsInertia) {
    for (const TriangleMesh& mesh :
         {makeCylinder(1.0, 3.0, 700), makeCone(1.0, 2.0, 701), makeCapsule(1.0, 1.0, 702)}) {
        const Matrix3 inertia = solidMassProperties(mesh, 1.0).inertia;
        EXPECT_NEAR(inertia(0, 0) / inertia(1, 1), 1.0, 1e-13);
        EXPECT_LT((inertia - Matrix3(inertia.diagonal().asDiagonal())).norm() / inertia.norm(), 1e-15);
    }
}

TEST(MassProperties, SphereTendsToTwoFifthsSolidAndTwoThirdsShell) {
    double lastSolid = 1.0, lastShell = 1.0;
    for (int faces : {320, 1280, 5120}) {
        const TriangleMesh mesh = makeSphere(2.0, faces);
        const MassProperties solid = solidMassProperties(mesh, 3.0), shell = shellMassProperties(mesh, 3.0);
        const double solidError = std::abs(solid.inertia(0, 0) / (0.4 * solid.mass * 4.0) - 1.0);
        const double shellError = std::abs(shell.inertia(0, 0) / (2.0 / 3.0 * shell.mass * 4.0) - 1.0);
        EXPECT_LT(solidError, 0.3 * lastSolid); // second order: 1/4 per doubling
        EXPECT_LT(shellError, 0.3 * lastShell);
        lastSolid = solidError;
        lastShell = shellError;
    }
    EXPECT_LT(lastSolid, 2e-6); // equal volume makes the solid's error small
    EXPECT_LT(lastShell, 2e-3);
}

TEST(MassProperties, ShellOfABoxIsExact) {
    const double sigma = 2.0; // cube of side 1: six plates of mass sigma, inertia 5/3 sigma
    const MassProperties p = shellMassProperties(makeBox({1, 1, 1}, 12), sigma);
    EXPECT_NEAR(p.mass, 6.0 * sigma, 1e-14);
    EXPECT_LT(p.centerOfMass.norm(), 1e-15);
    EXPECT_LT(relativeDifference(p.inertia, 5.0 / 3.0 * sigma * Matrix3::Identity()), 1e-15);
}

TEST(MassProperties, PointMassesAreExactAndCovariant) {
    const std::vector<Vector3> points = {{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -2, 0}};
    const MassProperties p = pointMassProperties(points, {3, 3, 1, 1});
    EXPECT_EQ(p.mass, 8.0);
    EXPECT_LT(p.centerOfMass.norm(), 1e-15);
    EXPECT_LT(relativeDifference(p.inertia, Vector3(8, 6, 14).asDiagonal()), 1e-15);

    const MassProperties q = pointMassProperties({{5, 6, 7}, {5, 6, 9}}, {1, 3});
    EXPECT_LT((q.centerOfMass - Vector3(5, 6, 8.5)).norm(), 1e-15);
    EXPECT_LT(relativeDifference(q.inertia, Vector3(3, 3, 0).asDiagonal()), 1e-15);
}

TEST(MassProperties, DifferenceFromPointMassesOfManyCellsVanishes) {
    std::vector<Vector3> points;
    const int n = 20;
    for (int i = 0; i < n * n * n; ++i)
        points.emplace_back(i % n, i / n % n, i / (n * n));
    const MassProperties p = pointMassProperties(points, std::vector<double>(points.size(), 1.0));
    const Matrix3 solid = solidMassProperties(makeBox(Vector3::Constant(n), 12), 1.0).inertia;
    EXPECT_NEAR(p.inertia(0, 0) / solid(0, 0), 1.0 - 1.0 / (n * n), 1e-12); // each cell lacks its own inertia
}

TEST(MassProperties, BadInputIsRefusedByName) {
    const TriangleMesh mesh = makeBox({1, 1, 1}, 12);
    for (double bad : {0.0, -1.0, kNan, kInfinity}) {
        EXPECT_THROW(solidMassProperties(mesh, bad), std::invalid_argument);
        EXPECT_THROW(shellMassProperties(mesh, bad), std::invalid_argument);
        EXPECT_THROW(pointMassProperties({{0, 0, 0}, {1, 0, 0}}, {1.0, bad}), std::invalid_argument);
        EXPECT_THROW(pointMassProperties({{0, 0, bad == 0.0 || bad == -1.0 ? kNan : bad}}, {1.0}),
                     std::invalid_argument);
    }
    const TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
    EXPECT_THROW(solidMassProperties(flat, 1.0), std::invalid_argument);
    EXPECT_THROW(volumeCentroid(flat), std::invalid_argument);
    EXPECT_THROW(solidMassProperties(test::reversed(mesh), 1.0), std::invalid_argument);
    EXPECT_THROW(shellMassProperties({}, 1.0), std::invalid_argument);
    EXPECT_THROW(pointMassProperties({}, {}), std::invalid_argument);
    EXPECT_THROW(pointMassProperties({{0, 0, 0}}, {1.0, 2.0}), std::invalid_argument);
    try {
        pointMassProperties({{0, 0, 0}, {1, 0, 0}}, {1.0, -2.0});
        FAIL();
    } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find("point mass 1"), std::string::npos) << e.what();
    }
    EXPECT_EQ(enclosedVolume({}), 0.0);
}

} // namespace
} // namespace ambient::mass_properties_test
