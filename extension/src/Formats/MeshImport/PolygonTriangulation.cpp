// SPDX-License-Identifier: Zlib
#include "MeshImport/PolygonTriangulation.h"

#include <limits>

namespace ambient {

namespace {

constexpr std::size_t kMostCornersToClip = 256;

class EarClipper {
  public:
    EarClipper(const std::vector<Vector3>& vertices, std::vector<int> polygon)
        : m_vertices(vertices), m_polygon(std::move(polygon)), m_normal(areaVector()) {}

    std::vector<TriangleMesh::Face> run() {
        std::vector<TriangleMesh::Face> triangles;
        while (m_polygon.size() > 3 && m_polygon.size() <= kMostCornersToClip) {
            const std::size_t ear = bestEar();
            if (ear == m_polygon.size()) break;
            triangles.push_back({before(ear), m_polygon[ear], after(ear)});
            m_polygon.erase(m_polygon.begin() + static_cast<std::ptrdiff_t>(ear));
        }
        for (std::size_t i = 1; i + 1 < m_polygon.size(); ++i) {
            triangles.push_back({m_polygon[0], m_polygon[i], m_polygon[i + 1]});
        }
        return triangles;
    }

  private:
    Vector3 areaVector() const {
        const Vector3& origin = m_vertices[m_polygon[0]];
        Vector3 sum = Vector3::Zero();
        for (std::size_t i = 1; i + 1 < m_polygon.size(); ++i) {
            sum += (m_vertices[m_polygon[i]] - origin).cross(m_vertices[m_polygon[i + 1]] - origin);
        }
        return sum;
    }

    int before(std::size_t i) const { return m_polygon[(i + m_polygon.size() - 1) % m_polygon.size()]; }
    int after(std::size_t i) const { return m_polygon[(i + 1) % m_polygon.size()]; }

    /// Twice the area of a triangle seen along the polygon's normal, up to a positive factor.
    double turn(int a, int b, int c) const {
        return m_normal.dot((m_vertices[b] - m_vertices[a]).cross(m_vertices[c] - m_vertices[a]));
    }

    bool isEar(std::size_t i) const {
        const int a = before(i), b = m_polygon[i], c = after(i);
        if (!(turn(a, b, c) > 0.0)) return false;
        for (int p : m_polygon) {
            if (p == a || p == b || p == c) continue;
            if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
        }
        return true;
    }

    /// The place of the ear to clip, or the number of corners if there is none.
    std::size_t bestEar() const {
        std::size_t best = m_polygon.size();
        double shortest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < m_polygon.size(); ++i) {
            const double diagonal = (m_vertices[after(i)] - m_vertices[before(i)]).norm();
            if (diagonal < shortest && isEar(i)) {
                shortest = diagonal;
                best = i;
            }
        }
        return best;
    }

    const std::vector<Vector3>& m_vertices;
    std::vector<int> m_polygon;
    Vector3 m_normal;
};

} // namespace

std::vector<TriangleMesh::Face> triangulatePolygon(const std::vector<Vector3>& vertices, std::vector<int> polygon) {
    return EarClipper(vertices, std::move(polygon)).run();
}

} // namespace ambient
