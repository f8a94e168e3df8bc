// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Splits a polygon, given by the indices of at least three corners in order, into size - 2 triangles of the same
/// winding, by clipping the ear with the shortest diagonal. A polygon becomes a fan about its first corner if the
/// polygon crosses itself, has no area, a non-finite corner, or over 256 corners.
std::vector<TriangleMesh::Face> triangulatePolygon(const std::vector<Vector3>& vertices, std::vector<int> polygon);

} // namespace ambient
