// SPDX-License-Identifier: Zlib
#include "MeshImport/ShortEdges.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/NumberedMesh.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <set>

namespace ambient {
namespace {

double longestSide(const TriangleMesh& mesh, const TriangleMesh::Face& f) {
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        longest = std::max(longest, (mesh.vertices[static_cast<std::size_t>(f[(k + 1) % 3])] -
                                     mesh.vertices[static_cast<std::size_t>(f[k])])
                                        .norm());
    return longest;
}

Vector3 areaVectorOf(const TriangleMesh& mesh, const TriangleMesh::Face& f) {
    const auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(f[k])]; };
    return 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
}

double heightOf(const TriangleMesh& mesh, const TriangleMesh::Face& f) {
    const double longest = longestSide(mesh, f);
    return longest > 0.0 ? 2.0 * areaVectorOf(mesh, f).norm() / longest : 0.0;
}

/// One pass over all edges. The adjacency is that of its beginning: a changed neighbourhood waits for the next pass.
class EdgePass {
  public:
    EdgePass(TriangleMesh& mesh, double length)
        : m_mesh(mesh), m_length(length), m_adjacency(mesh), m_isChanged(mesh.faces.size(), 0),
          m_isGone(mesh.faces.size(), 0) {}

    /// Whether anything changed.
    bool run() {
        bool any = false;
        for (const MeshAdjacency::Edge& edge : m_adjacency.edges()) {
            if (edge.sideCount != 2) continue;
            const MeshAdjacency::Side a = m_adjacency.sides()[static_cast<std::size_t>(edge.firstSide)],
                                      b = m_adjacency.sides()[static_cast<std::size_t>(edge.firstSide) + 1];
            any = collapse(edge.low, edge.high) || turn(a, b) || turn(b, a) || any;
        }
        if (!any) return false;
        NumberedMesh kept(std::move(m_mesh));
        kept.dropFaces(m_isGone);
        kept.dropUnusedVertices();
        m_mesh = std::move(kept.mesh);
        return true;
    }

  private:
    bool isChangedAround(int v) const {
        const MeshAdjacency::FaceRange faces = m_adjacency.facesAround(v);
        return std::any_of(faces.begin(), faces.end(), [&](int f) { return m_isChanged[static_cast<std::size_t>(f)]; });
    }

    std::set<int> neighbours(int v) const {
        std::set<int> found;
        for (int f : m_adjacency.facesAround(v))
            for (int w : m_mesh.faces[static_cast<std::size_t>(f)])
                if (w != v) found.insert(w);
        return found;
    }

    bool collapse(int a, int b) {
        const double length =
            (m_mesh.vertices[static_cast<std::size_t>(a)] - m_mesh.vertices[static_cast<std::size_t>(b)]).norm();
        if (!(length < m_length) || isChangedAround(a) || isChangedAround(b)) return false;
        const std::set<int> ofA = neighbours(a), ofB = neighbours(b);
        std::vector<int> common;
        std::set_intersection(ofA.begin(), ofA.end(), ofB.begin(), ofB.end(), std::back_inserter(common));
        if (common.size() != 2 || ofA.size() + ofB.size() < 8) return false; // a tetrahedron would vanish
        return moveInto(b, a) || moveInto(a, b);
    }

    /// Collapses vertex `from` into `to` if no face turns over.
    bool moveInto(int from, int to) {
        for (int f : m_adjacency.facesAround(from)) {
            const TriangleMesh::Face& face = m_mesh.faces[static_cast<std::size_t>(f)];
            if (std::count(face.begin(), face.end(), to)) continue;
            TriangleMesh::Face moved = face;
            std::replace(moved.begin(), moved.end(), from, to);
            const bool isNeedle = heightOf(m_mesh, face) < m_length;
            if (!isNeedle && areaVectorOf(m_mesh, moved).dot(areaVectorOf(m_mesh, face)) <= 0.0) return false;
        }
        for (int v : {from, to})
            for (int f : m_adjacency.facesAround(v))
                m_isChanged[static_cast<std::size_t>(f)] = 1;
        for (int f : m_adjacency.facesAround(from)) {
            TriangleMesh::Face& face = m_mesh.faces[static_cast<std::size_t>(f)];
            if (std::count(face.begin(), face.end(), to))
                m_isGone[static_cast<std::size_t>(f)] = 1;
            else
                std::replace(face.begin(), face.end(), from, to);
        }
        return true;
    }

    /// Turns the longest side of a face whose corner lies on it.
    bool turn(const MeshAdjacency::Side& flat, const MeshAdjacency::Side& other) {
        const std::size_t f = static_cast<std::size_t>(flat.face), g = static_cast<std::size_t>(other.face);
        if (m_isChanged[f] || m_isChanged[g]) return false;
        const TriangleMesh::Face face = m_mesh.faces[f], across = m_mesh.faces[g];
        const std::size_t k = static_cast<std::size_t>(flat.corner), m = static_cast<std::size_t>(other.corner);
        const int p = face[k], q = face[(k + 1) % 3], c = face[(k + 2) % 3], d = across[(m + 2) % 3];
        if (across[m] != q || across[(m + 1) % 3] != p || c == d) return false;
        const double height = heightOf(m_mesh, face);
        const auto distance = [&](int a, int b) {
            return (m_mesh.vertices[static_cast<std::size_t>(a)] - m_mesh.vertices[static_cast<std::size_t>(b)]).norm();
        };
        if (!(height < m_length) || distance(p, q) < longestSide(m_mesh, face) || isChangedAround(c) ||
            isChangedAround(d))
            return false;
        if (neighbours(c).count(d)) return false;
        const TriangleMesh::Face first = {c, p, d}, second = {c, d, q};
        const Vector3 normal = areaVectorOf(m_mesh, across);
        if (std::min(heightOf(m_mesh, first), heightOf(m_mesh, second)) <= height) return false;
        if (areaVectorOf(m_mesh, first).dot(normal) <= 0.0 || areaVectorOf(m_mesh, second).dot(normal) <= 0.0)
            return false;
        for (int v : {p, q, c, d})
            for (int around : m_adjacency.facesAround(v))
                m_isChanged[static_cast<std::size_t>(around)] = 1;
        m_mesh.faces[f] = first;
        m_mesh.faces[g] = second;
        return true;
    }

    TriangleMesh& m_mesh;
    double m_length;
    MeshAdjacency m_adjacency;
    std::vector<char> m_isChanged, m_isGone; ///< by face
};

} // namespace

TriangleMesh withoutShortEdges(TriangleMesh mesh, double length) {
    constexpr int mostPasses = 100;
    for (int pass = 0; pass < mostPasses && EdgePass(mesh, length).run(); ++pass) {
    }
    return mesh;
}

int needleCount(const TriangleMesh& mesh, double length) {
    return static_cast<int>(std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                          [&](const TriangleMesh::Face& f) { return heightOf(mesh, f) < length; }));
}

} // namespace ambient
