// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <vector>

namespace ambient {

/// A function given by points, linear between them and beyond the ends.
class LinearTable {
  public:
    /// A straight line through a point of the table.
    struct Line {
        double x = 0.0, y = 0.0, slope = 0.0;                             ///< of the point, and along the line
        double at(double place) const { return y + slope * (place - x); } ///< value at x = `place`
    };

    LinearTable() = default; ///< without points
    /// \param x rising \param name of the points in messages, such as `Thruster: table`
    /// \throws std::invalid_argument naming the point if there are less than two, x does not rise, or a number is not
    /// finite
    LinearTable(std::vector<double> x, std::vector<double> y, const char* name);

    bool empty() const { return m_x.empty(); }               ///< whether it has no points
    std::size_t size() const { return m_x.size(); }          ///< number of points
    double x(std::size_t point) const { return m_x[point]; } ///< of a point, below size()
    double y(std::size_t point) const { return m_y[point]; } ///< of a point, below size()
    /// The line of the piece at x, which may be infinite.
    Line lineAt(double x) const;
    /// The line between a point and the next.
    Line line(std::size_t point) const;
    double at(double x) const { return lineAt(x).at(x); } ///< value at x; not without points

  private:
    std::vector<double> m_x, m_y;
};

} // namespace ambient
