// SPDX-License-Identifier: Zlib
// Purcell's swimmer in true Stokes flow.
#include "AmbientFluid/Locomotion/StokesResistance.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace stokes_swimmer_test {

using namespace test_shapes;

namespace {

/// A side of the square of 60 deg: the right joint goes from 60 to -60 deg while the left one stays at 60 deg. Three
/// prolate spheroids of half-length .48 and aspect 20, in links of length 1; the middle one lies on x.
RecordedFrames sideOfTheSquare(int facesPerRod, int steps) {
    TriangleMesh rod = makeEllipsoid({0.48, 0.024, 0.024}, facesPerRod);
    const double volume = 4.0 / 3.0 * kPi * 0.48 * 0.024 * 0.024;
    const double scale = std::cbrt(volume / enclosedVolume(rod));
    const int count = rod.vertexCount();
    ShapeTopology topology;
    for (int link = 0; link < 3; ++link)
        for (const auto& [a, b, c] : rod.faces)
            topology.faces.push_back({a + link * count, b + link * count, c + link * count});
    std::vector<PointColumns> frames;
    for (int k = 0; k <= steps; ++k) {
        const double left = kPi / 3.0, right = kPi / 3.0 * (1.0 - 2.0 * k / steps);
        PointColumns points(3, 3 * count);
        for (int i = 0; i < count; ++i) {
            const Vector3 p = scale * rod.vertices[static_cast<std::size_t>(i)];
            const Matrix3 turnLeft = expSO3(Vector3(0.0, 0.0, -left)).toRotationMatrix(),
                          turnRight = expSO3(Vector3(0.0, 0.0, right)).toRotationMatrix();
            points.col(i) = Vector3(-0.5, 0.0, 0.0) + turnLeft * (p - Vector3(0.5, 0.0, 0.0));
            points.col(count + i) = p;
            points.col(2 * count + i) = Vector3(0.5, 0.0, 0.0) + turnRight * (p + Vector3(0.5, 0.0, 0.0));
        }
        frames.push_back(points);
    }
    return RecordedFrames(std::move(frames), topology);
}

/// The mirror image of the motion across an axis.
Pose mirrored(const Pose& pose, int axis) {
    Matrix3 mirror = Matrix3::Identity();
    mirror(axis, axis) = -1.0;
    const Matrix3 turn = mirror * pose.orientation.toRotationMatrix() * mirror;
    return {Quaternion(turn), mirror * pose.position};
}

/// Way of the middle link around the square, along itself at the start: the other three sides are mirror images of the
/// first, forwards or backwards.
double wayAround(const Pose& side) {
    const Pose fourth = mirrored(side, 0).inverse();
    const Pose around = side * mirrored(fourth, 1) * mirrored(side, 1) * fourth;
    EXPECT_LT(std::fabs(around.position.y()) + logSO3(around.orientation).norm(), 1e-12);
    return around.position.x();
}

} // namespace

// The four sides from one: with the resistance along links this is Purcell's table (rft_swimmers.json).
TEST(StokesSwimmer, ASquareIsOneSideAndItsMirrorImages) {
    std::vector<PointColumns> frames;
    const int steps = 48;
    for (int k = 0; k <= steps; ++k) {
        const double left = kPi / 3.0, right = kPi / 3.0 * (1.0 - 2.0 * k / steps);
        PointColumns points = PointColumns::Zero(3, 4);
        points.col(0) << -0.5 - std::cos(left), std::sin(left), 0.0;
        points.col(1) << -0.5, 0.0, 0.0;
        points.col(2) << 0.5, 0.0, 0.0;
        points.col(3) << 0.5 + std::cos(right), std::sin(right), 0.0;
        frames.push_back(points);
    }
    const RecordedFrames side(std::move(frames), polyline(4));
    const Pose moved = solved(side, SegmentResistance(2.0), MotionScheme::Connection).advance;
    EXPECT_NEAR(wayAround(moved), 0.19124723763, 1e-6);
}

// locomotion_stokes.json, another program: .137571 and .137708 with 240 and 960 faces a rod. Measured .138217, .34 %
// more, with 80 faces and 4 steps; 8 steps .13806, .13839 and .13798 with 80, 180 and 320 faces. Resistance per length
// gives .1046 or .1912, by its ratio.
TEST(StokesSwimmer, GoesAsAnotherProgramSays) {
    const Pose side = solved(sideOfTheSquare(80, 4), StokesResistance(), MotionScheme::Connection).advance;
    EXPECT_NEAR(wayAround(side) / 0.137753, 1.0, 4e-3);
}

} // namespace stokes_swimmer_test
