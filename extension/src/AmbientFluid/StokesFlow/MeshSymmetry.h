// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace ambient {

/// Largest distance of a vertex from a point [m].
double farthestDistance(const TriangleMesh& mesh, const Vector3& point);

/// Those of some planes through a point about which the vertices of a mesh are mirror images of each other.
/// \param normals of the planes, unit
/// \param point on all planes [m]
/// \param tolerance of the places, over the size of the mesh; meshes of files have seven digits
/// \param most planes of symmetry after which the search ends
/// \returns the normals of the planes of symmetry
std::vector<Vector3> planesOfSymmetry(const TriangleMesh& mesh, const std::vector<Vector3>& normals,
                                      const Vector3& point, double tolerance = 1e-9,
                                      std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace ambient
