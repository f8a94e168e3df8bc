// SPDX-License-Identifier: Zlib
#include "MeshImport/PolygonTriangulation.h"

#include "core/Mesh/MeshTestShapes.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace ambient::polygon_triangulation_test {
namespace {

TriangleMesh triangulated(const std::vector<Vector3>& corners) {
    std::vector<int> polygon(corners.size());
    std::iota(polygon.begin(), polygon.end(), 0);
    return {corners, triangulatePolygon(corners, polygon)};
}

/// Sum of the areas of all triangles, and their vector sum: equal in size only if none overlaps another or is reversed.
void expectTiles(const TriangleMesh& mesh, double area) {
    double sum = 0.0;
    Vector3 vectorSum = Vector3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        sum += mesh.areaVector(f).norm();
        vectorSum += mesh.areaVector(f);
    }
    EXPECT_EQ(mesh.faceCount(), mesh.vertexCount() - 2);
    EXPECT_NEAR(sum, area, 1e-14 * area);
    EXPECT_NEAR(vectorSum.norm(), area, 1e-14 * area);
}

TEST(PolygonTriangulation, QuadIsSplitAlongItsShorterDiagonal) {
    const TriangleMesh kite = triangulated({{-2, 0, 0}, {0, -1, 0}, {2, 0, 0}, {0, 1, 0}});
    expectTiles(kite, 4.0);
    for (const TriangleMesh::Face& f : kite.faces) {
        EXPECT_EQ(std::count(f.begin(), f.end(), 1) + std::count(f.begin(), f.end(), 3), 2);
    }
}

TEST(PolygonTriangulation, ConcavePolygonsAreTiledWithoutOverlap) {
    expectTiles(triangulated({{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}}), 1.0);
    std::vector<Vector3> star;
    for (int i = 0; i < 14; ++i) {
        const double r = i % 2 == 0 ? 1.0 : 0.3, angle = kPi * i / 7.0;
        star.emplace_back(r * std::cos(angle), r * std::sin(angle), 0.0);
    }
    std::mt19937 random(2);
    const Matrix3 rotation = test::randomRotation(random);
    for (Vector3& p : star)
        p = rotation * p;
    expectTiles(triangulated(star), 7.0 * 0.3 * std::sin(kPi / 7.0));
}

TEST(PolygonTriangulation, KeepsTheWinding) {
    const TriangleMesh down = triangulated({{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}});
    for (int f = 0; f < 2; ++f)
        EXPECT_LT(down.areaVector(f).z(), 0.0);
}

TEST(PolygonTriangulation, AnythingElseBecomesAFanOfTheSameCount) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(triangulated({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}).faceCount(), 3);
    EXPECT_EQ(triangulated({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).faceCount(), 2);
    EXPECT_EQ(triangulated({{0, 0, 0}, {1, nan, 0}, {1, 0, 0}, {0, 1, 0}}).faceCount(), 2);
    std::vector<Vector3> circle;
    for (int i = 0; i < 1000; ++i)
        circle.emplace_back(std::cos(kPi * i / 500.0), std::sin(kPi * i / 500.0), 0.0);
    expectTiles(triangulated(circle), 500.0 * std::sin(kPi / 500.0));
}

} // namespace
} // namespace ambient::polygon_triangulation_test
