// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// The shallow hollows of a section with walls that are steep on both sides, such as that below a flying disc.
/// Flow across such a hollow does not follow its walls: it leaves the edge ahead and spans the hollow up to the edge
/// behind, along the convex hull of the section.
class SectionHollows {
  public:
    using Point = Eigen::Vector2d;

    /// A side of the convex hull over a hollow.
    struct Hollow {
        Point from, to;
        std::size_t first, count; ///< the edges of the section in it, from that of point `first`; they wrap around
        double share;             ///< how far flow spans it: 1 steep, 0 where flow follows the walls

        /// Out of the section, across the mouth.
        Point outward() const { return Point(to.y() - from.y(), from.x() - to.x()).normalized(); }
    };

    /// Makes the points of a section counterclockwise.
    static void orient(std::vector<Point>& points);

    /// \param points of the section, counterclockwise; kept by reference \param disc factor on the shares
    explicit SectionHollows(const std::vector<Point>& points, double disc = 1.0);

    /// The hollow of the edge from this point to the next, or null.
    const Hollow* ofEdge(std::size_t point) const;
    /// The hollow in which a place on the section lies, or null.
    const Hollow* at(const Point& place) const;

    const std::vector<Hollow>& all() const { return m_hollows; }

  private:
    void add(std::size_t first, std::size_t last);

    const std::vector<Point>& m_points;
    const double m_disc;
    std::vector<Hollow> m_hollows;
};

} // namespace ambient
