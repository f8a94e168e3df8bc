// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Two vertices coincide when they are this close per coordinate, as a fraction of the diagonal of the mesh's box.
constexpr double kWeldTolerance = 1e-9;

/// For every vertex the one that stands for it: itself, or the first vertex that coincides with it. Only vertices that
/// an in-range face uses are matched, others and non-finite ones stand for themselves. Representatives are farther than
/// the tolerance from each other, so that welding twice changes nothing. Any input is accepted; expected time O(V + F).
/// \param tolerance per coordinate, as a fraction of the diagonal of the mesh's box
std::vector<int> coincidentVertices(const TriangleMesh& mesh, double tolerance = kWeldTolerance);

} // namespace ambient
