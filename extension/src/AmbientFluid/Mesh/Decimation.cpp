// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Decimation.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"

#include <algorithm>
#include <array>
#include <queue>

namespace ambient {
namespace {

/// Area of an equilateral triangle over the sum of its squared sides.
constexpr double kRoundest = 0.1443;

bool inMirrorPlane(Keep keep, const Vector3& point) {
    return keep == Keep::MirrorPlaneY && point.y() == 0.0;
}

/// Candidate edge for a collapse into one point; obsolete if one of its ends has changed.
struct Collapse {
    double cost;
    int a, b, versionA, versionB;
    Vector3 point;
    bool operator<(const Collapse& o) const { // a priority queue pops the cheapest first
        return cost != o.cost ? cost > o.cost : a != o.a ? a > o.a : b > o.b;
    }
};

class Decimator {
  public:
    Decimator(const TriangleMesh& mesh, const Projection& ontoSurface, Keep keep)
        : m_mesh(mesh), m_ontoSurface(ontoSurface), m_keep(keep) {
        m_facesAt.resize(mesh.vertexCount());
        m_versions.assign(mesh.vertexCount(), 0);
        m_quadrics.assign(mesh.vertexCount(), Eigen::Matrix4d::Zero());
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const Vector3 normal = mesh.areaVector(f);
            Eigen::Vector4d plane;
            plane << normal, -normal.dot(mesh.corner(f, 0));
            for (int v : mesh.faces[f]) {
                m_facesAt[v].push_back(f);
                if (normal.squaredNorm() > 0.0)
                    m_quadrics[v] += plane * plane.transpose() / normal.norm(); // area times squared distance
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
            const bool current = m_versions[next.a] == next.versionA && m_versions[next.b] == next.versionB;
            if (current && isAllowed(next)) faces -= apply(next);
        }
        return compacted();
    }

  private:
    std::vector<int> neighbours(int v) const {
        std::vector<int> found;
        for (int f : m_facesAt[v])
            for (int w : m_mesh.faces[f])
                if (w != v) found.push_back(w);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    bool inPlane(const Vector3& point) const { return inMirrorPlane(m_keep, point); }

    void propose(int v, bool upwardsOnly) {
        for (int w : neighbours(v)) {
            if (upwardsOnly && w < v) continue;
            const Vector3 &p = m_mesh.vertices[v], &q = m_mesh.vertices[w];
            Vector3 middle = 0.5 * (p + q);
            if (inPlane(p) != inPlane(q))
                middle = inPlane(p) ? p : q;
            else
                middle = m_ontoSurface(middle);
            if (inPlane(p) && inPlane(q)) middle.y() = 0.0;
            if (m_keep == Keep::Shape) middle = fittingPoint(v, w);
            Collapse best{costOf(v, w, middle), v, w, m_versions[v], m_versions[w], middle};
            if (m_keep != Keep::MirrorPlaneY) {
                for (const Vector3& end : {p, q}) {
                    const double cost = costOf(v, w, end);
                    if (cost >= best.cost) continue;
                    best.cost = cost;
                    best.point = end;
                }
            }
            m_queue.push(best);
        }
    }

    double costOf(int v, int w, const Vector3& point) const {
        const double evenness =
            m_keep == Keep::Shape ? 1e-5 : 0.01; // weight of triangle quality against fidelity of the surface
        const Eigen::Vector4d h = point.homogeneous();
        const double length2 = (m_mesh.vertices[v] - m_mesh.vertices[w]).squaredNorm();
        return h.dot((m_quadrics[v] + m_quadrics[w]) * h) + evenness * length2 * length2;
    }

    /// Point nearest to the planes around both ends; near the middle of the edge if they leave a choice.
    Vector3 fittingPoint(int v, int w) const {
        constexpr double bias = 1e-3;
        const Eigen::Matrix4d quadric = m_quadrics[v] + m_quadrics[w];
        const double weight = std::max(bias * quadric.topLeftCorner<3, 3>().trace(), 1e-300);
        const Vector3 middle = 0.5 * (m_mesh.vertices[v] + m_mesh.vertices[w]);
        const Matrix3 matrix = quadric.topLeftCorner<3, 3>() + weight * Matrix3::Identity();
        return matrix.ldlt().solve(weight * middle - quadric.topRightCorner<3, 1>());
    }

    /// True if the collapse keeps the topology, folds nothing and makes no inverted faces or slivers.
    bool isAllowed(const Collapse& c) const {
        if (m_facesAt[c.a].size() == 3 && m_facesAt[c.b].size() == 3) return false; // a tetrahedron would vanish
        const std::vector<int> aroundA = neighbours(c.a), aroundB = neighbours(c.b);
        std::vector<int> common;
        std::set_intersection(aroundA.begin(), aroundA.end(), aroundB.begin(), aroundB.end(),
                              std::back_inserter(common));
        std::size_t shared = 0;
        for (int f : m_facesAt[c.a])
            shared += has(f, c.b) ? 1 : 0;
        const bool planeA = inPlane(m_mesh.vertices[c.a]), planeB = inPlane(m_mesh.vertices[c.b]);
        if (common.size() != shared || shared != (planeA && planeB ? 1u : 2u)) return false;
        if (planeA != planeB) { // after mirroring a new edge in the plane would belong to four faces
            for (int v : planeA ? aroundB : aroundA)
                if (v != c.a && v != c.b && inPlane(m_mesh.vertices[v]) &&
                    !std::binary_search(common.begin(), common.end(), v))
                    return false;
        }
        return staysUpright(c.a, c) && staysUpright(c.b, c);
    }

    bool staysUpright(int v, const Collapse& c) const {
        for (int f : m_facesAt[v]) {
            if (has(f, c.a) && has(f, c.b)) continue;
            std::array<Vector3, 3> before, after;
            for (std::size_t k = 0; k < 3; ++k) {
                const int w = m_mesh.faces[f][k];
                before[k] = m_mesh.vertices[w];
                after[k] = w == v ? c.point : before[k];
            }
            double leastRoundness = m_keep == Keep::Shape ? 0.01 : 0.35;
            if (m_keep != Keep::MirrorPlaneY) { // the net of sharp edges contains slivers from the start
                const double roundness = roundnessOf(before);
                leastRoundness = std::min(leastRoundness, roundness);
                constexpr double sliver = 0.01;
                if (roundness < sliver) { // the normal of a sliver is unreliable
                    if (normalAround(m_mesh.faces[f]).dot(areaVectorOf(after)) < 0.0) return false;
                    continue;
                }
            }
            const Vector3 area = areaVectorOf(after);
            const double facing = area.dot(areaVectorOf(before).normalized());
            const double leastCosine = m_keep == Keep::Shape ? 0.5 : 0.7;
            if (facing < std::max(leastCosine * area.norm(), leastRoundness * kRoundest * squaredSides(after)))
                return false;
        }
        return true;
    }

    /// Sum of the normals of the faces around the corners of a face, not unit.
    Vector3 normalAround(const TriangleMesh::Face& face) const {
        Vector3 sum = Vector3::Zero();
        for (int v : face)
            for (int f : m_facesAt[v])
                sum += m_mesh.areaVector(f);
        return sum;
    }

    static Vector3 areaVectorOf(const std::array<Vector3, 3>& corner) {
        return 0.5 * (corner[1] - corner[0]).cross(corner[2] - corner[0]);
    }

    static double squaredSides(const std::array<Vector3, 3>& corner) {
        return (corner[1] - corner[0]).squaredNorm() + (corner[2] - corner[1]).squaredNorm() +
               (corner[0] - corner[2]).squaredNorm();
    }

    /// Quality of a triangle: 1 if equilateral, 0 if degenerate.
    static double roundnessOf(const std::array<Vector3, 3>& corner) {
        const double sides = squaredSides(corner);
        return sides > 0.0 ? areaVectorOf(corner).norm() / (kRoundest * sides) : 0.0;
    }

    bool has(int f, int v) const {
        const TriangleMesh::Face& face = m_mesh.faces[f];
        return face[0] == v || face[1] == v || face[2] == v;
    }

    /// Moves a to the point and merges b into a. \returns the number of removed faces
    int apply(const Collapse& c) {
        int gone = 0;
        for (int f : m_facesAt[c.b]) {
            if (has(f, c.a)) {
                ++gone;
                for (int v : m_mesh.faces[f])
                    if (v != c.b) drop(v, f);
                m_mesh.faces[f] = {-1, -1, -1};
            } else {
                std::replace(m_mesh.faces[f].begin(), m_mesh.faces[f].end(), c.b, c.a);
                m_facesAt[c.a].push_back(f);
            }
        }
        m_facesAt[c.b].clear();
        m_mesh.vertices[c.a] = c.point;
        m_quadrics[c.a] += m_quadrics[c.b];
        ++m_versions[c.a];
        ++m_versions[c.b];
        propose(c.a, false);
        return gone;
    }

    void drop(int v, int f) {
        std::vector<int>& faces = m_facesAt[v];
        faces.erase(std::find(faces.begin(), faces.end(), f));
    }

    TriangleMesh compacted() const {
        TriangleMesh result;
        std::vector<int> newIndex(m_mesh.vertices.size(), -1);
        for (const TriangleMesh::Face& face : m_mesh.faces) {
            if (face[0] < 0) continue;
            TriangleMesh::Face renamed;
            for (std::size_t k = 0; k < 3; ++k) {
                int& index = newIndex[face[k]];
                if (index < 0) {
                    index = result.vertexCount();
                    result.vertices.push_back(m_mesh.vertices[face[k]]);
                }
                renamed[k] = index;
            }
            result.faces.push_back(renamed);
        }
        return result;
    }

    TriangleMesh m_mesh;
    const Projection& m_ontoSurface;
    Keep m_keep;
    std::vector<std::vector<int>> m_facesAt;
    std::vector<int> m_versions;
    std::vector<Eigen::Matrix4d> m_quadrics;
    std::priority_queue<Collapse> m_queue;
};

/// Angle of a face at its corner k [rad].
double angleAt(const TriangleMesh& mesh, int f, int k) {
    const Vector3 a = mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k);
    const Vector3 b = mesh.corner(f, (k + 2) % 3) - mesh.corner(f, k);
    return portable::atan2(a.cross(b).norm(), a.dot(b));
}

/// Cosine of the angle between the normals of two faces.
double cosineBetween(const TriangleMesh& mesh, int f, int g) {
    return mesh.areaVector(f).normalized().dot(mesh.areaVector(g).normalized());
}

/// Flips the edge between faces f and g, opposite corner k of f and corner m of g, if this improves both.
/// The criterion is Delaunay's; a flip that would fold a face is rejected.
bool turnEdge(TriangleMesh& mesh, int f, int k, int g, int m, Keep keep) {
    if (angleAt(mesh, f, k) + angleAt(mesh, g, m) <= 1.001 * kPi) return false;
    const int apexF = mesh.faces[f][k], apexG = mesh.faces[g][m];
    if (inMirrorPlane(keep, mesh.vertices[apexF]) && inMirrorPlane(keep, mesh.vertices[apexG])) return false;
    for (const TriangleMesh::Face& face : mesh.faces)
        if (std::count(face.begin(), face.end(), apexF) + std::count(face.begin(), face.end(), apexG) == 2)
            return false;
    const TriangleMesh::Face oldF = mesh.faces[f], oldG = mesh.faces[g];
    const Vector3 normal = mesh.areaVector(f).normalized() + mesh.areaVector(g).normalized();
    mesh.faces[f] = {apexF, oldF[(k + 1) % 3], apexG};
    mesh.faces[g] = {apexG, oldG[(m + 1) % 3], apexF};
    constexpr double leastCosine = 0.5;
    for (int face : {f, g})
        if (mesh.areaVector(face).normalized().dot(normal.normalized()) < leastCosine) {
            mesh.faces[f] = oldF;
            mesh.faces[g] = oldG;
            return false;
        }
    return true;
}

/// Flips edges between faces whose normals have at least this cosine, until no flip improves the mesh.
void turnEdges(TriangleMesh& mesh, Keep keep, double leastCosine) {
    constexpr int mostPasses = 10;
    bool turned = true;
    for (int pass = 0; pass < mostPasses && turned; ++pass) {
        const MeshAdjacency adjacency(mesh); // valid for unchanged faces
        std::vector<bool> changed(mesh.faces.size(), false);
        turned = false;
        for (int f = 0; f < mesh.faceCount(); ++f)
            for (int side = 0; side < 3 && !changed[f]; ++side) {
                const MeshAdjacency::Side other = adjacency.across(f, side);
                if (other.face < 0 || changed[other.face]) continue;
                if (cosineBetween(mesh, f, other.face) < leastCosine) continue;
                if (!turnEdge(mesh, f, (side + 2) % 3, other.face, (other.corner + 2) % 3, keep)) continue;
                changed[f] = changed[other.face] = turned = true;
            }
    }
}

/// Marks the end points of sharp edges.
std::vector<bool> verticesAtSharpEdges(const TriangleMesh& mesh) {
    std::vector<bool> isSharp(mesh.vertices.size(), false);
    const MeshAdjacency adjacency(mesh);
    for (const MeshAdjacency::Edge& edge : adjacency.edges()) {
        if (edge.sideCount != 2) continue;
        const MeshAdjacency::Side* side = &adjacency.sides()[edge.firstSide];
        if (cosineBetween(mesh, side[0].face, side[1].face) >= kSharpEdgeCosine) continue;
        isSharp[edge.low] = isSharp[edge.high] = true;
    }
    return isSharp;
}

} // namespace

TriangleMesh decimate(const TriangleMesh& mesh, int targetFaces, const Projection& ontoSurface, Keep keep) {
    return Decimator(mesh, ontoSurface, keep).run(targetFaces);
}

void relax(TriangleMesh& mesh, int rounds, const Projection& ontoSurface, Keep keep) {
    constexpr double anyAngle = -2.0;
    const auto inPlane = [keep](const Vector3& point) { return inMirrorPlane(keep, point); };
    for (int round = 0; round < rounds; ++round) {
        turnEdges(mesh, keep, keep == Keep::SharpEdges ? kSharpEdgeCosine : anyAngle);
        std::vector<bool> isFixed(mesh.vertices.size(), false);
        if (keep == Keep::SharpEdges) isFixed = verticesAtSharpEdges(mesh);
        std::vector<Vector3> sums(mesh.vertices.size(), Vector3::Zero());
        std::vector<int> counts(mesh.vertices.size(), 0);
        for (const TriangleMesh::Face& face : mesh.faces)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t other : {(k + 1) % 3, (k + 2) % 3}) {
                    const Vector3& neighbour = mesh.vertices[face[other]];
                    if (inPlane(mesh.vertices[face[k]]) && !inPlane(neighbour)) continue;
                    sums[face[k]] += neighbour;
                    ++counts[face[k]];
                }
        for (std::size_t v = 0; v < sums.size(); ++v) {
            if (counts[v] == 0 || isFixed[v]) continue;
            const bool stays = inPlane(mesh.vertices[v]);
            mesh.vertices[v] = ontoSurface(0.5 * (mesh.vertices[v] + sums[v] / counts[v]));
            if (stays) mesh.vertices[v].y() = 0.0;
        }
    }
}

void turnFlatEdges(TriangleMesh& mesh) {
    constexpr double flat = 1.0 - 1e-7;
    turnEdges(mesh, Keep::SharpEdges, flat);
}

} // namespace ambient
