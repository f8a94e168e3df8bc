// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// \file
/// Closed surfaces from a distance grid (OpenVDB). Edges are cut and walls are rounded by about a cell; walls and gaps
/// thinner than two cells are lost. Cells are cubes; their size is the longest side of the mesh's box over `cells`. The
/// used vertices of the mesh must be finite. Deterministic.

/// Whether this build has OpenVDB. Without OpenVDB all functions throw std::runtime_error with this reason.
bool canWrapSolids();

/// Which side of the surface is body.
enum class Filling {
    Flooded, ///< the space out of reach of a flood from outside: pieces may cross, holes let the flood in
    Wound    ///< points with a winding number above 1/2: the surface may have holes
};

/// The surface around the body, closed and outward, with the cavities out of reach of the fluid. Two triangles for each
/// cell on the surface: for decimation. Empty if no body is left.
/// \param adaptivity above 0, faces of flat parts are joined, which can leave an edge of more than two faces; up to 1
TriangleMesh wrapSolid(const TriangleMesh& mesh, Filling filling, int cells, double adaptivity);

} // namespace ambient
