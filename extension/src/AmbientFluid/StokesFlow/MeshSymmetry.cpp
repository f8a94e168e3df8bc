// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/MeshSymmetry.h"

#include <algorithm>
#include <utility>

namespace ambient {
namespace {

/// The vertices of a mesh by their height along a direction in which few have the same.
class SortedVertices {
  public:
    SortedVertices(const TriangleMesh& mesh, double tolerance) : m_tolerance(tolerance) {
        for (const Vector3& vertex : mesh.vertices)
            m_byHeight.emplace_back(kDirection.dot(vertex), vertex);
        std::sort(m_byHeight.begin(), m_byHeight.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    }

    bool hasOneAt(const Vector3& place) const {
        const double height = kDirection.dot(place);
        auto it = std::lower_bound(m_byHeight.begin(), m_byHeight.end(), height - m_tolerance,
                                   [](const auto& vertex, double low) { return vertex.first < low; });
        for (; it != m_byHeight.end() && it->first <= height + m_tolerance; ++it)
            if ((it->second - place).squaredNorm() <= m_tolerance * m_tolerance) return true;
        return false;
    }

  private:
    static inline const Vector3 kDirection = Vector3(0.5773, 0.3141, 0.7537).normalized();
    double m_tolerance;
    std::vector<std::pair<double, Vector3>> m_byHeight;
};

} // namespace

double farthestDistance(const TriangleMesh& mesh, const Vector3& point) {
    double farthest = 0.0;
    for (const Vector3& vertex : mesh.vertices)
        farthest = std::max(farthest, (vertex - point).norm());
    return farthest;
}

std::vector<Vector3> planesOfSymmetry(const TriangleMesh& mesh, const std::vector<Vector3>& normals,
                                      const Vector3& point, double tolerance, std::size_t most) {
    const SortedVertices vertices(mesh, tolerance * farthestDistance(mesh, point));
    std::vector<Vector3> planes;
    for (const Vector3& n : normals) {
        if (planes.size() >= most) break;
        const auto hasImage = [&](const Vector3& vertex) {
            return vertices.hasOneAt(vertex - 2.0 * n.dot(vertex - point) * n);
        };
        if (std::all_of(mesh.vertices.begin(), mesh.vertices.end(), hasImage)) planes.push_back(n);
    }
    return planes;
}

} // namespace ambient
