// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <vector>

namespace ambient {

/// The closed polygon in which a plane cuts the surface around a face.
/// \param point of the plane, inside the face [m]
/// \param across normal of the plane
/// \returns the points where the polygon crosses the sides of the faces, in order; empty if it does not close
std::vector<Vector3> sectionThrough(const TriangleMesh& mesh, const MeshAdjacency& adjacency, int face,
                                    const Vector3& point, const Vector3& across);

} // namespace ambient
