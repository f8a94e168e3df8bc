// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Faces that another face passes through without sharing a vertex with it, ascending. \param mesh closed; O(F log F)
std::vector<int> crossingFaces(const TriangleMesh& mesh);

/// The first face of a moved mesh that is folded over a neighbour, by more than 154 degrees, which were less than 90 at
/// rest: one of the two is inside out; -1: none. \param rest closed \param moved with the same faces
int firstTurnedFace(const TriangleMesh& rest, const TriangleMesh& moved);

} // namespace ambient
