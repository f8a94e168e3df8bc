// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace samples {

/// A mesh for graphics: one normal per vertex. A vertex on a hard edge occurs once per side of the edge.
struct RenderMesh {
    std::vector<ambient::Vector3> positions;             ///< [m], frame of the mesh
    std::vector<ambient::Vector3> normals;               ///< of length 1, outward; one per position
    std::vector<int> sourceVertex;                       ///< for each position, its vertex in the mesh
    std::vector<std::array<std::uint32_t, 3>> triangles; ///< as the mesh's faces, in their order
};

/// Smooth normals (mean over the faces around a vertex, weighted by their angles there), but across an edge whose faces
/// differ by more than `creaseDegrees` the surface is not smoothed.
/// \param mesh closed or not; faces without area take part with no weight
RenderMesh renderMeshOf(const ambient::TriangleMesh& mesh, double creaseDegrees = 35.0);

} // namespace samples
