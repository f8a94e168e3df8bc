// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <limits>

namespace ambient::mesh_adjacency_test {
namespace {

TEST(MeshAdjacency, AcrossIsAnInvolutionAndSwapsEndsOnAClosedMesh) {
    const TriangleMesh mesh = makeCylinder(1.0, 2.0, 500);
    const MeshAdjacency adjacency(mesh);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const MeshAdjacency::Side other = adjacency.across(f, k);
            ASSERT_GE(other.face, 0);
            EXPECT_EQ(adjacency.neighbor(f, k), other.face);
            EXPECT_EQ(adjacency.across(other.face, other.corner).face, f);
            EXPECT_EQ(adjacency.across(other.face, other.corner).corner, k);
            EXPECT_EQ(mesh.faces[other.face][other.corner], mesh.faces[f][(k + 1) % 3]);
            EXPECT_EQ(mesh.faces[other.face][(other.corner + 1) % 3], mesh.faces[f][k]);
        }
    }
}

TEST(MeshAdjacency, EveryEdgeOfAClosedMeshHasOneSideEachWay) {
    const TriangleMesh mesh = makeSphere(1.0, 320);
    const MeshAdjacency adjacency(mesh);
    EXPECT_EQ(adjacency.edges().size(), 3u * mesh.faces.size() / 2u);
    for (const MeshAdjacency::Edge& e : adjacency.edges()) {
        EXPECT_LT(e.low, e.high);
        EXPECT_EQ(e.sideCount, 2);
        EXPECT_EQ(e.forwardCount, 1);
    }
}

TEST(MeshAdjacency, FacesAroundAVertexAreThoseThatNameIt) {
    const TriangleMesh mesh = makeBox({1, 2, 3}, 192);
    const MeshAdjacency adjacency(mesh);
    int total = 0;
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        int last = -1;
        for (int f : adjacency.facesAround(v)) {
            EXPECT_GT(f, last);
            EXPECT_EQ(std::count(mesh.faces[f].begin(), mesh.faces[f].end(), v), 1);
            last = f;
        }
        total += adjacency.facesAround(v).size();
    }
    EXPECT_EQ(total, 3 * mesh.faceCount());
}

TEST(MeshAdjacency, LeavesOutFacesWithBadOrRepeatedIndices) {
    TriangleMesh mesh = test::cornerTetrahedron();
    mesh.faces.push_back({0, 1, 4});
    mesh.faces.push_back({-1, 1, 2});
    mesh.faces.push_back({std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), 0});
    mesh.faces.push_back({2, 2, 1});
    const MeshAdjacency adjacency(mesh);
    for (int f = 0; f < mesh.faceCount(); ++f)
        EXPECT_EQ(adjacency.contains(f), f < 4);
    EXPECT_EQ(adjacency.edges().size(), 6u);
    EXPECT_EQ(adjacency.neighbor(5, 0), -1);
}

TEST(MeshAdjacency, HasNoNeighborAcrossOpenAndCrowdedEdges) {
    const TriangleMesh fan{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}};
    const MeshAdjacency adjacency(fan);
    EXPECT_EQ(adjacency.edges().front().sideCount, 3);
    for (int f = 0; f < 3; ++f) {
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(adjacency.neighbor(f, k), -1);
    }
}

} // namespace
} // namespace ambient::mesh_adjacency_test
