// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRefinement.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mesh_refinement_test {

using namespace ambient;

namespace {

/// Smallest angle of any face [rad].
double smallestAngle(const TriangleMesh& mesh) {
    double smallest = kPi;
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 a = mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k);
            const Vector3 b = mesh.corner(f, (k + 2) % 3) - mesh.corner(f, k);
            smallest = std::min(smallest, std::atan2(a.cross(b).norm(), a.dot(b)));
        }
    return smallest;
}

std::vector<TriangleMesh> sharpBodies() {
    return {makeBox({1.0, 1.0, 1.0}, 12), makeBox({2.0, 0.05, 2.0}, 12), makeCone(0.5, 1.0, 60),
            makeCylinder(0.5, 1.0, 100)};
}

} // namespace

TEST(MeshRefinement, KeepsTheBodyClosedAndTheSame) {
    for (const TriangleMesh& mesh : sharpBodies())
        for (int target : {150, 400, 1500}) {
            const TriangleMesh fine = refineTowardsSharpEdges(mesh, target);
            const MeshReport report = checkMesh(fine);
            EXPECT_TRUE(report.usable());
            EXPECT_GE(fine.faceCount(), target);
            EXPECT_LT(fine.faceCount(), 1.5 * target + 8);                 // equals are split together
            EXPECT_NEAR(report.volume / enclosedVolume(mesh), 1.0, 1e-13); // measured 6e-15
            EXPECT_NEAR(report.area / surfaceArea(mesh), 1.0, 1e-13);
            for (int v = 0; v < mesh.vertexCount(); ++v)
                EXPECT_EQ(fine.vertices[v], mesh.vertices[v]);
        }
}

TEST(MeshRefinement, NeverMoreThanHalvesTheSmallestAngle) {
    for (const TriangleMesh& mesh : sharpBodies())
        EXPECT_GE(smallestAngle(refineTowardsSharpEdges(mesh, 1500)), 0.5 * smallestAngle(mesh) * (1.0 - 1e-12));
}

TEST(MeshRefinement, PutsSmallFacesAtTheEdges) {
    const TriangleMesh fine = refineTowardsSharpEdges(makeBox({1.0, 1.0, 1.0}, 12), 1500);
    double atEdge = 0.0, inside = 0.0;
    for (int f = 0; f < fine.faceCount(); ++f) {
        const Vector3 c = fine.faceCentroid(f).cwiseAbs();
        const double middle = c.sum() - c.maxCoeff() - c.minCoeff(); // the second largest coordinate: 1/2 on an edge
        double& largest = middle > 0.48 ? atEdge : inside;
        largest = std::max(largest, fine.areaVector(f).norm());
    }
    EXPECT_LT(atEdge, 0.6 * inside);
}

TEST(MeshRefinement, KeepsTheMirrorPlanesOfASymmetricMesh) {
    const TriangleMesh fine = refineTowardsSharpEdges(makeBox({1.0, 2.0, 3.0}, 192), 800);
    for (int axis = 0; axis < 3; ++axis)
        for (const Vector3& v : fine.vertices) {
            Vector3 mirrored = v;
            mirrored[axis] = -mirrored[axis];
            const bool found = std::any_of(fine.vertices.begin(), fine.vertices.end(),
                                           [&](const Vector3& w) { return (w - mirrored).norm() < 1e-12; });
            EXPECT_TRUE(found) << "axis " << axis;
        }
}

TEST(MeshRefinement, LeavesSmoothAndFineMeshesAlone) {
    EXPECT_EQ(refineTowardsSharpEdges(makeSphere(1.0, 320), 2000).faceCount(), 320);
    EXPECT_EQ(refineTowardsSharpEdges(makeBox({1.0, 1.0, 1.0}, 432), 100).faceCount(), 432);
}

TEST(MeshRefinement, GivesTheSameBytesEveryTime) {
    const TriangleMesh mesh = makeBox({1.0, 2.0, 3.0}, 12);
    EXPECT_EQ(refineTowardsSharpEdges(mesh, 700).vertices, refineTowardsSharpEdges(mesh, 700).vertices);
}

} // namespace mesh_refinement_test
