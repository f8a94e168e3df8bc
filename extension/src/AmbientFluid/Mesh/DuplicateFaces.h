// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/NumberedMesh.h"

namespace ambient {

/// Counts of the faces that dropDuplicateFaces() dropped.
struct DuplicateFaces {
    int equal = 0;    ///< faces dropped beside an equal one
    int opposite = 0; ///< faces dropped with one that lay back to back on it
    int backs = 0;    ///< faces dropped as the backs of a surface drawn from both sides
};

/// Keeps one of faces with the same vertices and winding, and none of two with the same vertices and opposite winding:
/// walls in a solid. If those are more than half of all faces, the surface is drawn from both sides, and the first
/// of the two stays. Indices must be in range.
DuplicateFaces dropDuplicateFaces(NumberedMesh& numbered);

} // namespace ambient
