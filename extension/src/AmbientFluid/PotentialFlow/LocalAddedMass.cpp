// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/LocalAddedMass.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Bending angle across a shared edge times the length of the edge [m].
double bending(const TriangleMesh& mesh, const MeshAdjacency::Side& side, int neighbor) {
    const Vector3& from = mesh.corner(side.face, side.corner);
    const Vector3 edge = mesh.corner(side.face, (side.corner + 1) % 3) - from;
    const Vector3 n = mesh.areaVector(side.face), m = mesh.areaVector(neighbor);
    const double length = edge.norm();
    return length * portable::atan2(edge.dot(n.cross(m)), length * n.dot(m));
}

double totalBending(const TriangleMesh& mesh) {
    const MeshAdjacency adjacency(mesh);
    double sum = 0.0;
    for (const MeshAdjacency::Edge& edge : adjacency.edges())
        if (edge.sideCount == 2)
            sum += bending(mesh, adjacency.sides()[edge.firstSide], adjacency.sides()[edge.firstSide + 1].face);
    return sum;
}

} // namespace

double influenceDepth(const TriangleMesh& mesh) {
    const double area = surfaceArea(mesh), bent = totalBending(mesh);
    if (!(bent * std::sqrt(area) >= area))
        throw std::invalid_argument(
            "local added mass: the surface is about as hollow as it bulges (bending angle times "
            "length adds up to " +
            std::to_string(bent) + " m); use the dense method");
    return area / bent;
}

SpatialInertia localAddedMass(const TriangleMesh& mesh) {
    Matrix6 sum = Matrix6::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 n = mesh.areaVector(f);
        Vector6 g;
        g << mesh.faceCentroid(f).cross(n), n;
        sum += g * g.transpose() / n.norm();
    }
    return SpatialInertia(influenceDepth(mesh) * sum);
}

} // namespace ambient
