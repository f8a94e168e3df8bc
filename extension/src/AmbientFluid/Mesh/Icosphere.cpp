// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Icosphere.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <cmath>
#include <map>
#include <utility>

namespace ambient {

namespace {

/// Corners (0, +-1, +-phi) and cyclic, with the golden ratio phi. The coordinate planes are mirror planes.
TriangleMesh icosahedron() {
    const double a = 1.0 / std::sqrt(0.5 * (5.0 + std::sqrt(5.0))), b = 0.5 * (1.0 + std::sqrt(5.0)) * a;
    TriangleMesh mesh;
    mesh.vertices = {{0, a, b},  {0, -a, b},  {0, a, -b}, {0, -a, -b}, {a, b, 0},  {-a, b, 0},
                     {a, -b, 0}, {-a, -b, 0}, {b, 0, a},  {b, 0, -a},  {-b, 0, a}, {-b, 0, -a}};
    for (int i = 0; i < 12; ++i) {
        for (int j = i + 1; j < 12; ++j) {
            for (int k = j + 1; k < 12; ++k) {
                const Vector3 &p = mesh.vertices[i], &q = mesh.vertices[j], &r = mesh.vertices[k];
                const auto joined = [a](const Vector3& u, const Vector3& v) { return (u - v).norm() < 2.1 * a; };
                if (!joined(p, q) || !joined(q, r) || !joined(r, p)) continue;
                if (p.dot(q.cross(r)) > 0.0)
                    mesh.faces.push_back({i, j, k});
                else
                    mesh.faces.push_back({i, k, j});
            }
        }
    }
    return mesh;
}

class IcosphereBuilder {
  public:
    explicit IcosphereBuilder(int n) : m_n(n), m_base(icosahedron()), m_edgeArc(portable::acos(1.0 / std::sqrt(5.0))) {}

    TriangleMesh run() {
        m_mesh.vertices = m_base.vertices;
        for (const TriangleMesh::Face& f : m_base.faces)
            splitFace(f);
        return std::move(m_mesh);
    }

  private:
    /// Point with the weights i, j, n - i - j at the corners f[1], f[2], f[0].
    Vector3 pointAt(const TriangleMesh::Face& f, int i, int j) const {
        const auto weight = [this](int w) { return portable::sin(m_edgeArc * w / m_n); };
        const Vector3 p = weight(m_n - i - j) * m_base.vertices[f[0]] + weight(i) * m_base.vertices[f[1]] +
                          weight(j) * m_base.vertices[f[2]];
        return p.normalized();
    }

    /// Index of the first of the n - 1 inner vertices of an edge, from its smaller to its larger corner index.
    int edgeStart(int u, int v) {
        const std::pair<int, int> edge = std::minmax(u, v);
        const auto [entry, isNew] = m_edgeStart.try_emplace(edge, m_mesh.vertexCount());
        if (isNew) {
            const TriangleMesh::Face f{edge.first, edge.second, edge.second};
            for (int i = 1; i < m_n; ++i)
                m_mesh.vertices.push_back(pointAt(f, i, 0));
        }
        return entry->second;
    }

    int edgeVertex(int u, int v, int stepsFromU) {
        return edgeStart(u, v) + (u < v ? stepsFromU : m_n - stepsFromU) - 1;
    }

    int vertexAt(const TriangleMesh::Face& f, int i, int j, int insideStart) {
        if (i == m_n) return f[1];
        if (j == m_n) return f[2];
        if (i + j == 0) return f[0];
        if (j == 0) return edgeVertex(f[0], f[1], i);
        if (i == 0) return edgeVertex(f[0], f[2], j);
        if (i + j == m_n) return edgeVertex(f[1], f[2], j);
        // Rows j = 1, 2, ... have n - 2, n - 3, ... inner vertices.
        return insideStart + (j - 1) * (m_n - 1) - (j - 1) * j / 2 + i - 1;
    }

    void splitFace(const TriangleMesh::Face& f) {
        for (int k = 0; k < 3; ++k)
            edgeStart(f[k], f[(k + 1) % 3]);
        const int inside = m_mesh.vertexCount();
        for (int j = 1; j < m_n; ++j) {
            for (int i = 1; i + j < m_n; ++i)
                m_mesh.vertices.push_back(pointAt(f, i, j));
        }
        for (int j = 0; j < m_n; ++j) {
            for (int i = 0; i + j < m_n; ++i) {
                const int right = vertexAt(f, i + 1, j, inside), up = vertexAt(f, i, j + 1, inside);
                m_mesh.faces.push_back({vertexAt(f, i, j, inside), right, up});
                if (i + j + 1 < m_n) m_mesh.faces.push_back({right, vertexAt(f, i + 1, j + 1, inside), up});
            }
        }
    }

    int m_n;
    TriangleMesh m_base;
    double m_edgeArc;
    TriangleMesh m_mesh;
    std::map<std::pair<int, int>, int> m_edgeStart;
};

} // namespace

TriangleMesh makeIcosphere(int n) {
    return IcosphereBuilder(n).run();
}

TriangleMesh makeNearestIcosphere(int targetFaces) {
    int n = static_cast<int>(std::sqrt(targetFaces / 20.0));
    if (20 * (n + 1) * (n + 1) - targetFaces < targetFaces - 20 * n * n) ++n;
    return makeIcosphere(n);
}

} // namespace ambient
