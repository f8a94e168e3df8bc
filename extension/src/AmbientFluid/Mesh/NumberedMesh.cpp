// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/NumberedMesh.h"

#include <numeric>

namespace ambient {

NumberedMesh::NumberedMesh(TriangleMesh given)
    : mesh(std::move(given)), faceNumbers(mesh.faces.size()), vertexNumbers(mesh.vertices.size()) {
    std::iota(faceNumbers.begin(), faceNumbers.end(), 0);
    std::iota(vertexNumbers.begin(), vertexNumbers.end(), 0);
}

void NumberedMesh::addFace(const TriangleMesh::Face& face, int origin) {
    mesh.faces.push_back(face);
    faceNumbers.push_back(faceNumbers[origin]);
}

int NumberedMesh::copyVertex(int origin) {
    const Vector3 position = mesh.vertices[origin];
    mesh.vertices.push_back(position);
    vertexNumbers.push_back(vertexNumbers[origin]);
    return mesh.vertexCount() - 1;
}

int NumberedMesh::dropFaces(const std::vector<char>& marks) {
    int kept = 0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (marks[f] != 0) continue;
        mesh.faces[kept] = mesh.faces[f];
        faceNumbers[kept++] = faceNumbers[f];
    }
    const int dropped = mesh.faceCount() - kept;
    mesh.faces.resize(static_cast<std::size_t>(kept));
    faceNumbers.resize(static_cast<std::size_t>(kept));
    return dropped;
}

int NumberedMesh::dropUnusedVertices() {
    std::vector<int> newIndex(mesh.vertices.size(), -1);
    for (const TriangleMesh::Face& f : mesh.faces) {
        for (int v : f)
            newIndex[v] = 0;
    }
    int kept = 0;
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        if (newIndex[v] < 0) continue;
        mesh.vertices[kept] = mesh.vertices[v];
        vertexNumbers[kept] = vertexNumbers[v];
        newIndex[v] = kept++;
    }
    const int dropped = mesh.vertexCount() - kept;
    mesh.vertices.resize(static_cast<std::size_t>(kept));
    vertexNumbers.resize(static_cast<std::size_t>(kept));
    for (TriangleMesh::Face& f : mesh.faces) {
        for (int& v : f)
            v = newIndex[v];
    }
    return dropped;
}

} // namespace ambient
