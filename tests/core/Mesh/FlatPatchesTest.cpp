// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/FlatPatches.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "../PotentialFlow/CadParts.h"
#include "../TestBodies.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/RefinedMesh.h"

#include <gtest/gtest.h>

namespace flat_patches_test {

using namespace ambient;

namespace {

std::vector<TriangleMesh> cadParts() {
    const Pose tilted{test::Random(5).rotation(), Vector3(0.3, -0.2, 0.7)};
    return {test::fanLiddedPrism(48, 0.5, 1.0), test::fanLiddedPrism(200, 0.5, 0.1),
            test::transformed(test::drilledPlate(0.3, 0.3, 48), tilted),
            refineEvenly(makeBox({1.0, 0.5, 0.2}, 12), 100)};
}

/// The same surface: closed, of one volume and area, each normal one of those before.
void expectSameSurface(const TriangleMesh& before, const TriangleMesh& after) {
    const CheckedMesh checked = requireUsableMesh(after);
    EXPECT_NEAR(checked.report.volume / enclosedVolume(before), 1.0, 1e-15); // measured 2e-16
    EXPECT_NEAR(surfaceArea(after) / surfaceArea(before), 1.0, 4e-15);       // measured 1.3e-15
    for (int f = 0; f < after.faceCount(); ++f) {
        double nearest = -1.0;
        for (int g = 0; g < before.faceCount(); ++g)
            nearest = std::max(nearest, after.areaVector(f).normalized().dot(before.areaVector(g).normalized()));
        EXPECT_GT(nearest, 1.0 - 1e-15) << f; // measured 3e-16
    }
    for (int v = 0; v < before.vertexCount(); ++v)
        EXPECT_EQ(after.vertices[v], before.vertices[v]);
}

double needleShare(const TriangleMesh& mesh) {
    double area = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        double longest = 0.0;
        for (int k = 0; k < 3; ++k)
            longest = std::max(longest, (mesh.corner(f, k) - mesh.corner(f, (k + 1) % 3)).squaredNorm());
        if (longest > 20.0 * mesh.areaVector(f).norm()) area += mesh.areaVector(f).norm();
    }
    return area / surfaceArea(mesh);
}

} // namespace

TEST(FlatPatches, FlipsKeepTheSurfaceAndItsVertices) {
    for (const TriangleMesh& mesh : cadParts()) {
        TriangleMesh flipped = mesh;
        flipToDelaunay(flipped);
        EXPECT_EQ(flipped.faceCount(), mesh.faceCount());
        expectSameSurface(mesh, flipped);
        EXPECT_EQ(flipToDelaunay(flipped), 0);
    }
}

TEST(FlatPatches, LoseTheirSliversAndKeepTheSurface) {
    for (const TriangleMesh& mesh : cadParts()) {
        TriangleMesh better = mesh;
        takeSliversOut(better, 10000);
        expectSameSurface(mesh, better);
        EXPECT_LE(needleShare(better), needleShare(mesh));
    }
    TriangleMesh disc = test::fanLiddedPrism(200, 0.5, 0.1);
    EXPECT_GT(needleShare(disc), 0.5); // a fan of 198 needles a lid
    takeSliversOut(disc, 10000);
    EXPECT_EQ(needleShare(disc), 0.0);
}

TEST(FlatPatches, ThatAreFineStayAsTheyAre) {
    for (const TriangleMesh& mesh :
         {makeSphere(1.0, 320), makeEllipsoid({1.0, 0.6, 0.3}, 720), makeBox({1, 1, 1}, 12)}) {
        TriangleMesh same = mesh;
        EXPECT_EQ(takeSliversOut(same, 10000), 0);
        EXPECT_EQ(same.faces, mesh.faces);
    }
}

TEST(FlatPatches, StopAtTheNumberOfFacesAskedFor) {
    TriangleMesh disc = test::fanLiddedPrism(200, 0.5, 0.1);
    takeSliversOut(disc, 900);
    EXPECT_LE(disc.faceCount(), 901); // faces come in twos; measured 900
}

// A linear function's means over the given faces are its values at their centroids, after any flips and splits.
TEST(RefinedMesh, KnowsHowItsFacesLieOnTheGivenOnes) {
    for (const TriangleMesh& mesh : cadParts()) {
        RefinedMesh refined(mesh);
        refined.takeSliversOut(5000);
        refined.gradeTo(2 * refined.mesh().faceCount());
        refined.flip();
        refined.split({0, 5, 7});
        std::vector<double> area(mesh.faces.size(), 0.0);
        std::vector<Vector3> centroid(mesh.faces.size(), Vector3::Zero());
        refined.forEachOverlap([&](const RefinedMesh::Overlap& part) {
            area[part.given] += part.area;
            for (int k = 0; k < 3; ++k)
                centroid[part.given] += part.area * part.barycentric[k] * refined.mesh().corner(part.face, k);
        });
        for (int f = 0; f < mesh.faceCount(); ++f) {
            EXPECT_NEAR(area[f] / mesh.areaVector(f).norm(), 1.0, 1e-11) << f;            // measured 2e-12
            EXPECT_LT((centroid[f] / area[f] - mesh.faceCentroid(f)).norm(), 1e-12) << f; // measured 3e-13
        }
    }
}

} // namespace flat_patches_test
