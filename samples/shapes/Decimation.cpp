// SPDX-License-Identifier: Zlib
#include "shapes/Decimation.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

namespace samples {
namespace {

using ambient::TriangleMesh;
using ambient::Vector3;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool inPlane(const Vector3& point) {
    return point.y() == 0.0;
}

/// An edge that may be collapsed into one point; out of date once one of its ends has changed.
struct Collapse {
    double cost;
    int a, b, versionA, versionB;
    Vector3 point;
    bool operator<(const Collapse& o) const { // the cheapest comes first out of a priority queue
        return cost != o.cost ? cost > o.cost : a != o.a ? a > o.a : b > o.b;
    }
};

class Decimator {
  public:
    Decimator(const TriangleMesh& mesh, const Projection& ontoSurface) : m_mesh(mesh), m_ontoSurface(ontoSurface) {
        m_facesAt.resize(at(mesh.vertexCount()));
        m_versions.assign(at(mesh.vertexCount()), 0);
        m_quadrics.assign(at(mesh.vertexCount()), Eigen::Matrix4d::Zero());
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const Vector3 normal = mesh.areaVector(f);
            Eigen::Vector4d plane;
            plane << normal, -normal.dot(mesh.corner(f, 0));
            for (int v : mesh.faces[at(f)]) {
                m_facesAt[at(v)].push_back(f);
                m_quadrics[at(v)] += plane * plane.transpose() / normal.norm(); // area times squared distance
            }
        }
        for (int v = 0; v < mesh.vertexCount(); ++v)
            propose(v, true);
    }

    TriangleMesh run(int targetFaces) {
        int faces = m_mesh.faceCount();
        while (faces > targetFaces && !m_queue.empty()) {
            const Collapse next = m_queue.top();
            m_queue.pop();
            const bool current = m_versions[at(next.a)] == next.versionA && m_versions[at(next.b)] == next.versionB;
            if (current && isAllowed(next)) faces -= apply(next);
        }
        return compacted();
    }

  private:
    std::vector<int> neighbours(int v) const {
        std::vector<int> found;
        for (int f : m_facesAt[at(v)])
            for (int w : m_mesh.faces[at(f)])
                if (w != v) found.push_back(w);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    void propose(int v, bool upwardsOnly) {
        for (int w : neighbours(v)) {
            if (upwardsOnly && w < v) continue;
            const Vector3 &p = m_mesh.vertices[at(v)], &q = m_mesh.vertices[at(w)];
            Vector3 middle = 0.5 * (p + q);
            if (inPlane(p) != inPlane(q))
                middle = inPlane(p) ? p : q;
            else
                middle = m_ontoSurface(middle);
            if (inPlane(p) && inPlane(q)) middle.y() = 0.0;
            constexpr double evenness = 0.01; // of the triangles, against likeness of the surface
            const Eigen::Vector4d h = middle.homogeneous();
            const double length2 = (p - q).squaredNorm();
            const double cost = h.dot((m_quadrics[at(v)] + m_quadrics[at(w)]) * h) + evenness * length2 * length2;
            m_queue.push({cost, v, w, m_versions[at(v)], m_versions[at(w)], middle});
        }
    }

    /// Neither does the surface fold or change its topology, nor do its faces turn over or become slivers.
    bool isAllowed(const Collapse& c) const {
        const std::vector<int> aroundA = neighbours(c.a), aroundB = neighbours(c.b);
        std::vector<int> common;
        std::set_intersection(aroundA.begin(), aroundA.end(), aroundB.begin(), aroundB.end(),
                              std::back_inserter(common));
        std::size_t shared = 0;
        for (int f : m_facesAt[at(c.a)])
            shared += has(f, c.b) ? 1 : 0;
        const bool planeA = inPlane(m_mesh.vertices[at(c.a)]), planeB = inPlane(m_mesh.vertices[at(c.b)]);
        if (common.size() != shared || shared != (planeA && planeB ? 1u : 2u)) return false;
        if (planeA != planeB) { // a new edge in the plane would belong to four faces once mirrored
            for (int v : planeA ? aroundB : aroundA)
                if (v != c.a && v != c.b && inPlane(m_mesh.vertices[at(v)]) &&
                    !std::binary_search(common.begin(), common.end(), v))
                    return false;
        }
        return staysUpright(c.a, c) && staysUpright(c.b, c);
    }

    bool staysUpright(int v, const Collapse& c) const {
        for (int f : m_facesAt[at(v)]) {
            if (has(f, c.a) && has(f, c.b)) continue;
            std::array<Vector3, 3> corner;
            for (std::size_t k = 0; k < 3; ++k) {
                const int w = m_mesh.faces[at(f)][k];
                corner[k] = w == v ? c.point : m_mesh.vertices[at(w)];
            }
            const Vector3 after = 0.5 * (corner[1] - corner[0]).cross(corner[2] - corner[0]);
            const double sides = (corner[1] - corner[0]).squaredNorm() + (corner[2] - corner[1]).squaredNorm() +
                                 (corner[0] - corner[2]).squaredNorm();
            constexpr double roundest = 0.1443; // area of an equilateral triangle by its squared sides
            if (after.dot(m_mesh.areaVector(f).normalized()) < std::max(0.7 * after.norm(), 0.35 * roundest * sides))
                return false;
        }
        return true;
    }

    bool has(int f, int v) const {
        const TriangleMesh::Face& face = m_mesh.faces[at(f)];
        return face[0] == v || face[1] == v || face[2] == v;
    }

    /// Moves a to the point and everything of b to a. Returns how many faces are gone.
    int apply(const Collapse& c) {
        int gone = 0;
        for (int f : m_facesAt[at(c.b)]) {
            if (has(f, c.a)) {
                ++gone;
                for (int v : m_mesh.faces[at(f)])
                    if (v != c.b) drop(v, f);
                m_mesh.faces[at(f)] = {-1, -1, -1};
            } else {
                std::replace(m_mesh.faces[at(f)].begin(), m_mesh.faces[at(f)].end(), c.b, c.a);
                m_facesAt[at(c.a)].push_back(f);
            }
        }
        m_facesAt[at(c.b)].clear();
        m_mesh.vertices[at(c.a)] = c.point;
        m_quadrics[at(c.a)] += m_quadrics[at(c.b)];
        ++m_versions[at(c.a)];
        ++m_versions[at(c.b)];
        propose(c.a, false);
        return gone;
    }

    void drop(int v, int f) {
        std::vector<int>& faces = m_facesAt[at(v)];
        faces.erase(std::find(faces.begin(), faces.end(), f));
    }

    TriangleMesh compacted() const {
        TriangleMesh result;
        std::vector<int> newIndex(m_mesh.vertices.size(), -1);
        for (const TriangleMesh::Face& face : m_mesh.faces) {
            if (face[0] < 0) continue;
            TriangleMesh::Face renamed;
            for (std::size_t k = 0; k < 3; ++k) {
                int& index = newIndex[at(face[k])];
                if (index < 0) {
                    index = result.vertexCount();
                    result.vertices.push_back(m_mesh.vertices[at(face[k])]);
                }
                renamed[k] = index;
            }
            result.faces.push_back(renamed);
        }
        return result;
    }

    TriangleMesh m_mesh;
    const Projection& m_ontoSurface;
    std::vector<std::vector<int>> m_facesAt;
    std::vector<int> m_versions;
    std::vector<Eigen::Matrix4d> m_quadrics;
    std::priority_queue<Collapse> m_queue;
};

/// Angle of a face at its corner k [rad].
double angleAt(const TriangleMesh& mesh, int f, int k) {
    const Vector3 a = mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k);
    const Vector3 b = mesh.corner(f, (k + 2) % 3) - mesh.corner(f, k);
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// Turns the edge opposite corner k of face f, shared with corner m of face g, if the other diagonal of the two makes
/// better triangles (Delaunay's criterion) and neither folds.
bool turnEdge(TriangleMesh& mesh, int f, int k, int g, int m) {
    if (angleAt(mesh, f, k) + angleAt(mesh, g, m) <= 1.001 * ambient::kPi) return false;
    const int apexF = mesh.faces[at(f)][at(k)], apexG = mesh.faces[at(g)][at(m)];
    if (inPlane(mesh.vertices[at(apexF)]) && inPlane(mesh.vertices[at(apexG)])) return false;
    for (const TriangleMesh::Face& face : mesh.faces)
        if (std::count(face.begin(), face.end(), apexF) + std::count(face.begin(), face.end(), apexG) == 2)
            return false;
    const TriangleMesh::Face oldF = mesh.faces[at(f)], oldG = mesh.faces[at(g)];
    const Vector3 normal = mesh.areaVector(f).normalized() + mesh.areaVector(g).normalized();
    mesh.faces[at(f)] = {apexF, oldF[at((k + 1) % 3)], apexG};
    mesh.faces[at(g)] = {apexG, oldG[at((m + 1) % 3)], apexF};
    constexpr double leastCosine = 0.5;
    for (int face : {f, g})
        if (mesh.areaVector(face).normalized().dot(normal.normalized()) < leastCosine) {
            mesh.faces[at(f)] = oldF;
            mesh.faces[at(g)] = oldG;
            return false;
        }
    return true;
}

/// Turns edges until no turn helps.
void turnEdges(TriangleMesh& mesh) {
    constexpr int mostPasses = 10;
    bool turned = true;
    for (int pass = 0; pass < mostPasses && turned; ++pass) {
        const ambient::MeshAdjacency adjacency(mesh); // right for faces that are not yet changed
        std::vector<bool> changed(mesh.faces.size(), false);
        turned = false;
        for (int f = 0; f < mesh.faceCount(); ++f)
            for (int side = 0; side < 3 && !changed[at(f)]; ++side) {
                const ambient::MeshAdjacency::Side other = adjacency.across(f, side);
                if (other.face < 0 || changed[at(other.face)]) continue;
                if (!turnEdge(mesh, f, (side + 2) % 3, other.face, (other.corner + 2) % 3)) continue;
                changed[at(f)] = changed[at(other.face)] = turned = true;
            }
    }
}

} // namespace

TriangleMesh decimate(const TriangleMesh& mesh, int targetFaces, const Projection& ontoSurface) {
    return Decimator(mesh, ontoSurface).run(targetFaces);
}

void relax(TriangleMesh& mesh, int rounds, const Projection& ontoSurface) {
    for (int round = 0; round < rounds; ++round) {
        turnEdges(mesh);
        std::vector<Vector3> sums(mesh.vertices.size(), Vector3::Zero());
        std::vector<int> counts(mesh.vertices.size(), 0);
        for (const TriangleMesh::Face& face : mesh.faces)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t other : {(k + 1) % 3, (k + 2) % 3}) {
                    const Vector3& neighbour = mesh.vertices[at(face[other])];
                    if (inPlane(mesh.vertices[at(face[k])]) && !inPlane(neighbour)) continue;
                    sums[at(face[k])] += neighbour;
                    ++counts[at(face[k])];
                }
        for (std::size_t v = 0; v < sums.size(); ++v) {
            if (counts[v] == 0) continue;
            const bool stays = inPlane(mesh.vertices[v]);
            mesh.vertices[v] = ontoSurface(0.5 * (mesh.vertices[v] + sums[v] / counts[v]));
            if (stays) mesh.vertices[v].y() = 0.0;
        }
    }
}

} // namespace samples
