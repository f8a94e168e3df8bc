// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// The surface of a union, and the part that each of its faces comes from.
struct UnionSurface {
    TriangleMesh mesh;
    std::vector<int> parts; ///< by face
};

/// The surface of the union of solids, exact but for the rounding of its corners: to 4e-12 of the longest side of all
/// parts. Every point on one side of it is in a part, every point on the other is in none. Parts may cross, touch and
/// coincide. Faces are those of the parts, divided where other parts cut them: 2 n faces cost about n log n, and each
/// pair of faces that cross costs microseconds. Deterministic.
/// The surface may touch itself in edges and points, and may have inner pieces around hollows.
/// \param parts closed, oriented outward, not crossing themselves, of sound faces
/// \throws std::logic_error if an arrangement has no triangulation, which no known input causes
UnionSurface surfaceOfUnion(const std::vector<TriangleMesh>& parts);

} // namespace ambient
