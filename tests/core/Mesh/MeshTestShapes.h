// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <algorithm>
#include <random>

namespace test {

/// Corner at the origin, edges of length 1 along the axes: volume 1/6, centroid (1/4, 1/4, 1/4).
inline ambient::TriangleMesh cornerTetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

inline ambient::TriangleMesh transformed(ambient::TriangleMesh mesh, const ambient::Matrix3& linear,
                                         const ambient::Vector3& shift) {
    for (ambient::Vector3& p : mesh.vertices)
        p = linear * p + shift;
    return mesh;
}

/// The mesh in frame A, given in frame B.
inline ambient::TriangleMesh transformed(ambient::TriangleMesh mesh, const ambient::Pose& aFromB) {
    for (ambient::Vector3& p : mesh.vertices)
        p = aFromB * p;
    return mesh;
}

/// Both, not welded: faces of `a` first.
inline ambient::TriangleMesh joined(ambient::TriangleMesh a, const ambient::TriangleMesh& b) {
    const int offset = a.vertexCount();
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const ambient::TriangleMesh::Face& f : b.faces)
        a.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
    return a;
}

/// The same surface seen from its other side.
inline ambient::TriangleMesh reversed(ambient::TriangleMesh mesh) {
    for (ambient::TriangleMesh::Face& f : mesh.faces)
        std::swap(f[1], f[2]);
    return mesh;
}

/// Every face with three vertices of its own, in random order, as an STL file holds them.
inline ambient::TriangleMesh polygonSoup(const ambient::TriangleMesh& mesh, std::mt19937& random) {
    std::vector<ambient::TriangleMesh::Face> faces = mesh.faces;
    std::shuffle(faces.begin(), faces.end(), random);
    ambient::TriangleMesh soup;
    for (const ambient::TriangleMesh::Face& f : faces) {
        for (int v : f)
            soup.vertices.push_back(mesh.vertices[v]);
        const int n = soup.vertexCount();
        soup.faces.push_back({n - 3, n - 2, n - 1});
    }
    return soup;
}

/// Uniform over rotations, seeded by the generator.
inline ambient::Matrix3 randomRotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
    return ambient::Quaternion(w, x, y, z).normalized().toRotationMatrix();
}

} // namespace test
