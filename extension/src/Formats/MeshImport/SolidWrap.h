// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// \file
/// Closed surfaces from a distance grid (OpenVDB). Edges are cut and walls are rounded by about a cell; walls and gaps
/// thinner than two cells are lost. Cells are cubes; their size is that of the mesh's box along its longest side over
/// `cells`. Vertices of the mesh in use must be finite. Deterministic.

/// Whether this build can do any of it. Without OpenVDB all functions throw std::runtime_error, which says so.
bool canWrapSolids();

/// Which side of the surface is body.
enum class Filling {
    Flooded, ///< all that a flood from outside does not reach: pieces may cross, holes let the flood in
    Wound    ///< points with a winding number above 1/2: the surface may have holes
};

/// The surface around the body, closed and outward, with the cavities that the fluid does not reach. Two triangles a
/// cell that it runs through: for decimation. Empty if no body is left.
/// \param adaptivity above 0, faces of flat parts are joined, which can leave an edge of more than two faces; up to 1
TriangleMesh wrapSolid(const TriangleMesh& mesh, Filling filling, int cells, double adaptivity);

} // namespace ambient
