// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstdint>
#include <unordered_map>

namespace ambient {

/// A surface of rectangles between the lines of a lattice, each split into two triangles; patches that meet at a line
/// share its vertices.
class LatticeSurface {
  public:
    using Lines = std::array<std::vector<double>,
                             3>; ///< positions of the planes across x, across y and across z, each ascending [m]

    /// \param lines ascending positions of the lines across x, y, z [m]
    explicit LatticeSurface(Lines lines) : m_lines(std::move(lines)) {}

    /// A run of rectangles along one axis.
    struct Range {
        int first, end; ///< numbers of its outermost lines
    };

    /// Covers a rectangle across `axis` at line `layer` of it, which ranges over the next two axes (x after z).
    /// Diagonals run through the outer corner of each quarter, so that a patch of even counts is its own mirror image.
    /// \param facesUp whether the outside is towards the larger coordinate
    void addPatch(int axis, int layer, Range u, Range v, bool facesUp);

    /// What has been added so far; leaves nothing behind.
    TriangleMesh take() { return std::move(m_mesh); }

  private:
    int vertexAt(const std::array<int, 3>& line);
    void addRectangle(TriangleMesh::Face first, TriangleMesh::Face second, bool facesUp);

    Lines m_lines;
    TriangleMesh m_mesh;
    std::unordered_map<std::int64_t, int> m_vertices;
};

} // namespace ambient
