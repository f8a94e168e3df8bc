// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Removes the needles that rounding and near contacts leave in a surface: edges shorter than `length` [m] collapse to
/// one of their ends, and a corner nearer than that to the opposite edge gets an edge of its own across it. No corner
/// moves farther than `length` times a few. Edges of more than two faces, and collapses that would change the topology
/// or turn a face over, are left. Deterministic.
TriangleMesh withoutShortEdges(TriangleMesh mesh, double length);

/// The number of faces whose height is below `length` [m].
int needleCount(const TriangleMesh& mesh, double length);

} // namespace ambient
