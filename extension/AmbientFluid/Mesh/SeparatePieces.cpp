// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SeparatePieces.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/TriangleTree.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace ambient {
namespace {

struct Piece {
    TriangleMesh mesh; ///< all vertices, the faces of the piece
    Eigen::AlignedBox3d box;
    std::unique_ptr<TriangleTree> tree; ///< made when first needed
};

std::vector<Piece> split(const TriangleMesh& mesh, const MeshComponents& components) {
    std::vector<Piece> pieces(components.firstFace.size());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        Piece& piece = pieces[components.ofFace[f]];
        TriangleMesh::Face face;
        for (int k = 0; k < 3; ++k) {
            face[k] = piece.mesh.vertexCount(); // corners need not be shared here
            piece.mesh.vertices.push_back(mesh.corner(f, k));
            piece.box.extend(mesh.corner(f, k));
        }
        piece.mesh.faces.push_back(face);
    }
    return pieces;
}

/// Whether an edge of one piece comes through or up to a face of the other.
bool reaches(const Piece& piece, Piece& other) {
    constexpr double atTheEnd = 1.0 + 1e-6;
    if (!other.tree) other.tree = std::make_unique<TriangleTree>(other.mesh);
    for (int f = 0; f < piece.mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 edge = piece.mesh.corner(f, (k + 1) % 3) - piece.mesh.corner(f, k);
            const double length = edge.norm();
            const std::optional<double> hit = other.tree->castRay(piece.mesh.corner(f, k), edge / length);
            if (hit && *hit <= atTheEnd * length) return true;
        }
    return false;
}

/// Whether a point lies in or on a closed surface: by the solid angle under which it is seen.
bool contains(const TriangleMesh& mesh, const Vector3& point) {
    double solidAngle = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 a = mesh.corner(f, 0) - point, b = mesh.corner(f, 1) - point, c = mesh.corner(f, 2) - point;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        solidAngle += 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return solidAngle > kPi;
}

std::optional<PieceConflict::Kind> conflictBetween(Piece& a, Piece& b) {
    if (!a.box.intersects(b.box)) return std::nullopt;
    if (reaches(a, b) || reaches(b, a)) return PieceConflict::Kind::Touching;
    if (contains(b.mesh, a.mesh.vertices.front()) || contains(a.mesh, b.mesh.vertices.front()))
        return PieceConflict::Kind::Inside;
    return std::nullopt;
}

} // namespace

std::optional<PieceConflict> findPieceConflict(const TriangleMesh& mesh, const MeshComponents& components) {
    std::vector<Piece> pieces = split(mesh, components);
    const int count = components.count();
    for (int p = 0; p < count; ++p)
        if (!(enclosedVolume(pieces[p].mesh) > 0.0)) return PieceConflict{PieceConflict::Kind::InsideOut, p, p};
    std::vector<int> byPlace(pieces.size());
    std::iota(byPlace.begin(), byPlace.end(), 0);
    const auto low = [&](int p) { return pieces[p].box.min().x(); };
    std::sort(byPlace.begin(), byPlace.end(), [&](int p, int q) { return low(p) != low(q) ? low(p) < low(q) : p < q; });
    for (std::size_t i = 0; i < byPlace.size(); ++i)
        for (std::size_t j = i + 1; j < byPlace.size(); ++j) {
            const int p = byPlace[i], q = byPlace[j];
            if (low(q) > pieces[p].box.max().x()) break;
            if (const auto kind = conflictBetween(pieces[p], pieces[q]))
                return PieceConflict{*kind, std::max(p, q), std::min(p, q)};
        }
    return std::nullopt;
}

} // namespace ambient
