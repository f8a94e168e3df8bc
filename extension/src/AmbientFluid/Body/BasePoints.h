// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Body/SurfaceData.h"

namespace ambient {

/// Finds the bases of a mesh from the row BASE, one per piece; pieces with less than 1e-4 of the area have none.
/// \param piece SurfaceShape::piece
void addBases(const TriangleMesh& mesh, const std::vector<int>& piece, PressureWeights& weights);

/// Gives the bases of a full model to its reduction: `weights` keeps its own faces, by the piece of each.
/// \param piece SurfaceShape::piece of the reduction, in the numbers of the full model
void takeBases(const PressureWeights& full, const std::vector<int>& piece, PressureWeights& weights);

/// Moves the bases with the faces of a deformed surface. \param share the row BASE of the moved faces
void moveBases(const Faces& faces, const double* share, PressureWeights& weights);

} // namespace ambient
