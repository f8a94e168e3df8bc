// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace samples {

/// A point of a thin solid: places on the upper and the lower side [m]. On the rim both are the same.
struct SheetPoint {
    ambient::Vector3 upper;
    ambient::Vector3 lower;
    bool rim = false;

    ambient::Vector3 middle() const { return 0.5 * (upper + lower); }
};

/// A thin solid under construction: points, and triangles between them, counter-clockwise seen from the upper side. The
/// solid is woven from rows across it from rim to rim: a row of one point is a tip, a row of rim points an end.
class ThinSheet {
  public:
    using Row = std::vector<int>; ///< indices of points, neighbours along the row beside each other

    int add(const SheetPoint& point);
    Row add(const std::vector<SheetPoint>& points);

    /// Triangles between two neighbouring rows, with `after` on the left of `before`, in the direction of `before`. The
    /// shorter diagonals win, from both ends to the middle points, and mirrored rows give mirrored triangles. No edge
    /// crosses the sheet from rim to rim: both sides would share such an edge. Rows have an odd number of points; of
    /// two rows at most one is a tip or an end.
    void weave(const Row& before, const Row& after);

    /// The closed surface: both sides, joined along the rim.
    ambient::TriangleMesh solid() const;

  private:
    void weaveHalf(const Row& before, const Row& after, bool mirrored);
    double lengthBetween(int a, int b) const;

    std::vector<SheetPoint> m_points;
    std::vector<ambient::TriangleMesh::Face> m_faces;
};

/// `count` points (odd, at least 3) across a row in [-1, 1], ascending and symmetric; they crowd towards the edges,
/// where potential flow is singular.
std::vector<double> placesAcross(int count);

/// The odd number of points across a row of this width [m] at distances of about `spacing` [m].
int pointsAcross(double width, double spacing);

} // namespace samples
