// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include <vector>

namespace ambient {

/// The surface with about `faces` faces whose flow is solved: a finer one is reduced, a coarse one refined, towards its
/// edges if these are sharp.
TriangleMesh solvableMesh(const TriangleMesh& mesh, int faces);

/// The planes through a point in which a surface is its own mirror image, among those across the axes of its area and
/// those between two of its farthest points. \param at on the planes: the centroid of the area
std::vector<Vector3> mirrorPlanes(const TriangleMesh& mesh, const Vector3& at);

/// The mirror image of torques and forces, or of rotations and velocities, about a point on the plane: the first are
/// axial.
Matrix6 mirrorImage(const Vector3& normal);

/// Mean over the mirror images in some planes, and the images of these: a quantity with all their symmetries. Planes
/// that are not at right angles undo a part of each other's means, which are repeated until nothing changes. \param
/// value of one unit throughout: rotations times a length \param imageOf (mirrorImage(), value): the value's image
template <class Value, class ImageOf>
Value meanOfImages(Value value, const std::vector<Vector3>& planes, ImageOf imageOf) {
    constexpr int kMostRounds = 50;
    constexpr double kSettled = 1e-15;
    for (int round = 0; round < kMostRounds; ++round) {
        const Value before = value;
        for (const Vector3& n : planes)
            value = 0.5 * (value + imageOf(mirrorImage(n), value)).eval();
        if ((value - before).norm() <= kSettled * value.norm()) break;
    }
    return value;
}

/// A resistance with the mirror symmetries of a mesh, which the mesh whose flow is solved may have only roughly: a
/// symmetric body would leave the plane of its motion.
Matrix6 symmetrised(const Matrix6& aboutOrigin, const TriangleMesh& mesh);

/// Centroid of the area [m].
Vector3 areaCentroid(const TriangleMesh& mesh);

/// A resistance whose rotations have the factor `unit` on both sides: 1/length makes all entries forces per velocity.
Matrix6 inUnits(const Matrix6& resistance, double unit);

/// Sets centre, resistance and radius of a tensor. \param aboutOrigin resistance about the origin of the mesh
void setResistance(ViscousTensor& tensor, const Matrix6& aboutOrigin);

} // namespace ambient
