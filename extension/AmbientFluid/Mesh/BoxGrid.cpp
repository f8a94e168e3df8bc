// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/BoxGrid.h"

#include "AmbientFluid/Mesh/GradedLine.h"

#include <cstdint>
#include <unordered_map>

namespace ambient {

namespace {

class BoxBuilder {
  public:
    explicit BoxBuilder(const BoxGrid& grid) : m_n(grid.intervals) {
        for (int k = 0; k < 3; ++k)
            m_lines[k] = gradedLine(grid.size[k], grid.zone, m_n[k]);
    }

    TriangleMesh run() {
        for (int axis = 0; axis < 3; ++axis) {
            addSide(axis, 0);
            addSide(axis, m_n[axis]);
        }
        return std::move(m_mesh);
    }

  private:
    int vertexAt(const std::array<int, 3>& line) {
        const std::int64_t key = (std::int64_t(line[2]) * (m_n[1] + 1) + line[1]) * (m_n[0] + 1) + line[0];
        const auto [entry, isNew] = m_vertices.try_emplace(key, m_mesh.vertexCount());
        if (isNew) m_mesh.vertices.emplace_back(m_lines[0][line[0]], m_lines[1][line[1]], m_lines[2][line[2]]);
        return entry->second;
    }

    void addSide(int axis, int layer) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const auto at = [&](int i, int j) {
            std::array<int, 3> line{};
            line[axis] = layer;
            line[u] = i;
            line[v] = j;
            return vertexAt(line);
        };
        for (int j = 0; j < m_n[v]; ++j) {
            for (int i = 0; i < m_n[u]; ++i) {
                const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
                const bool rising = (2 * i < m_n[u]) == (2 * j < m_n[v]);
                addRectangle(rising ? TriangleMesh::Face{a, b, c} : TriangleMesh::Face{a, b, d},
                             rising ? TriangleMesh::Face{a, c, d} : TriangleMesh::Face{b, c, d}, layer > 0);
            }
        }
    }

    void addRectangle(TriangleMesh::Face first, TriangleMesh::Face second, bool facesUp) {
        for (TriangleMesh::Face* f : {&first, &second}) {
            if (!facesUp) std::swap((*f)[1], (*f)[2]);
            m_mesh.faces.push_back(*f);
        }
    }

    std::array<int, 3> m_n;
    std::array<std::vector<double>, 3> m_lines;
    TriangleMesh m_mesh;
    std::unordered_map<std::int64_t, int> m_vertices;
};

} // namespace

int BoxGrid::faceCount() const {
    return 4 * (intervals[0] * intervals[1] + intervals[1] * intervals[2] + intervals[2] * intervals[0]);
}

TriangleMesh BoxGrid::triangulate() const {
    return BoxBuilder(*this).run();
}

} // namespace ambient
