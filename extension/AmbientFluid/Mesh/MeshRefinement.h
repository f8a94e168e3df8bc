// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Cosine of the angle between two faces' normals above which their common edge does not count as sharp: 40 degrees.
constexpr double kSharpEdgeCosine = 0.76604444311897803;

/// \file
/// The same surface with more triangles, by longest-edge bisection [Rivara1984]: the new vertices lie on the old faces,
/// the old ones keep their indices, closed stays closed, and no angle falls below half of the smallest one before. The
/// mesh must be usable (MeshReport.h). Deterministic. `parents`, where given, receives for each new face the old face
/// that it is a part of.

/// About `targetFaces` triangles, or the mesh itself if it has that many or no sharp edge. Triangles become smaller
/// towards sharp edges, where potential flow is singular.
TriangleMesh refineTowardsSharpEdges(const TriangleMesh& mesh, int targetFaces, std::vector<int>* parents = nullptr);

/// At least `targetFaces` triangles, all of about one size; the mesh itself if it has that many.
TriangleMesh refineEvenly(const TriangleMesh& mesh, int targetFaces, std::vector<int>* parents = nullptr);

} // namespace ambient
