// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstdint>
#include <unordered_map>

namespace ambient {

/// Surface of rectangles between lattice lines, each split into two triangles.
/// Patches that meet at a line share its vertices.
class LatticeSurface {
  public:
    using Lines = std::array<std::vector<double>,
                             3>; ///< positions of the lattice planes perpendicular to x, y and z, each ascending [m]

    /// \param lines ascending positions of the planes perpendicular to x, y, z [m]
    explicit LatticeSurface(Lines lines) : m_lines(std::move(lines)) {}

    /// Range of rectangles along one axis.
    struct Range {
        int first, end; ///< indices of the outermost lines
    };

    /// Adds a rectangular patch perpendicular to `axis`, at its plane `layer`.
    /// The diagonals in each quarter point towards its outer corner, so that a patch with even counts is its own mirror
    /// image.
    /// \param u, v ranges along the next two axes (x follows z)
    /// \param facesUp true: the outside is towards the larger coordinate
    void addPatch(int axis, int layer, Range u, Range v, bool facesUp);

    /// Moves the mesh of all patches out of this object.
    TriangleMesh take() { return std::move(m_mesh); }

  private:
    int vertexAt(const std::array<int, 3>& line);
    void addRectangle(TriangleMesh::Face first, TriangleMesh::Face second, bool facesUp);

    Lines m_lines;
    TriangleMesh m_mesh;
    std::unordered_map<std::int64_t, int> m_vertices;
};

} // namespace ambient
