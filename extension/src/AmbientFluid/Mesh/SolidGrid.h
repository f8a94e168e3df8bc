// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/ConvexSolid.h"

#include <array>
#include <vector>

namespace ambient {

/// Non-uniform grid of a union of convex solids: inside points, surface net and volume.
class SolidGrid {
  public:
    /// Classifies the grid points.
    /// \param solids must outlive the grid
    /// \param spacing of the grid lines [m]; smaller spacings are used across thin solids
    SolidGrid(const std::vector<ConvexSolid>& solids, double spacing);

    /// Signed distance of the union and its gradient: those of the solid with the smallest distance.
    ConvexSolid::Sample at(const Vector3& point) const;

    /// Surface net of the union.
    /// One vertex per cell cut by the surface, two faces per grid edge crossed by the surface.
    /// \param keepsEdges true: vertices lie on sharp edges in their cells; false: edges are cut off, and no face folds
    ///        over
    TriangleMesh net(bool keepsEdges) const;

    /// Volume of the union [m^3], from its cells; cells cut by the surface are subdivided.
    double volume() const;

    /// Number of points of a grid of this spacing.
    static double pointCount(const std::vector<ConvexSolid>& solids, double spacing);

  private:
    using Lines = std::array<std::vector<double>, 3>;
    /// Intersection of the surface with a grid edge, and the normal of the surface.
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

    /// Calls visit(p) for each grid point inside a solid or within a tolerance [m] of it.
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
    /// Volume of the part of a cell inside the union [m^3], by bisection to `depth`.
    double coverage(const Eigen::AlignedBox3d& cell, int depth) const;

    const std::vector<ConvexSolid>& m_solids;
    Lines m_lines;
    std::vector<char> m_inside;
};

} // namespace ambient
