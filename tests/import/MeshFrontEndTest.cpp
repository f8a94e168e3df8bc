// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshFrontEnd.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "AmbientFluid/PotentialFlow/DiscretisationError.h"
#include "core/TestBodies.h"

#include <gtest/gtest.h>

namespace mesh_front_end_test {

using namespace ambient;

// Relative to the largest entry, as for reported errors of an added mass.
TEST(AddedMass, OfTwoCubesHalfOverlappingIsThatOfTheBar) {
    const TriangleMesh cube = makeBox({1, 1, 1}, 192);
    const TriangleMesh second = test::transformed(cube, Matrix3::Identity(), Vector3(0.5, 0.0, 0.0));
    const CheckedMesh united = requirePreparedMesh(test::joined(cube, second), {}, true);
    EXPECT_NEAR(united.report.volume, 1.5, 1e-9);
    const Pose middle{Quaternion::Identity(), Vector3(0.25, 0.0, 0.0)};
    const TriangleMesh bar = makeBox({1.5, 1.0, 1.0}, 2400);
    const Matrix6 expected = computeAddedMass(bar).perDensity.matrix();
    const Matrix6 found = computeAddedMass(united.mesh).perDensity.changeFrame(middle).matrix();
    EXPECT_LT(AddedMassUnit(bar, expected).measure(found - expected), 0.01); // measured 4.0e-3
}

TEST(MeshFrontEnd, RoundingFarFromTheOriginIsNamed) {
    const auto warnings = [](double distance, bool isSingle) {
        TriangleMesh box = makeBox({0.3, 0.2, 0.1}, 48);
        for (Vector3& v : box.vertices) {
            v.x() += distance;
            if (isSingle) v = v.cast<float>().cast<double>();
        }
        return prepareMesh(box).report.warnings;
    };
    EXPECT_TRUE(warnings(0.0, true).empty());
    EXPECT_TRUE(warnings(10.0, true).empty());
    EXPECT_TRUE(warnings(1e4, false).empty());
    ASSERT_FALSE(warnings(1e4, true).empty());
    EXPECT_NE(warnings(1e4, true).back().find("m from its origin, where the single precision"), std::string::npos)
        << warnings(1e4, true).back();
}

} // namespace mesh_front_end_test
