// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshAdjacency.h"

namespace ambient {

/// The connected pieces of a mesh: faces that share a vertex belong together. Numbered by their first face.
struct MeshComponents {
    std::vector<int> ofFace;    ///< piece of each face; -1 for faces outside the adjacency
    std::vector<int> firstFace; ///< first face of each piece

    int count() const { return static_cast<int>(firstFace.size()); } ///< pieces
};

/// Any mesh is accepted; `adjacency` must be of this mesh.
MeshComponents connectedComponents(const TriangleMesh& mesh, const MeshAdjacency& adjacency);

/// Pieces that look like the wall of a cavity: negative volume, and inside the box of the piece of largest volume.
/// Ascending. The mesh must be closed and consistently oriented, and its vertices finite.
std::vector<int> cavities(const TriangleMesh& mesh, const MeshComponents& components);

} // namespace ambient
