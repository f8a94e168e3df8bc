// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SeparatePieces.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/WindingNumber.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace ambient {
namespace {

/// A volume below this fraction of area times diagonal is rounding.
constexpr double kRoundingVolumeOfPiece = 1e-12;

struct Piece {
    TriangleMesh mesh; ///< the corners and faces of the piece
    Eigen::AlignedBox3d box;
    std::unique_ptr<TriangleTree> tree;           ///< made when first needed
    std::unique_ptr<WindingNumber> windingNumber; ///< made when first needed
};

std::vector<Piece> split(const TriangleMesh& mesh, const MeshComponents& components) {
    std::vector<Piece> pieces(components.firstFace.size());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (components.ofFace[f] < 0) continue;
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
            if (!(length > 0.0)) continue;
            const std::optional<double> hit = other.tree->castRay(piece.mesh.corner(f, k), edge / length);
            if (hit && *hit <= atTheEnd * length) return true;
        }
    return false;
}

/// Whether a point lies in a closed surface.
bool contains(Piece& piece, const Vector3& point) {
    if (!piece.windingNumber) piece.windingNumber = std::make_unique<WindingNumber>(piece.mesh);
    return piece.windingNumber->at(point) > 0.5;
}

std::optional<PieceConflict::Kind> conflictBetween(Piece& a, Piece& b) {
    if (!a.box.intersects(b.box)) return std::nullopt;
    if (reaches(a, b) || reaches(b, a)) return PieceConflict::Kind::Touching;
    if (contains(b, a.mesh.vertices.front()) || contains(a, b.mesh.vertices.front()))
        return PieceConflict::Kind::Inside;
    return std::nullopt;
}

/// Pieces of a surface without open edges.
std::vector<char> closedPieces(const MeshAdjacency& adjacency, const MeshComponents& components) {
    std::vector<char> isClosed(components.firstFace.size(), 1);
    for (const MeshAdjacency::Edge& e : adjacency.edges())
        if (e.sideCount == 1) isClosed[components.ofFace[adjacency.sides()[e.firstSide].face]] = 0;
    return isClosed;
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

IdlePieces findIdlePieces(const TriangleMesh& mesh, const MeshAdjacency& adjacency, const MeshComponents& components) {
    if (components.count() < 2) return {};
    std::vector<Piece> pieces = split(mesh, components);
    const std::vector<char> isClosed = closedPieces(adjacency, components);
    std::vector<int> solids, empty;
    for (int p = 0; p < components.count(); ++p) {
        if (!isClosed[p]) continue;
        const double rounding = kRoundingVolumeOfPiece * surfaceArea(pieces[p].mesh) * pieces[p].box.diagonal().norm();
        const double volume = enclosedVolume(pieces[p].mesh);
        if (volume > rounding) solids.push_back(p);
        if (!(std::abs(volume) > rounding)) empty.push_back(p);
    }
    if (solids.empty()) return {};
    IdlePieces result;
    result.empty = std::move(empty);
    for (int p = 0; p < components.count(); ++p) {
        const auto holds = [&](int s) {
            return s != p && pieces[s].box.contains(pieces[p].box) &&
                   contains(pieces[s], pieces[p].mesh.vertices.front()) && !reaches(pieces[p], pieces[s]) &&
                   !reaches(pieces[s], pieces[p]);
        };
        const bool isEmpty = std::binary_search(result.empty.begin(), result.empty.end(), p);
        if (!isEmpty && std::any_of(solids.begin(), solids.end(), holds)) result.inside.push_back(p);
    }
    return result;
}

} // namespace ambient
