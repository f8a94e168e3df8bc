// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/VertexWeld.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

#include <limits>

namespace ambient::vertex_weld_test {
namespace {

TEST(VertexWeld, DistinctVerticesStandForThemselves) {
    const TriangleMesh mesh = makeCapsule(1.0, 2.0, 1000);
    const std::vector<int> representative = coincidentVertices(mesh);
    for (int v = 0; v < mesh.vertexCount(); ++v)
        EXPECT_EQ(representative[v], v);
}

TEST(VertexWeld, AgreesWithComparingAllPairs) {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> cell(0, 3);
    std::uniform_real_distribution<double> jitter(-4e-9, 4e-9);
    TriangleMesh mesh;
    for (int i = 0; i < 600; ++i) {
        mesh.vertices.emplace_back(cell(random) + jitter(random), cell(random) + jitter(random), cell(random));
        if (i >= 2) mesh.faces.push_back({i - 2, i - 1, i});
    }
    Vector3 low = mesh.vertices[0], high = low;
    for (const Vector3& p : mesh.vertices)
        low = low.cwiseMin(p), high = high.cwiseMax(p);
    const double tolerance = kWeldTolerance * (high - low).norm();

    const std::vector<int> representative = coincidentVertices(mesh);
    std::vector<int> representatives;
    int welded = 0;
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        int expected = v;
        for (int r : representatives) {
            if (expected == v && (mesh.vertices[r] - mesh.vertices[v]).cwiseAbs().maxCoeff() <= tolerance) expected = r;
        }
        if (expected == v) representatives.push_back(v);
        welded += expected != v;
        EXPECT_EQ(representative[v], expected);
    }
    EXPECT_GT(welded, 300);
    EXPECT_GT(representatives.size(), 64u);
}

TEST(VertexWeld, LeavesUnusedAndNonFiniteVerticesAlone) {
    TriangleMesh mesh = test::cornerTetrahedron();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {nan, 0, 0}, {nan, 0, 0}, {1, 0, 0}});
    mesh.faces.push_back({5, 6, 7});
    EXPECT_EQ(coincidentVertices(mesh), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 1}));
}

TEST(VertexWeld, WorksForAMeshThatIsAPoint) {
    const Vector3 p(1e-310, 5.0, -3.0);
    EXPECT_EQ(coincidentVertices({{p, p, p}, {{0, 1, 2}}}), (std::vector<int>{0, 0, 0}));
}

} // namespace
} // namespace ambient::vertex_weld_test
