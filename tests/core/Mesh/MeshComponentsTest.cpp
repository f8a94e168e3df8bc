// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshComponents.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

namespace ambient::mesh_components_test {
namespace {

TEST(MeshComponents, PiecesAreNumberedByTheirFirstFace) {
    const TriangleMesh ball = makeSphere(1.0, 80);
    TriangleMesh mesh = test::joined(test::transformed(ball, Matrix3::Identity(), {5, 0, 0}), ball);
    mesh.faces.push_back({3, 3, 4});
    const MeshComponents components = connectedComponents(mesh, MeshAdjacency(mesh));
    EXPECT_EQ(components.count(), 2);
    EXPECT_EQ(components.firstFace, (std::vector<int>{0, 80}));
    for (int f = 0; f < 160; ++f)
        EXPECT_EQ(components.ofFace[f], f / 80);
    EXPECT_EQ(components.ofFace[160], -1);
}

TEST(MeshComponents, OnlyAnInvertedPieceInsideTheLargestIsACavity) {
    const TriangleMesh ball = makeSphere(1.0, 80), bubble = test::reversed(makeSphere(0.5, 80));
    const auto cavitiesOf = [](const TriangleMesh& mesh) {
        return cavities(mesh, connectedComponents(mesh, MeshAdjacency(mesh)));
    };
    EXPECT_EQ(cavitiesOf(test::joined(bubble, ball)), std::vector<int>{0});
    EXPECT_EQ(cavitiesOf(test::joined(ball, makeSphere(0.5, 80))), std::vector<int>{});
    EXPECT_EQ(cavitiesOf(test::joined(ball, test::transformed(bubble, Matrix3::Identity(), {3, 0, 0}))),
              std::vector<int>{});
    EXPECT_EQ(cavitiesOf({}), std::vector<int>{});
}

} // namespace
} // namespace ambient::mesh_components_test
