// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include <gtest/gtest.h>

namespace surface_shape_test {

using namespace ambient;

namespace {

SurfaceShape shapeOf(const TriangleMesh& mesh, AddedMassMethod method = AddedMassMethod::Galerkin) {
    AddedMassOptions options;
    options.method = method;
    return describeSurface(mesh, computeAddedMass(mesh, options).facePotentials.rightCols<3>());
}

/// Without potentials: lengths from the widths of the body.
SurfaceShape shapeFromWidths(const TriangleMesh& mesh) {
    return describeSurface(mesh, {});
}

double areaMean(const TriangleMesh& mesh, const std::vector<double>& values) {
    double sum = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f)
        sum += mesh.areaVector(f).norm() * values[f];
    return sum / surfaceArea(mesh);
}

} // namespace

TEST(SurfaceShape, OfASphereIsRoundAndHalfARadiusLong) {
    const TriangleMesh mesh = makeSphere(2.0, 720);
    for (const SurfaceShape& shape : {shapeOf(mesh), shapeFromWidths(mesh)})
        for (int f = 0; f < mesh.faceCount(); ++f) {
            EXPECT_NEAR(shape.potentialLength[f], 1.0, 0.01); // measured 0.005
            EXPECT_NEAR(shape.thickness[f], 4.0, 0.03);
            EXPECT_GT(shape.roundness[f], 0.9);
            EXPECT_LT(shape.edgewardLength[f].norm(), 0.06);
            EXPECT_NEAR(shape.aspectRatio[f], 1.0, 1e-6);
        }
}

// mu = (2/pi) sqrt(a^2 - r^2) and h = (4/pi^2) r on a disc.
TEST(SurfaceShape, OfADiscHasTheLengthsOfItsPotential) {
    const TriangleMesh mesh = makeDisc(1.0, 0.01, 1200);
    const SurfaceShape shape = shapeOf(mesh);
    std::vector<double> error(mesh.faces.size(), 0.0);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 c = mesh.faceCentroid(f);
        const double r = c.head<2>().norm();
        if (std::abs(mesh.areaVector(f).normalized().z()) < 0.5 || r > 0.9) continue;
        EXPECT_NEAR(shape.potentialLength[f], 2.0 / kPi * std::sqrt(1.0 - r * r), 0.012); // measured 0.008
        const Vector3 h = 4.0 / (kPi * kPi) * Vector3(c.x(), c.y(), 0.0);
        error[f] = (shape.edgewardLength[f] - h).norm();
        EXPECT_NEAR(shape.thickness[f], 0.01, 1e-9);
        EXPECT_LT(shape.roundness[f], 1e-12);
    }
    EXPECT_LT(areaMean(mesh, error), 0.05); // measured 0.043
}

TEST(SurfaceShape, LengthsTimesAreaAreTheTraceOfTheAddedMass) {
    for (const TriangleMesh& mesh : {makeEllipsoid({1.0, 0.6, 0.3}, 1280), makeBox({1.0, 2.0, 0.5}, 12),
                                     makeCup(1.0, 0.1, 1200), test::lumpy(makeSphere(1.0, 720))}) {
        const AddedMass addedMass = computeAddedMass(mesh);
        const SurfaceShape shape = describeSurface(mesh, addedMass.facePotentials.rightCols<3>());
        const double trace = addedMass.perDensity.matrix().bottomRightCorner<3, 3>().trace();
        // The difference from 1 is the floor under mu, which a cup's hollow side needs.
        EXPECT_NEAR(areaMean(mesh, shape.potentialLength) * surfaceArea(mesh) / trace, 1.0, 0.005);
    }
}

TEST(SurfaceShape, OfACubeIsFlatAndOfACylindersSideRound) {
    const TriangleMesh cube = makeBox({1.0, 1.0, 1.0}, 768), cylinder = makeCylinder(0.5, 4.0, 1000);
    for (double roundness : shapeOf(cube).roundness)
        EXPECT_EQ(roundness, 0.0);
    const SurfaceShape shape = shapeOf(cylinder);
    for (int f = 0; f < cylinder.faceCount(); ++f) {
        const Vector3 c = cylinder.faceCentroid(f);
        if (std::abs(c.z()) < 1.0) {
            EXPECT_EQ(shape.roundness[f], 1.0);
            EXPECT_NEAR(shape.potentialLength[f], 0.47, 0.025); // endless: the radius
        } else if (std::abs(c.z()) > 1.999) {
            EXPECT_EQ(shape.roundness[f], 0.0); // the flat ends
        }
    }
}

TEST(SurfaceShape, HollowSidesAreNotRound) {
    const TriangleMesh cup = makeCup(1.0, 0.1, 1000);
    const SurfaceShape shape = shapeOf(cup);
    int hollow = 0;
    for (int f = 0; f < cup.faceCount(); ++f) {
        const Vector3 c = cup.faceCentroid(f), n = cup.areaVector(f).normalized();
        if (n.z() < -0.3 && c.head<2>().norm() < 0.7) {
            EXPECT_EQ(shape.roundness[f], 0.0) << c.transpose();
            ++hollow;
        }
    }
    EXPECT_GT(hollow, 50);
}

TEST(SurfaceShape, KnowsTheOutlineOfRectanglesAndEllipses) {
    const TriangleMesh plate = makePlate({5.0, 1.0, 0.05}, 1200), leaf = makeEllipsoid({1.5, 0.5, 0.05}, 1280);
    const SurfaceShape plateShape = shapeFromWidths(plate), leafShape = shapeFromWidths(leaf);
    for (int f = 0; f < plate.faceCount(); ++f) {
        if (std::abs(plate.areaVector(f).normalized().z()) < 0.5) continue;
        EXPECT_NEAR(plateShape.aspectRatio[f], 5.0, 1e-9);
        EXPECT_NEAR(std::abs(plateShape.chordDirection[f].y()), 1.0, 1e-9);
    }
    for (int f = 0; f < leaf.faceCount(); ++f) {
        if (std::abs(leaf.areaVector(f).normalized().z()) < 0.95) continue;
        EXPECT_NEAR(leafShape.aspectRatio[f], 3.0, 0.2); // measured 0.1: rim and middle differ in how steep they are
        EXPECT_GT(std::abs(leafShape.chordDirection[f].y()), 0.95); // 0.958 at the steepest rim
    }
    for (double ratio : shapeFromWidths(test::hemisphere(12)).aspectRatio)
        EXPECT_LT(ratio, 1.0 + 1e-6); // a dome is no wing
}

TEST(SurfaceShape, FollowsTheBodyAndItsScale) {
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    const SurfaceShape shape = shapeOf(mesh);
    const double scale = 0.01;
    const Pose movedFromMesh{expSO3({0.4, -0.7, 0.2}), {0.03, -0.02, 0.05}};
    const SurfaceShape moved = shapeOf(test::transformed(test::scaled(mesh, scale), movedFromMesh));
    for (int f = 0; f < mesh.faceCount(); ++f) { // measured 2e-11, of the boundary integral
        EXPECT_NEAR(moved.potentialLength[f], scale * shape.potentialLength[f], 1e-9 * scale);
        EXPECT_NEAR(moved.thickness[f], scale * shape.thickness[f], 1e-9 * scale);
        EXPECT_NEAR(moved.roundness[f], shape.roundness[f], 1e-2); // a sample may enter or leave the neighbourhood
        EXPECT_LT((moved.edgewardLength[f] - scale * (movedFromMesh.orientation * shape.edgewardLength[f])).norm(),
                  1e-8 * scale);
        EXPECT_NEAR(moved.aspectRatio[f], shape.aspectRatio[f], 1e-9);
    }
}

TEST(SurfaceShape, StaysFiniteOnCoarseThinAndOverlappingMeshes) {
    const TriangleMesh bar = test::transformed(makeBox({0.2, 3.0, 0.2}, 12), {Quaternion::Identity(), {0.5, 0, 0}});
    const TriangleMesh overlapping = test::joined(makeSphere(1.0, 320), bar);
    std::vector<std::pair<TriangleMesh, SurfaceShape>> cases = {{overlapping, shapeFromWidths(overlapping)}};
    for (const TriangleMesh& mesh :
         {makeBox({1.0, 1.0, 0.01}, 12), makePlate({1.0, 1.0, 0.002}, 300), makeCone(1.0, 0.1, 60)})
        cases.emplace_back(mesh, shapeOf(mesh));
    for (const auto& [mesh, shape] : cases) {
        const double size = std::sqrt(surfaceArea(mesh));
        for (int f = 0; f < mesh.faceCount(); ++f) {
            EXPECT_GE(shape.potentialLength[f], 1e-3 * size);
            EXPECT_LT(shape.potentialLength[f], size);
            EXPECT_GE(shape.thickness[f], 0.0);
            EXPECT_LT(shape.thickness[f], 10.0 * size);
            EXPECT_GE(shape.roundness[f], 0.0);
            EXPECT_LE(shape.roundness[f], 1.0);
            EXPECT_LT(shape.edgewardLength[f].norm(), 10.0 * size);
            EXPECT_NEAR(shape.chordDirection[f].norm(), 1.0, 1e-12);
            EXPECT_GE(shape.aspectRatio[f], 1.0);
        }
    }
}

TEST(SurfaceShape, WidthsStandInForPotentials) {
    const std::pair<TriangleMesh, double> cases[] = {
        {makeSphere(1.0, 720), 0.01}, {makeCylinder(0.5, 4.0, 900), 0.06}, {makeDisc(1.0, 0.04, 900), 0.08}};
    for (const auto& [mesh, bound] : cases) { // measured 0.0008, 0.041, 0.058
        const double exact = areaMean(mesh, shapeOf(mesh).potentialLength);
        EXPECT_NEAR(areaMean(mesh, shapeFromWidths(mesh).potentialLength) / exact, 1.0, bound);
        EXPECT_NEAR(areaMean(mesh, shapeOf(mesh, AddedMassMethod::Collocation).potentialLength) / exact, 1.0, 0.05);
    }
}

} // namespace surface_shape_test
