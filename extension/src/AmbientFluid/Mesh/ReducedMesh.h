// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// The mesh with about `faces` faces; more if it would fold or lose much of its volume, and the mesh itself if it has
/// no more. Volume, centre and the proportions of the second moments are exactly those of the mesh. Deterministic.
TriangleMesh reducedMesh(const TriangleMesh& mesh, int faces);

} // namespace ambient
