// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Cosine of the angle between two faces' normals above which their common edge does not count as sharp: 40 degrees.
constexpr double kSharpEdgeCosine = 0.76604444311897803;

/// The same surface with about `targetFaces` triangles, or the mesh itself if it has that many or no sharp edge.
/// Triangles become smaller towards sharp edges, where potential flow is singular. The new vertices lie on the old
/// faces; the old ones keep their indices. Longest-edge bisection [Rivara1984]: closed stays closed, and no angle falls
/// below half of the smallest one before. The mesh must be usable (MeshReport.h). Deterministic.
TriangleMesh refineTowardsSharpEdges(const TriangleMesh& mesh, int targetFaces);

} // namespace ambient
