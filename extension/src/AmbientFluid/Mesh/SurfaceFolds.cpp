// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SurfaceFolds.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/TriangleTree.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

bool shareVertex(const TriangleMesh::Face& a, const TriangleMesh::Face& b) {
    return std::any_of(a.begin(), a.end(), [&b](int v) { return v == b[0] || v == b[1] || v == b[2]; });
}

/// Whether the segment from p to q passes through the inside of face f.
bool passesThrough(const TriangleMesh& mesh, int f, const Vector3& p, const Vector3& q) {
    const Vector3 &a = mesh.corner(f, 0), e = mesh.corner(f, 1) - a, g = mesh.corner(f, 2) - a, way = q - p;
    const Vector3 across = way.cross(g);
    const double determinant = e.dot(across);
    if (std::abs(determinant) < 1e-12 * e.norm() * g.norm() * way.norm()) return false;
    const Vector3 from = p - a, turned = from.cross(e);
    const double u = from.dot(across) / determinant, v = way.dot(turned) / determinant, t = g.dot(turned) / determinant;
    constexpr double kEdge = 1e-9;
    return u > kEdge && v > kEdge && u + v < 1.0 - kEdge && t > kEdge && t < 1.0 - kEdge;
}

/// Cosine of the angle between the normals of two faces.
double cosineBetween(const TriangleMesh& mesh, int f, int g) {
    return mesh.areaVector(f).normalized().dot(mesh.areaVector(g).normalized());
}

} // namespace

std::vector<int> crossingFaces(const TriangleMesh& mesh) {
    const TriangleTree tree(mesh);
    std::vector<char> crosses(mesh.faces.size(), 0);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 center = mesh.faceCentroid(f);
        double radius = 0.0;
        for (int k = 0; k < 3; ++k)
            radius = std::max(radius, (mesh.corner(f, k) - center).norm());
        const std::size_t i = static_cast<std::size_t>(f);
        tree.forEachNear(center, radius, [&](int other) {
            const std::size_t j = static_cast<std::size_t>(other);
            if (other == f || (crosses[i] && crosses[j]) || shareVertex(mesh.faces[i], mesh.faces[j])) return;
            for (int k = 0; k < 3; ++k)
                if (passesThrough(mesh, other, mesh.corner(f, k), mesh.corner(f, (k + 1) % 3)))
                    crosses[i] = crosses[j] = 1;
        });
    }
    std::vector<int> result;
    for (int f = 0; f < mesh.faceCount(); ++f)
        if (crosses[static_cast<std::size_t>(f)]) result.push_back(f);
    return result;
}

int firstTurnedFace(const TriangleMesh& rest, const TriangleMesh& moved) {
    constexpr double kFolded = -0.9; // 154 degrees
    const MeshAdjacency adjacency(rest);
    for (int f = 0; f < moved.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const int neighbor = adjacency.neighbor(f, k);
            if (neighbor < 0 || !(cosineBetween(moved, f, neighbor) < kFolded)) continue;
            if (cosineBetween(rest, f, neighbor) > 0.0) return f;
        }
    return -1;
}

} // namespace ambient
