// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"

namespace ambient {

/// Finds the lifting surfaces of a mesh and moves the sheet force and the lee of their faces into cells.
/// Takes the number of lifting faces times the root of all, and, where mean-line normals differ from face to face,
/// their square.
void addWings(const TriangleMesh& mesh, const SurfaceShape& shape, PressureWeights& weights);

/// Gives the lifting surfaces of a full model to its reduction, with the sheets that are no lifting surfaces and the
/// lee of the faces that are in no cell. \param nearest face of the reduction to each full one
void takeWings(const TriangleMesh& fullMesh, const PressureWeights& full, const std::vector<int>& nearest,
               const TriangleMesh& mesh, PressureWeights& weights);

} // namespace ambient
