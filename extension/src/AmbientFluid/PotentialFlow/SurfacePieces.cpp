// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"

namespace ambient {
namespace {

/// Neighbouring faces belong to one smooth piece above this cosine of 63 degrees, an uncommon design angle.
constexpr double kCreaseCosine = 0.45;

} // namespace

SmoothPieces::SmoothPieces(const MeshFaces& faces) : pieceOf(faces.area.size()), moments(faces.area.size()) {
    const MeshAdjacency adjacency(faces.mesh);
    DisjointSets sets(faces.count());
    for (int f = 0; f < faces.count(); ++f)
        for (int k = 0; k < 3; ++k) {
            const int g = adjacency.neighbor(f, k);
            if (g >= 0 && faces.normal[f].dot(faces.normal[g]) >= kCreaseCosine) sets.join(f, g);
        }
    std::vector<double> area(faces.area.size(), 0.0);
    std::vector<Vector3> first(faces.area.size(), Vector3::Zero());
    std::fill(moments.begin(), moments.end(), Matrix3::Zero());
    for (int f = 0; f < faces.count(); ++f) {
        const int piece = pieceOf[f] = sets.root(f);
        area[piece] += faces.area[f];
        first[piece] += faces.area[f] * faces.centroid[f];
    }
    for (int f = 0; f < faces.count(); ++f) {
        const int piece = pieceOf[f];
        for (int k = 0; k < 3; ++k) { // the second moments of a triangle are those of the middles of its sides
            const Vector3 middle = 0.5 * (faces.mesh.corner(f, k) + faces.mesh.corner(f, (k + 1) % 3));
            const Vector3 d = middle - first[piece] / area[piece];
            moments[piece] += (faces.area[f] / (3.0 * area[piece])) * d * d.transpose();
        }
    }
}

double flatness(const Matrix3& moments) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> box(moments, Eigen::EigenvaluesOnly);
    return 1.0 - smoothStep(0.02, 0.2, box.eigenvalues()[0] / box.eigenvalues()[1]);
}

} // namespace ambient
