// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// A box whose sides carry rectangles, each split into two triangles.
struct BoxGrid {
    Vector3 size;                 ///< [m]
    double zone;                  ///< width of the zones in which lines are graded towards the edges [m]
    std::array<int, 3> intervals; ///< rectangles along x, y, z, at least 1

    int faceCount() const; ///< faces that triangulate() will make

    /// Diagonals run through the outer corner of each quarter of a side, so that with even intervals the mesh is its
    /// own mirror image in x, y and z, to the last bit.
    TriangleMesh triangulate() const;
};

} // namespace ambient
