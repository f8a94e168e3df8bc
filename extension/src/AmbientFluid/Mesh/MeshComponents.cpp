// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshComponents.h"

#include "AmbientFluid/Mesh/DisjointSets.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ambient {

MeshComponents connectedComponents(const TriangleMesh& mesh, const MeshAdjacency& adjacency) {
    DisjointSets pieces(mesh.vertexCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (!adjacency.contains(f)) continue;
        pieces.join(mesh.faces[f][0], mesh.faces[f][1]);
        pieces.join(mesh.faces[f][0], mesh.faces[f][2]);
    }
    MeshComponents result;
    result.ofFace.assign(mesh.faces.size(), -1);
    std::vector<int> componentOfRoot(mesh.vertices.size(), -1);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (!adjacency.contains(f)) continue;
        int& component = componentOfRoot[pieces.root(mesh.faces[f][0])];
        if (component < 0) {
            component = result.count();
            result.firstFace.push_back(f);
        }
        result.ofFace[f] = component;
    }
    return result;
}

std::vector<int> cavities(const TriangleMesh& mesh, const MeshComponents& components) {
    std::vector<double> volume(components.firstFace.size(), 0.0);
    std::vector<Eigen::AlignedBox3d> box(components.firstFace.size());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const int c = components.ofFace[f];
        if (c < 0) continue;
        const Vector3& origin = mesh.corner(components.firstFace[c], 0);
        for (int v : mesh.faces[f])
            box[c].extend(mesh.vertices[v]);
        const Vector3 a = mesh.corner(f, 0) - origin, b = mesh.corner(f, 1) - origin, d = mesh.corner(f, 2) - origin;
        volume[c] += a.dot(b.cross(d)) / 6.0;
    }
    std::vector<int> result;
    if (volume.empty()) return result;
    const auto largest = std::max_element(volume.begin(), volume.end()) - volume.begin();
    for (int c = 0; c < components.count(); ++c) {
        if (volume[c] < 0.0 && volume[largest] > 0.0 && box[largest].contains(box[c])) result.push_back(c);
    }
    return result;
}

} // namespace ambient
