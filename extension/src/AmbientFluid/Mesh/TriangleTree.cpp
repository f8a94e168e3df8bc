// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/TriangleTree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ambient {
namespace {

/// Distance along the ray to the triangle, if the ray hits the triangle.
/// Edges count as inside, so that a ray cannot pass between two faces.
std::optional<double> hitTriangle(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& origin,
                                  const Vector3& direction) {
    constexpr double kSlack = 1e-12;
    const Vector3 ab = b - a, ac = c - a;
    const Vector3 p = direction.cross(ac);
    const double determinant = ab.dot(p);
    if (std::abs(determinant) < 1e-14 * ab.norm() * ac.norm()) return std::nullopt;
    const Vector3 s = origin - a;
    const double u = s.dot(p) / determinant;
    if (u < -kSlack || u > 1.0 + kSlack) return std::nullopt;
    const Vector3 q = s.cross(ab);
    const double v = direction.dot(q) / determinant;
    if (v < -kSlack || u + v > 1.0 + kSlack) return std::nullopt;
    return ac.dot(q) / determinant;
}

} // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : m_mesh(mesh), m_faces(mesh.faces.size()) {
    std::iota(m_faces.begin(), m_faces.end(), 0);
    std::vector<Vector3> centroids;
    centroids.reserve(mesh.faces.size());
    for (int f = 0; f < mesh.faceCount(); ++f)
        centroids.push_back(mesh.faceCentroid(f));
    m_nodes.reserve(mesh.faces.size());
    m_nodes.emplace_back();
    build(0, 0, mesh.faceCount(), centroids);
}

void TriangleTree::build(int node, int first, int count, const std::vector<Vector3>& centroids) {
    Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    Vector3 centroidLow = low, centroidHigh = high;
    for (int k = first; k < first + count; ++k) {
        for (int corner = 0; corner < 3; ++corner) {
            low = low.cwiseMin(m_mesh.corner(m_faces[k], corner));
            high = high.cwiseMax(m_mesh.corner(m_faces[k], corner));
        }
        centroidLow = centroidLow.cwiseMin(centroids[m_faces[k]]);
        centroidHigh = centroidHigh.cwiseMax(centroids[m_faces[k]]);
    }
    m_nodes[node].low = low;
    m_nodes[node].high = high;
    m_nodes[node].first = first;
    m_nodes[node].count = count;
    if (count <= kLeafFaces) {
        // nth_element leaves the order within each half to the library.
        std::sort(m_faces.begin() + first, m_faces.begin() + first + count);
        return;
    }

    int axis = 0;
    (centroidHigh - centroidLow).maxCoeff(&axis);
    const auto begin = m_faces.begin() + first;
    const int half = count / 2; // halving by number bounds the depth for any distribution of faces
    std::nth_element(begin, begin + half, begin + count, [&](int f, int g) {
        return std::make_pair(centroids[f][axis], f) < std::make_pair(centroids[g][axis], g);
    });
    const int children = static_cast<int>(m_nodes.size());
    m_nodes.emplace_back();
    m_nodes.emplace_back();
    m_nodes[node].first = children;
    m_nodes[node].count = 0;
    build(children, first, half, centroids);
    build(children + 1, first + half, count - half, centroids);
}

std::optional<double> TriangleTree::enter(const Node& node, const Vector3& origin, const Vector3& inverse,
                                          double farthest) {
    double from = 0.0, to = farthest;
    for (int k = 0; k < 3; ++k) {
        const double a = (node.low[k] - origin[k]) * inverse[k], b = (node.high[k] - origin[k]) * inverse[k];
        // Comparisons in this order ignore the NaN of 0 * inf, from a ray in the plane of a side.
        from = std::max(from, std::isnan(a + b) ? 0.0 : std::min(a, b));
        to = std::min(to, std::isnan(a + b) ? farthest : std::max(a, b) * (1.0 + 1e-12));
    }
    if (from > to) return std::nullopt;
    return from;
}

std::optional<double> TriangleTree::castRay(const Vector3& origin, const Vector3& direction, double minimum) const {
    const std::optional<Hit> hit = findHit(origin, direction, minimum);
    if (!hit) return std::nullopt;
    return hit->distance;
}

std::optional<TriangleTree::Hit> TriangleTree::findHit(const Vector3& origin, const Vector3& direction,
                                                       double minimum) const {
    const Vector3 inverse = direction.cwiseInverse();
    double nearest = std::numeric_limits<double>::infinity();
    int face = -1;
    int stack[kMaxDepth];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const Node& node = m_nodes[stack[--depth]];
        if (!enter(node, origin, inverse, nearest)) continue;
        if (node.count == 0) {
            stack[depth++] = node.first + 1;
            stack[depth++] = node.first;
        }
        for (int k = node.first; k < node.first + node.count; ++k) {
            const int f = m_faces[k];
            const std::optional<double> hit =
                hitTriangle(m_mesh.corner(f, 0), m_mesh.corner(f, 1), m_mesh.corner(f, 2), origin, direction);
            if (!hit || !(*hit > minimum && *hit < nearest)) continue;
            nearest = *hit;
            face = f;
        }
    }
    if (face < 0) return std::nullopt;
    return Hit{nearest, face};
}

} // namespace ambient
