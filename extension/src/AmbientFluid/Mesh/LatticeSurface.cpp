// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/LatticeSurface.h"

namespace ambient {

void LatticeSurface::addPatch(int axis, int layer, Range u, Range v, bool facesUp) {
    const auto at = [&](int i, int j) {
        std::array<int, 3> line{};
        line[axis] = layer;
        line[(axis + 1) % 3] = i;
        line[(axis + 2) % 3] = j;
        return vertexAt(line);
    };
    for (int j = v.first; j < v.end; ++j) {
        for (int i = u.first; i < u.end; ++i) {
            const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
            const bool rising = (2 * i < u.first + u.end) == (2 * j < v.first + v.end);
            addRectangle(rising ? TriangleMesh::Face{a, b, c} : TriangleMesh::Face{a, b, d},
                         rising ? TriangleMesh::Face{a, c, d} : TriangleMesh::Face{b, c, d}, facesUp);
        }
    }
}

int LatticeSurface::vertexAt(const std::array<int, 3>& line) {
    const std::int64_t countX = m_lines[0].size(), countY = m_lines[1].size();
    const std::int64_t key = (line[2] * countY + line[1]) * countX + line[0];
    const auto [entry, isNew] = m_vertices.try_emplace(key, m_mesh.vertexCount());
    if (isNew) m_mesh.vertices.emplace_back(m_lines[0][line[0]], m_lines[1][line[1]], m_lines[2][line[2]]);
    return entry->second;
}

void LatticeSurface::addRectangle(TriangleMesh::Face first, TriangleMesh::Face second, bool facesUp) {
    for (TriangleMesh::Face* f : {&first, &second}) {
        if (!facesUp) std::swap((*f)[1], (*f)[2]);
        m_mesh.faces.push_back(*f);
    }
}

} // namespace ambient
