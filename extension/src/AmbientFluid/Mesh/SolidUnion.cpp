// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SolidUnion.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/SolidGrid.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace ambient {
namespace {

constexpr double kMostPoints = 4e6;

/// Spacing [m] of a net with many more faces than requested, to be decimated.
double spacingFor(const std::vector<ConvexSolid>& solids, int targetFaces) {
    constexpr double facesOfNet = 12.0; // faces of the net per face kept
    double area = 0.0;
    for (const ConvexSolid& solid : solids)
        area += solid.area();
    return std::sqrt(3.0 * area / (facesOfNet * targetFaces));
}

void requireFewPoints(const std::vector<ConvexSolid>& solids, double spacing) {
    if (SolidGrid::pointCount(solids, spacing) <= kMostPoints) return;
    double thinnest = solids.front().widths()[0].width;
    Eigen::AlignedBox3d box;
    for (const ConvexSolid& solid : solids) {
        box.extend(solid.bounds());
        for (const ConvexSolid::Width& w : solid.widths())
            thinnest = std::min(thinnest, w.width);
    }
    char text[160];
    std::snprintf(
        text, sizeof text,
        "union of %d solids: the thinnest is %.3g m of a whole of %.3g m, too thin to be joined with the rest",
        static_cast<int>(solids.size()), thinnest, box.diagonal().norm());
    throw std::invalid_argument(text);
}

/// Nearest point of the surface, by Newton steps.
Vector3 nearestOn(const SolidGrid& grid, Vector3 point) {
    for (int step = 0; step < 3; ++step) {
        const ConvexSolid::Sample sample = grid.at(point);
        point -= sample.distance * sample.normal;
    }
    return point;
}

void scaleTo(TriangleMesh& mesh, double volume) {
    const Vector3 centre = volumeCentroid(mesh);
    const double factor = portable::cbrt(volume / enclosedVolume(mesh));
    for (Vector3& p : mesh.vertices)
        p = centre + factor * (p - centre);
}

/// Moves vertices outwards to make up for the volume between flat faces and the curved surface.
void fillUp(TriangleMesh& mesh, const SolidGrid& grid) {
    std::vector<Vector3> missing(mesh.vertices.size(), Vector3::Zero());
    std::vector<double> area(mesh.vertices.size(), 0.0);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f), middle = mesh.faceCentroid(f);
        double depth = 0.0;
        for (int k = 0; k < 3; ++k) // quadrature of degree 2
            depth -= grid.at(0.5 * (middle + mesh.corner(f, k))).distance / 3.0;
        for (int v : mesh.faces[f]) {
            missing[v] += depth * areaVector;
            area[v] += areaVector.norm();
        }
    }
    for (int v = 0; v < mesh.vertexCount(); ++v)
        mesh.vertices[v] += missing[v] / area[v];
}

/// Fraction of the surface that faces inwards; traces at sharp edges are harmless.
double foldedShare(const TriangleMesh& mesh, const SolidGrid& grid) {
    double folded = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 area = mesh.areaVector(f);
        if (grid.at(mesh.faceCentroid(f)).normal.dot(area) < 0.0) folded += area.norm();
    }
    return folded / surfaceArea(mesh);
}

} // namespace

TriangleMesh meshOfUnion(const std::vector<ConvexSolid>& solids, int targetFaces) {
    if (solids.empty()) throw std::invalid_argument("union of solids: there are none");
    if (targetFaces < 100 || targetFaces > 2000000)
        throw std::invalid_argument("targetFaces must be between 100 and 2e6, got " + std::to_string(targetFaces));
    const double spacing = spacingFor(solids, targetFaces);
    requireFewPoints(solids, spacing);
    const SolidGrid grid(solids, spacing);
    const auto ontoSurface = [&grid](const Vector3& point) { return nearestOn(grid, point); };
    const double volume = grid.volume();
    for (bool keepsEdges : {true, false}) {
        const TriangleMesh net = grid.net(keepsEdges);
        // Retry with more faces if decimation lost part of the body or left no valid surface.
        for (int faces = std::min(targetFaces, net.faceCount()); faces <= net.faceCount(); faces *= 2) {
            TriangleMesh mesh = decimate(net, faces, ontoSurface, Keep::SharpEdges);
            relax(mesh, 3, ontoSurface, Keep::SharpEdges);
            fillUp(mesh, grid);
            constexpr double mostLost = 0.03, mostFolded = 0.003;
            if (std::abs(enclosedVolume(mesh) / volume - 1.0) > mostLost || foldedShare(mesh, grid) > mostFolded)
                continue;
            scaleTo(mesh, volume);
            if (checkMesh(mesh).usable()) return mesh;
        }
    }
    throw std::invalid_argument("union of " + std::to_string(solids.size()) +
                                " solids: no sound surface was found; try other faces, or make the parts overlap more");
}

} // namespace ambient
