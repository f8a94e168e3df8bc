// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ambient {

/// Cubic ramp from 0 at `low` to 1 at `high`, clamped.
inline double smoothStep(double low, double high, double x) {
    const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// Areas, unit normals and centroids of the faces of a mesh.
struct MeshFaces {
    /// \param m kept by reference
    explicit MeshFaces(const TriangleMesh& m) : mesh(m) {
        for (int f = 0; f < m.faceCount(); ++f) {
            const Vector3 areaVector = m.areaVector(f);
            area.push_back(areaVector.norm());
            normal.push_back(areaVector / area.back());
            centroid.push_back(m.faceCentroid(f));
            size += area.back();
        }
        size = std::sqrt(size);
    }
    int count() const { return mesh.faceCount(); } ///< number of faces
    /// Distance from a face at which its rays start, so that they do not hit it [m].
    double rayOffset() const { return 1e-6 * size; }

    const TriangleMesh& mesh;              ///< the mesh
    std::vector<double> area;              ///< [m^2]
    std::vector<Vector3> normal, centroid; ///< outward unit normals, and points [m]
    double size = 0.0;                     ///< square root of the total area [m]
};

/// Calls act(centroid) for each of the rows^2 equal small triangles into which lines parallel to its sides divide a
/// face.
template <class Act>
void forEachSmallFace(const TriangleMesh& mesh, int f, int rows, const Act& act) {
    const Vector3 &corner = mesh.corner(f, 0), first = mesh.corner(f, 1) - corner, second = mesh.corner(f, 2) - corner;
    const auto at = [&](double a, double b) { act(Vector3(corner + (a / rows) * first + (b / rows) * second)); };
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows - i; ++j) {
            at(i + 1.0 / 3.0, j + 1.0 / 3.0);
            if (i + j < rows - 1) at(i + 2.0 / 3.0, j + 2.0 / 3.0);
        }
}

/// The pieces between the creases of a surface, each with its second moments about its centroid.
struct SmoothPieces {
    /// Divides the surface where the normals of neighbours are more than 63 degrees apart.
    explicit SmoothPieces(const MeshFaces& faces);

    std::vector<int> pieceOf;     ///< root face of the piece of each face
    std::vector<Matrix3> moments; ///< second moments of each piece per area, at its root face [m^2]
    /// Flatness of each piece, at its root face: 1 for a sheet, 0 for a shell as deep as a hemisphere.
    /// It falls with the ratio of the least to the middle second moment. A long piece is as flat as its sections across
    /// the length: depth that changes along the span alone, as by dihedral, does not count.
    std::vector<double> flatness;

  private:
    void measureFlatness(const MeshFaces& faces, const std::vector<Vector3>& centers);
};

} // namespace ambient
