// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Splits a polygon, given by the indices of at least three corners in order, into size - 2 triangles of the same
/// winding, by clipping the ear with the shortest diagonal. A polygon that crosses itself, has no area, a corner that
/// is not finite, or over 256 corners becomes a fan about its first corner.
std::vector<TriangleMesh::Face> triangulatePolygon(const std::vector<Vector3>& vertices, std::vector<int> polygon);

} // namespace ambient
