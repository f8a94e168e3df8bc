// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include <vector>

namespace ambient {

/// The surface with about `faces` faces whose flow is solved: a finer one is reduced, a coarse one refined, towards its
/// edges if these are sharp.
TriangleMesh solvableMesh(const TriangleMesh& mesh, int faces);

/// The planes through a point in which a surface is its own mirror image, among those of the axes of the mesh and of
/// its area. \param at on the planes: the centroid of the area
std::vector<Vector3> mirrorPlanes(const TriangleMesh& mesh, const Vector3& at);

/// The mirror image of torques and forces, or of rotations and velocities, about a point on the plane: the first are
/// axial.
Matrix6 mirrorImage(const Vector3& normal);

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
