// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <algorithm>
#include <random>

namespace ambient::test {

/// Corner at the origin, edges of length 1 along the axes: volume 1/6, centroid (1/4, 1/4, 1/4).
inline TriangleMesh cornerTetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

inline TriangleMesh transformed(TriangleMesh mesh, const Matrix3& linear, const Vector3& shift) {
    for (Vector3& p : mesh.vertices)
        p = linear * p + shift;
    return mesh;
}

inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
    const int offset = a.vertexCount();
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const TriangleMesh::Face& f : b.faces)
        a.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
    return a;
}

inline TriangleMesh reversed(TriangleMesh mesh) {
    for (TriangleMesh::Face& f : mesh.faces)
        std::swap(f[1], f[2]);
    return mesh;
}

/// Every face with three vertices of its own, in random order, as an STL file holds them.
inline TriangleMesh polygonSoup(const TriangleMesh& mesh, std::mt19937& random) {
    std::vector<TriangleMesh::Face> faces = mesh.faces;
    std::shuffle(faces.begin(), faces.end(), random);
    TriangleMesh soup;
    for (const TriangleMesh::Face& f : faces) {
        for (int v : f)
            soup.vertices.push_back(mesh.vertices[v]);
        const int n = soup.vertexCount();
        soup.faces.push_back({n - 3, n - 2, n - 1});
    }
    return soup;
}

/// Uniform over rotations, seeded by the generator.
inline Matrix3 randomRotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
    return Quaternion(w, x, y, z).normalized().toRotationMatrix();
}

} // namespace ambient::test
