// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/ConvexSolid.h"

#include <array>
#include <vector>

namespace ambient {

/// Which points of a grid with uneven lines lie in a union of convex solids, and the net around them.
class SolidGrid {
  public:
    /// \param spacing of lines, smaller across thin solids [m]; the solids must outlive the grid
    SolidGrid(const std::vector<ConvexSolid>& solids, double spacing);

    /// What the solids have in common at a point: that of the one whose surface is outermost.
    ConvexSolid::Sample at(const Vector3& point) const;

    /// One vertex in every cell that the surface runs through, two faces around every edge that it crosses.
    /// \param keepsEdges vertices lie on the sharp edges in their cells; without, edges are cut off, and no face folds
    TriangleMesh net(bool keepsEdges) const;

    /// Volume of the union [m^3], from the cells: the ones that the surface runs through are looked at more closely.
    double volume() const;

    /// How many points a grid of this spacing has.
    static double pointCount(const std::vector<ConvexSolid>& solids, double spacing);

  private:
    using Lines = std::array<std::vector<double>, 3>;
    /// Where the surface crosses an edge of the grid, and its normal there.
    struct Crossing {
        Vector3 point, normal;
    };

    static Lines linesThrough(const std::vector<ConvexSolid>& solids, double spacing);
    int count(int axis) const { return static_cast<int>(m_lines[axis].size()); }
    int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? count(0) : count(0) * count(1); }
    int coordinate(int p, int axis) const { return p / stride(axis) % count(axis); }
    Vector3 pointAt(int p) const {
        return {m_lines[0][coordinate(p, 0)], m_lines[1][coordinate(p, 1)], m_lines[2][coordinate(p, 2)]};
    }
    bool isCell(int p) const;
    std::array<int, 8> cornersOf(int p) const;
    int countInside(const std::array<int, 8>& corners) const;

    /// Calls visit(p) for every point of the grid in the solid or within a tolerance [m] of it.
    template <class Visitor>
    void forEachIn(const ConvexSolid& solid, double tolerance, Visitor&& visit) const;
    void dropHollowsAndSplinters(double tolerance);
    void closeSingularContacts();
    bool closeFaces(int p);
    bool closeDiagonals(int p);
    Crossing crossing(int inside, int outside) const;
    static Vector3 middleOf(const std::vector<Crossing>& crossings);
    static Vector3 cornerOf(const std::vector<Crossing>& crossings, const Eigen::AlignedBox3d& cell);
    void unfold(TriangleMesh& mesh, const std::vector<Vector3>& middles) const;
    /// Volume of the part of a cell that lies in the union [m^3], in halves down to `depth`.
    double coverage(const Eigen::AlignedBox3d& cell, int depth) const;

    const std::vector<ConvexSolid>& m_solids;
    Lines m_lines;
    std::vector<char> m_inside;
};

} // namespace ambient
