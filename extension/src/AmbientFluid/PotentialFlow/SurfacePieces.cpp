// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <map>
#include <utility>

namespace ambient {
namespace {

/// Neighbouring faces belong to one smooth piece above this cosine of 63 degrees, an uncommon design angle.
constexpr double kCreaseCosine = 0.45;

/// Flatness of a section or piece whose two least second moments have this ratio. A hemisphere has .25.
double flatnessOf(double leastOverNext) {
    return 1.0 - smoothStep(0.02, 0.2, leastOverNext);
}

/// Second moments of the sections of a piece across its length.
/// The middle of a section follows the curve a + b s + c |s| + d s^2 along the span s, fitted by least squares:
/// straight and kinked wings, and arcs.
class SectionMoments {
  public:
    /// \param axes columns: axes of the piece, by rising moments \param center of the piece
    SectionMoments(const Matrix3& axes, const Vector3& center) : m_axes(axes), m_center(center) {}

    void addFace(const MeshFaces& faces, int f) {
        const double weight = faces.area[f] / (kRows * kRows);
        forEachSmallFace(faces.mesh, f, kRows, [&](const Vector3& middle) { add(middle, weight); });
    }

    /// The least over the largest moment of the sections.
    double ratio() const {
        const Eigen::Matrix2d within = m_places - m_across.transpose() * m_along.ldlt().solve(m_across);
        const Eigen::Vector2d moments =
            Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(within, Eigen::EigenvaluesOnly).eigenvalues();
        return std::max(moments[0], 0.0) / moments[1];
    }

  private:
    /// Each face is seen as the middles of this number of rows of small ones, squared.
    static constexpr int kRows = 4;

    void add(const Vector3& point, double weight) {
        const Vector3 at = m_axes.transpose() * (point - m_center);
        const Eigen::Vector4d curve(1.0, at.z(), std::abs(at.z()), at.z() * at.z());
        m_along += weight * curve * curve.transpose();
        m_across += weight * curve * at.head<2>().transpose();
        m_places += weight * at.head<2>() * at.head<2>().transpose();
    }

    const Matrix3 m_axes;
    const Vector3 m_center;
    Eigen::Matrix4d m_along = Eigen::Matrix4d::Zero();
    Eigen::Matrix<double, 4, 2> m_across = Eigen::Matrix<double, 4, 2>::Zero();
    Eigen::Matrix2d m_places = Eigen::Matrix2d::Zero();
};

/// Share with which a piece counts as a span with sections: none for pieces as wide as long, whose span is not defined.
double spanShare(double nextOverLargest) {
    return 1.0 - smoothStep(0.3, 0.7, nextOverLargest);
}

} // namespace

SmoothPieces::SmoothPieces(const MeshFaces& faces)
    : pieceOf(faces.area.size()), moments(faces.area.size()), flatness(faces.area.size(), 0.0) {
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
    for (int f = 0; f < faces.count(); ++f)
        if (pieceOf[f] == f) first[f] /= area[f];
    measureFlatness(faces, first);
}

void SmoothPieces::measureFlatness(const MeshFaces& faces, const std::vector<Vector3>& centers) {
    std::map<int, std::pair<double, SectionMoments>> bent; // pieces that may be wings, by root: share, sections
    for (int f = 0; f < faces.count(); ++f) {
        if (pieceOf[f] != f) continue;
        const Eigen::SelfAdjointEigenSolver<Matrix3> box(moments[f]);
        const Vector3& sizes = box.eigenvalues();
        flatness[f] = flatnessOf(sizes[0] / sizes[1]);
        const double share = spanShare(sizes[1] / sizes[2]);
        if (flatness[f] < 1.0 && share > 0.0)
            bent.try_emplace(f, share, SectionMoments(box.eigenvectors(), centers[f]));
    }
    if (bent.empty()) return;
    for (int f = 0; f < faces.count(); ++f)
        if (const auto piece = bent.find(pieceOf[f]); piece != bent.end()) piece->second.second.addFace(faces, f);
    for (const auto& [root, piece] : bent)
        flatness[root] = std::max(flatness[root], piece.first * flatnessOf(piece.second.ratio()));
}

} // namespace ambient
