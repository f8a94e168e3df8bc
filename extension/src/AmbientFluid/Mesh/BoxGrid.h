// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Box whose sides are divided into rectangles of two triangles each.
struct BoxGrid {
    Vector3 size;                 ///< [m]
    double zone;                  ///< width of the zones in which lines are graded towards the edges [m]
    std::array<int, 3> intervals; ///< rectangles along x, y, z, at least 1

    int faceCount() const; ///< number of faces of triangulate()

    /// Builds the triangle mesh, centred at the origin.
    /// The diagonals in each quarter of a side point towards its outer corner. If all intervals are even, the mesh is
    /// its own mirror image in x, y and z, to the last bit.
    TriangleMesh triangulate() const;
};

} // namespace ambient
