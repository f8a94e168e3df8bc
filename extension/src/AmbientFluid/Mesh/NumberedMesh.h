// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <utility>

namespace ambient {

/// A mesh under repair whose faces and vertices keep the numbers that they had when it was given.
struct NumberedMesh {
    TriangleMesh mesh;              ///< as far as it is repaired
    std::vector<int> faceNumbers;   ///< one per face: the given face that it is, or is a part of
    std::vector<int> vertexNumbers; ///< one per vertex: the given vertex at its place

    /// Numbers from 0.
    explicit NumberedMesh(TriangleMesh given);

    /// Appends a face that takes the place of part of `origin`, a face of the mesh.
    void addFace(const TriangleMesh::Face& face, int origin);
    /// Appends a vertex where vertex `origin` is; returns its index.
    int copyVertex(int origin);
    /// Drops the faces whose mark is not zero, and keeps the order of the others; returns how many were dropped.
    int dropFaces(const std::vector<char>& marks);
    /// Drops vertices that no face uses, and keeps the order of the others; returns how many were dropped.
    int dropUnusedVertices();
};

} // namespace ambient
