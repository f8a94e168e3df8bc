// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/TriangleTree.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <set>

namespace triangle_tree_test {

using namespace ambient;

namespace {

/// Triangles thrown about: no surface at all.
TriangleMesh soup(int faces, unsigned seed) {
    test::Random random(seed);
    TriangleMesh mesh;
    for (int f = 0; f < faces; ++f) {
        const Vector3 place = random.vector(1.0);
        for (int k = 0; k < 3; ++k)
            mesh.vertices.push_back(place + random.vector(0.2));
        mesh.faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    return mesh;
}

/// Nearest hit by solving o + t d = a + u (b - a) + v (c - a) for every face.
std::optional<double> castRayAtAll(const TriangleMesh& mesh, const Vector3& origin, const Vector3& direction,
                                   double minimum) {
    std::optional<double> nearest;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        Matrix3 m;
        m << mesh.corner(f, 1) - mesh.corner(f, 0), mesh.corner(f, 2) - mesh.corner(f, 0), -direction;
        const Vector3 uvt = m.fullPivLu().solve(origin - mesh.corner(f, 0));
        const bool inside = uvt.x() >= 0.0 && uvt.y() >= 0.0 && uvt.x() + uvt.y() <= 1.0;
        if (inside && uvt.z() > minimum && (!nearest || uvt.z() < *nearest)) nearest = uvt.z();
    }
    return nearest;
}

} // namespace

TEST(TriangleTree, HitsWhatTestingEveryFaceHits) {
    const TriangleMesh mesh = soup(300, 1);
    const TriangleTree tree(mesh);
    test::Random random(2);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
        const Vector3 origin = random.vector(1.5), direction = random.direction();
        const double minimum = random.uniform(0.0, 0.5);
        const std::optional<double> found = tree.castRay(origin, direction, minimum);
        const std::optional<double> expected = castRayAtAll(mesh, origin, direction, minimum);
        ASSERT_EQ(found.has_value(), expected.has_value()) << "ray " << i;
        EXPECT_NEAR(found.value_or(0.0), expected.value_or(0.0), 1e-10) << "ray " << i; // measured 4e-13
        hits += found.has_value();
    }
    EXPECT_GT(hits, 50);
    EXPECT_LT(hits, 250);
}

TEST(TriangleTree, RaysAlongAxesThroughEdgesAndCornersFindTheOtherSide) {
    const TriangleMesh box = makeBox({1.0, 2.0, 3.0}, 48);
    const TriangleTree tree(box);
    for (double x : {0.0, 0.25, -0.5})
        for (double y : {0.0, 0.5, 1.0}) {
            const std::optional<double> hit = tree.castRay({x, y, -5.0}, Vector3::UnitZ(), 3.6);
            ASSERT_TRUE(hit) << x << ", " << y;
            EXPECT_DOUBLE_EQ(*hit, 6.5);
        }
    EXPECT_FALSE(tree.castRay({0.0, 0.0, 2.0}, Vector3::UnitZ()));
    EXPECT_FALSE(tree.castRay({0.6, 0.0, -5.0}, Vector3::UnitZ()));
}

TEST(TriangleTree, VisitsEveryFaceThatReachesIntoABallOnce) {
    const TriangleMesh mesh = soup(500, 3);
    const TriangleTree tree(mesh);
    test::Random random(4);
    for (int i = 0; i < 50; ++i) {
        const Vector3 center = random.vector(1.2);
        const double radius = random.uniform(0.01, 0.6);
        std::multiset<int> visited;
        tree.forEachNear(center, radius, [&](int f) { visited.insert(f); });
        for (int f = 0; f < mesh.faceCount(); ++f) {
            EXPECT_LE(visited.count(f), 1u);
            const bool reaches = (mesh.corner(f, 0) - center).norm() <= radius;
            EXPECT_TRUE(!reaches || visited.count(f) == 1u) << "face " << f;
        }
        EXPECT_LT(visited.size(), 500u);
    }
}

} // namespace triangle_tree_test
