// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ambient {

MeshAdjacency::MeshAdjacency(const TriangleMesh& mesh) {
    markValidFaces(mesh);
    buildEdges(mesh);
    buildVertexFaces(mesh);
}

void MeshAdjacency::markValidFaces(const TriangleMesh& mesh) {
    const int n = mesh.vertexCount();
    m_contains.reserve(mesh.faces.size());
    for (const TriangleMesh::Face& f : mesh.faces) {
        const bool inRange = std::all_of(f.begin(), f.end(), [n](int v) { return v >= 0 && v < n; });
        m_contains.push_back(inRange && f[0] != f[1] && f[1] != f[2] && f[2] != f[0]);
    }
}

void MeshAdjacency::buildEdges(const TriangleMesh& mesh) {
    std::vector<std::pair<std::uint64_t, Side>> keyed;
    keyed.reserve(3 * mesh.faces.size());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; contains(f) && k < 3; ++k) {
            const auto [low, high] = std::minmax({mesh.faces[f][k], mesh.faces[f][(k + 1) % 3]});
            keyed.push_back({static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high), {f, k}});
        }
    }
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second.face < b.second.face;
    });

    m_across.assign(3 * mesh.faces.size(), Side{-1, -1});
    m_sides.reserve(keyed.size());
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        const Side side = keyed[i].second;
        if (i == 0 || keyed[i].first != keyed[i - 1].first) {
            const std::uint64_t key = keyed[i].first;
            m_edges.push_back(
                {static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffu), static_cast<int>(i), 0, 0});
        }
        m_sides.push_back(side);
        m_edges.back().sideCount += 1;
        m_edges.back().forwardCount += mesh.faces[side.face][side.corner] == m_edges.back().low;
    }
    for (const Edge& e : m_edges) {
        if (e.sideCount != 2) continue;
        const Side a = m_sides[e.firstSide], b = m_sides[e.firstSide + 1];
        m_across[3 * a.face + a.corner] = b;
        m_across[3 * b.face + b.corner] = a;
    }
}

void MeshAdjacency::buildVertexFaces(const TriangleMesh& mesh) {
    m_vertexOffsets.assign(mesh.vertices.size() + 1, 0);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; contains(f) && k < 3; ++k)
            ++m_vertexOffsets[mesh.faces[f][k] + 1];
    }
    for (std::size_t v = 1; v < m_vertexOffsets.size(); ++v)
        m_vertexOffsets[v] += m_vertexOffsets[v - 1];

    m_vertexFaces.resize(static_cast<std::size_t>(m_vertexOffsets.back()));
    std::vector<int> next = m_vertexOffsets;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; contains(f) && k < 3; ++k)
            m_vertexFaces[next[mesh.faces[f][k]]++] = f;
    }
}

} // namespace ambient
