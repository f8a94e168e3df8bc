// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshAdjacency.h"

namespace ambient {

/// Connected pieces of a mesh, in order of their first face.
/// Faces that share a vertex belong to one piece.
struct MeshComponents {
    std::vector<int> ofFace;    ///< piece of each face; -1 for faces outside the adjacency
    std::vector<int> firstFace; ///< first face of each piece

    int count() const { return static_cast<int>(firstFace.size()); } ///< pieces
};

/// Finds the connected pieces of any mesh; `adjacency` must belong to this mesh.
MeshComponents connectedComponents(const TriangleMesh& mesh, const MeshAdjacency& adjacency);

/// Pieces that look like the wall of a cavity, ascending.
/// These have a negative volume and lie inside the bounding box of the piece of largest volume. The mesh must be closed
/// and consistently oriented, with finite vertices.
std::vector<int> cavities(const TriangleMesh& mesh, const MeshComponents& components);

} // namespace ambient
