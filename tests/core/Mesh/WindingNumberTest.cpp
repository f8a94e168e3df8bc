// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/WindingNumber.h"

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

} // namespace
} // namespace ambient::winding_number_test
