// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Cosine of the angle between two faces' normals above which their common edge does not count as sharp: 40 degrees.
constexpr double kSharpEdgeCosine = 0.76604444311897803;

/// \file
/// The same surface with more triangles: the new vertices lie on the old faces, the old ones keep their indices, closed
/// stays closed. The mesh must be usable (MeshReport.h). Deterministic.

/// About `targetFaces` triangles, or the mesh itself if it has that many or no sharp edge. Triangles become smaller
/// towards sharp edges, where potential flow is singular. Longest-edge bisection [Rivara1984]: no angle falls below
/// half of the smallest one before.
/// \param parents where given, receives for each new face the old face that it is a part of
TriangleMesh refineTowardsSharpEdges(const TriangleMesh& mesh, int targetFaces, std::vector<int>* parents = nullptr);

/// Bisects each of `faces`, and of their neighbours those that must follow. \param faces of `mesh`, in any order
/// \param parents as above
TriangleMesh bisectFaces(const TriangleMesh& mesh, const std::vector<int>& faces, std::vector<int>* parents = nullptr);

/// At least `targetFaces` triangles: every face is split into four at the middles of its sides, as often as it takes.
/// So the refined mesh has the symmetries of the old one, in any frame.
TriangleMesh refineEvenly(const TriangleMesh& mesh, int targetFaces);

} // namespace ambient
