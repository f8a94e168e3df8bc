// SPDX-License-Identifier: Zlib
#include "drawing/SplitNormals.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace samples {
namespace {

using ambient::TriangleMesh;
using ambient::Vector3;

/// Corner 3 f + k is corner k of face f.
class CornerGroups {
  public:
    explicit CornerGroups(int corners) : m_parent(static_cast<std::size_t>(corners)) {
        for (std::size_t i = 0; i < m_parent.size(); ++i)
            m_parent[i] = static_cast<int>(i);
    }

    int groupOf(int corner) {
        while (at(corner) != corner)
            corner = at(corner) = at(at(corner));
        return corner;
    }

    /// The group is named after its first corner.
    void join(int a, int b) {
        const auto [first, second] = std::minmax({groupOf(a), groupOf(b)});
        at(second) = first;
    }

  private:
    int& at(int corner) { return m_parent[static_cast<std::size_t>(corner)]; }

    std::vector<int> m_parent;
};

Vector3 unitOrZero(const Vector3& v) {
    const double length = v.norm();
    return length > 0.0 ? Vector3(v / length) : Vector3::Zero();
}

/// Joins the corners at both ends of every soft edge.
void joinAcrossSmoothEdges(const TriangleMesh& mesh, const std::vector<Vector3>& normals, double creaseDegrees,
                           CornerGroups& groups) {
    const double smallestCosine = std::cos(creaseDegrees * ambient::kPi / 180.0);
    const auto keyOf = [](int from, int to) { return (std::uint64_t(std::uint32_t(from)) << 32) | std::uint32_t(to); };
    std::unordered_map<std::uint64_t, int> cornerBeforeEdge;
    cornerBeforeEdge.reserve(3 * mesh.faces.size());
    for (int corner = 0; corner < 3 * mesh.faceCount(); ++corner) {
        const auto& face = mesh.faces[static_cast<std::size_t>(corner / 3)];
        const int next = corner / 3 * 3 + (corner + 1) % 3;
        const int from = face[static_cast<std::size_t>(corner % 3)], to = face[static_cast<std::size_t>(next % 3)];
        cornerBeforeEdge[keyOf(from, to)] = corner;
        const auto opposite = cornerBeforeEdge.find(keyOf(to, from));
        if (opposite == cornerBeforeEdge.end()) continue;
        const int other = opposite->second, otherNext = other / 3 * 3 + (other + 1) % 3;
        const Vector3 &a = normals[static_cast<std::size_t>(corner / 3)],
                      &b = normals[static_cast<std::size_t>(other / 3)];
        if (a.dot(b) < smallestCosine && !a.isZero() && !b.isZero()) continue;
        groups.join(corner, otherNext);
        groups.join(next, other);
    }
}

double angleAt(const TriangleMesh& mesh, int face, int k) {
    const Vector3 a = mesh.corner(face, (k + 1) % 3) - mesh.corner(face, k);
    const Vector3 b = mesh.corner(face, (k + 2) % 3) - mesh.corner(face, k);
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

} // namespace

RenderMesh renderMeshOf(const TriangleMesh& mesh, double creaseDegrees) {
    std::vector<Vector3> normals;
    for (int f = 0; f < mesh.faceCount(); ++f)
        normals.push_back(unitOrZero(mesh.areaVector(f)));
    CornerGroups groups(3 * mesh.faceCount());
    joinAcrossSmoothEdges(mesh, normals, creaseDegrees, groups);

    RenderMesh result;
    std::vector<std::uint32_t> vertexOfGroup(3 * mesh.faces.size());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        auto& triangle = result.triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            const int corner = 3 * f + k, group = groups.groupOf(corner);
            std::uint32_t& vertex = vertexOfGroup[static_cast<std::size_t>(group)];
            if (group == corner) {
                vertex = static_cast<std::uint32_t>(result.positions.size());
                result.positions.push_back(mesh.corner(f, k));
                result.normals.push_back(Vector3::Zero());
                result.sourceVertex.push_back(mesh.faces[static_cast<std::size_t>(f)][static_cast<std::size_t>(k)]);
            }
            triangle[static_cast<std::size_t>(k)] = vertex;
            result.normals[vertex] += angleAt(mesh, f, k) * normals[static_cast<std::size_t>(f)];
        }
    }
    for (Vector3& normal : result.normals)
        normal = normal.isZero() ? Vector3::UnitZ() : Vector3(normal.normalized());
    return result;
}

} // namespace samples
