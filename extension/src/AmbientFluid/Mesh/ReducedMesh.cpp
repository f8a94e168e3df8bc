// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/ReducedMesh.h"

#include "AmbientFluid/Math/MatrixMap.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <utility>

namespace ambient {
namespace {

/// Fraction of the requested faces left by the edge collapse; cuts of long edges add the rest.
constexpr double kCollapsed = 0.75;

/// Second moments about the centroid: the integral of x x^T.
Matrix3 secondMoments(const MassProperties& solid) {
    return 0.5 * solid.inertia.trace() * Matrix3::Identity() - solid.inertia;
}

/// The coarse mesh, stretched to the volume, centre and proportions of the second moments of `full`.
TriangleMesh fitted(TriangleMesh coarse, const TriangleMesh& full) {
    const MassProperties is = solidMassProperties(coarse, 1.0), wanted = solidMassProperties(full, 1.0);
    const Matrix3 stretch = mapBetween(secondMoments(is), secondMoments(wanted));
    const double scale = portable::cbrt(wanted.mass / (is.mass * stretch.determinant()));
    for (Vector3& vertex : coarse.vertices)
        vertex = wanted.centerOfMass + scale * (stretch * (vertex - is.centerOfMass));
    return coarse;
}

/// Cuts the longest edge and its two faces in two until there are `faces` faces.
/// Forces act at the centres of faces: long faces, as along a cylinder, would have little drag in rotation end over
/// end.
void cutLongestEdges(TriangleMesh& mesh, int faces) {
    while (mesh.faceCount() + 2 <= faces) {
        int from = 0, to = 0;
        double longest = 0.0;
        for (const TriangleMesh::Face& face : mesh.faces)
            for (std::size_t k = 0; k < 3; ++k) {
                const int a = face[k], b = face[(k + 1) % 3];
                const double length = (mesh.vertices[a] - mesh.vertices[b]).squaredNorm();
                if (a > b || !(length > longest)) continue;
                longest = length;
                from = a;
                to = b;
            }
        const int middle = mesh.vertexCount();
        mesh.vertices.push_back(0.5 * (mesh.vertices[from] + mesh.vertices[to]));
        for (int f = 0, count = mesh.faceCount(); f < count; ++f) {
            TriangleMesh::Face half = mesh.faces[f];
            if (std::count(half.begin(), half.end(), from) + std::count(half.begin(), half.end(), to) < 2) continue;
            std::replace(half.begin(), half.end(), from, middle);
            std::replace(mesh.faces[f].begin(), mesh.faces[f].end(), to, middle);
            mesh.faces.push_back(half);
        }
    }
}

} // namespace

TriangleMesh reducedMesh(const TriangleMesh& mesh, int faces) {
    constexpr double kLeastVolume = 0.4;
    const auto stay = [](const Vector3& point) { return point; };
    for (int target = faces; target < mesh.faceCount(); target *= 2) {
        TriangleMesh coarse = decimate(mesh, static_cast<int>(kCollapsed * target), stay, Keep::Shape);
        if (!(enclosedVolume(coarse) > kLeastVolume * enclosedVolume(mesh))) continue;
        cutLongestEdges(coarse, target);
        return fitted(std::move(coarse), mesh);
    }
    return mesh;
}

} // namespace ambient
