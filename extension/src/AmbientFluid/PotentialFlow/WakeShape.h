// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleTree.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

namespace ambient {

/// Fills the opposite faces, the elongation and the openness of a SurfaceShape.
/// Takes O(F log F), and the squared number of faces of a piece, of a sample of up to 4000 faces.
/// \param shape with potentialLength, thickness and roundness
void measureWakeShape(const MeshFaces& faces, const TriangleTree& tree, const SmoothPieces& pieces,
                      SurfaceShape& shape);

} // namespace ambient
