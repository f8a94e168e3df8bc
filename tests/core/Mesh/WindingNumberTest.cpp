// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/WindingNumber.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshTestShapes.h"

#include <gtest/gtest.h>

namespace ambient::winding_number_test {
namespace {

// Measured: 0.018 at most.
TEST(WindingNumber, IsOneInsideAndNothingOutside) {
    const TriangleMesh ball = makeSphere(1.0, 5120);
    const WindingNumber winding(ball);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> coordinate(-2.0, 2.0);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        const Vector3 p(coordinate(random), coordinate(random), coordinate(random));
        if (std::abs(p.norm() - 1.0) < 0.01) continue;
        worst = std::max(worst, std::abs(winding.at(p) - (p.norm() < 1.0 ? 1.0 : 0.0)));
    }
    EXPECT_LT(worst, 0.03);
}

TEST(WindingNumber, CountsTheSidesOfACube) {
    TriangleMesh cube = makeBox({2, 2, 2}, 12);
    std::vector<TriangleMesh::Face> faces;
    for (int f = 0; f < cube.faceCount(); ++f)
        if (cube.areaVector(f).z() <= 0.0) faces.push_back(cube.faces[f]);
    ASSERT_EQ(faces.size(), 10U);
    cube.faces = faces;
    EXPECT_NEAR(WindingNumber(cube).at({0, 0, 0}), 5.0 / 6.0, 1e-14);
    EXPECT_NEAR(WindingNumber(test::reversed(cube)).at({0, 0, 0}), -5.0 / 6.0, 1e-14);
    EXPECT_EQ(WindingNumber({}).at({0, 0, 0}), 0.0);
}

/// Pipes without lids, criss-cross: their winding numbers take on all values.
TriangleMesh openPipes(int count, int sides, int rings) {
    test::Random random(11);
    TriangleMesh mesh;
    for (int pipe = 0; pipe < count; ++pipe) {
        const Matrix3 turn = random.rotation().toRotationMatrix();
        const Vector3 place = random.vector(1.0);
        const int first = mesh.vertexCount();
        for (int j = 0; j <= rings; ++j)
            for (int i = 0; i < sides; ++i) {
                const double angle = 2.0 * kPi * i / sides;
                const Vector3 point(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0.6 * j / rings - 0.3);
                mesh.vertices.push_back(place + turn * point);
            }
        for (int j = 0; j < rings; ++j)
            for (int i = 0; i < sides; ++i) {
                const int a = first + j * sides + i, b = first + j * sides + (i + 1) % sides;
                mesh.faces.push_back({a, b, b + sides});
                mesh.faces.push_back({a, b + sides, a + sides});
            }
    }
    return mesh;
}

// Wrapping 120 open pipes of 480 faces took 110 s, mostly here: every voxel went through the tree by itself.
TEST(WindingNumber, ManyPointsOfASmallBallTakeFewerFacesEach) {
    const TriangleMesh pipes = openPipes(100, 24, 10);
    const WindingNumber winding(pipes);
    test::Random random(3);
    constexpr int side = 4;
    constexpr double cell = 0.01;
    double worst = 0.0;
    double terms = 0.0;
    for (int ball = 0; ball < 300; ++ball) {
        const Vector3 low = random.vector(1.0);
        std::vector<Vector3> points;
        for (int i = 0; i < side * side * side; ++i)
            points.push_back(low + cell * Vector3(i % side, i / side % side, i / side / side));
        std::vector<double> expected, found;
        for (const Vector3& p : points)
            expected.push_back(winding.at(p));
        const double half = 0.5 * (side - 1) * cell;
        const WindingNumber::Local local(winding, low + Vector3::Constant(half), half * std::sqrt(3.0));
        for (const Vector3& p : points)
            found.push_back(local.at(p));
        terms += local.termCount() / 300.0;
        for (std::size_t i = 0; i < points.size(); ++i)
            worst = std::max(worst, std::abs(found[i] - expected[i]));
    }
    EXPECT_LT(worst, 0.03); // measured 0.013
    EXPECT_LT(terms, 60.0); // measured 43, of 48 000 faces
}

} // namespace
} // namespace ambient::winding_number_test
