// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SeparationLine.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ambient {
namespace {

/// Unit normals of the vertices, with weights that are exact for every mesh inscribed in a sphere:
/// N. Max, "Weights for computing vertex normals from facet normals", J. Graphics Tools 4 (1999).
std::vector<Vector3> vertexNormals(const TriangleMesh& mesh) {
    std::vector<Vector3> normals(mesh.vertices.size(), Vector3::Zero());
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 next = mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k);
            const Vector3 previous = mesh.corner(f, (k + 2) % 3) - mesh.corner(f, k);
            normals[mesh.faces[f][k]] += next.cross(previous) / (next.squaredNorm() * previous.squaredNorm());
        }
    for (Vector3& n : normals)
        n.normalize();
    return normals;
}

/// Positive on the attached side, zero on the line, in units of |u|.
/// Values below the precision of mesh files in single precision count as zero: otherwise flat walls along the motion
/// would be full of islands of rounding errors.
std::vector<double> attachedExcess(const FluidBodyModel& model, const RelativeFlow& flow) {
    const TriangleMesh& mesh = model.mesh();
    const double cosSeparation = model.separationCosine();
    std::vector<double> excess(mesh.vertices.size());
    const std::vector<Vector3> normals = vertexNormals(mesh);
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        const Vector3 u = flow.velocityAt(mesh.vertices[v]);
        const double cosine = normals[v].dot(u) / std::max(u.norm(), 1e-300) - cosSeparation;
        excess[v] = std::abs(cosine) > 1e-6 ? cosine : 0.0;
    }
    return excess;
}

} // namespace

std::vector<std::array<Vector3, 2>> separationLine(const FluidBodyModel& model, const RelativeFlow& flow) {
    const TriangleMesh& mesh = model.mesh();
    const std::vector<double> excess = attachedExcess(model, flow);
    const auto crossing = [&](int a, int b) {
        if (a > b) std::swap(a, b); // both faces of an edge get bitwise the same point
        const double t = excess[a] / (excess[a] - excess[b]);
        return Vector3(mesh.vertices[a] + t * (mesh.vertices[b] - mesh.vertices[a]));
    };
    std::vector<std::array<Vector3, 2>> pieces;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (flow.faces && !(flow.faces->wettedFraction[f] > 0.0)) continue;
        const TriangleMesh::Face& face = mesh.faces[f];
        std::array<Vector3, 2> piece;
        int ends = 0;
        for (int k = 0; k < 3; ++k) {
            const int a = face[k], b = face[(k + 1) % 3];
            if ((excess[a] > 0.0) != (excess[b] > 0.0)) piece[ends++] = crossing(a, b);
        }
        if (ends == 2) pieces.push_back(piece);
    }
    return pieces;
}

} // namespace ambient
