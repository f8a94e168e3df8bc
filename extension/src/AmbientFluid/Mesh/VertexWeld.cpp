// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/VertexWeld.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace ambient {

namespace {

/// The representatives so far, hashed by cells of four tolerances: a point's tolerance box then touches one cell,
/// seldom two per axis.
class WeldGrid {
  public:
    WeldGrid(const std::vector<Vector3>& points, const Vector3& origin, double tolerance)
        : m_points(points), m_next(points.size(), -1), m_origin(origin), m_tolerance(tolerance) {}

    /// The first-numbered representative that coincides with point i; i itself, now a representative, if there is none.
    int match(int i) {
        const Cell low = cellOf(m_points[i].array() - m_tolerance), high = cellOf(m_points[i].array() + m_tolerance);
        int found = i;
        for (std::int64_t x = low[0]; x <= high[0]; ++x)
            for (std::int64_t y = low[1]; y <= high[1]; ++y)
                for (std::int64_t z = low[2]; z <= high[2]; ++z)
                    found = std::min(found, matchInCell({x, y, z}, i));
        if (found == i) insert(i);
        return found;
    }

  private:
    using Cell = std::array<std::int64_t, 3>;
    struct CellHash {
        std::size_t operator()(const Cell& c) const {
            std::uint64_t h = 0;
            for (std::int64_t v : c) {
                h = (h ^ static_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15u;
                h ^= h >> 32;
            }
            return static_cast<std::size_t>(h);
        }
    };

    Cell cellOf(const Vector3& p) const {
        Cell c;
        for (int k = 0; k < 3; ++k) {
            c[k] = static_cast<std::int64_t>(std::floor((p[k] - m_origin[k]) / (4.0 * m_tolerance)));
        }
        return c;
    }

    int matchInCell(const Cell& cell, int i) const {
        int best = i;
        const auto head = m_heads.find(cell);
        for (int j = head == m_heads.end() ? -1 : head->second; j >= 0; j = m_next[j]) {
            if ((m_points[j] - m_points[i]).cwiseAbs().maxCoeff() <= m_tolerance) best = std::min(best, j);
        }
        return best;
    }

    void insert(int i) {
        const auto [head, isNew] = m_heads.try_emplace(cellOf(m_points[i]), i);
        if (isNew) return;
        m_next[i] = head->second;
        head->second = i;
    }

    const std::vector<Vector3>& m_points;
    std::vector<int> m_next;
    Vector3 m_origin;
    double m_tolerance;
    std::unordered_map<Cell, int, CellHash> m_heads;
};

std::vector<char> matchableVertices(const TriangleMesh& mesh) {
    std::vector<char> matchable(mesh.vertices.size(), 0);
    const int n = mesh.vertexCount();
    for (const TriangleMesh::Face& f : mesh.faces) {
        if (std::any_of(f.begin(), f.end(), [n](int v) { return v < 0 || v >= n; })) continue;
        for (int v : f)
            matchable[v] = mesh.vertices[v].allFinite();
    }
    return matchable;
}

} // namespace

std::vector<int> coincidentVertices(const TriangleMesh& mesh, double tolerance) {
    std::vector<int> representative(mesh.vertices.size());
    std::iota(representative.begin(), representative.end(), 0);

    const std::vector<char> matchable = matchableVertices(mesh);
    Eigen::AlignedBox3d box;
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        if (matchable[v]) box.extend(mesh.vertices[v]);
    }
    if (box.isEmpty()) return representative;
    const double diagonal = box.sizes().stableNorm();
    if (!std::isfinite(diagonal)) return representative;

    // The floor keeps the cell size positive for a mesh that has shrunk to a point.
    WeldGrid grid(mesh.vertices, box.min(), std::max(tolerance * diagonal, std::numeric_limits<double>::min()));
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        if (matchable[v]) representative[v] = grid.match(v);
    }
    return representative;
}

} // namespace ambient
