// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/CubicSplines.h"

#include <vector>

namespace samples {

/// A closed path of two numbers, such as the angles of two joints, over a cycle of 1 s, given by points. Points with a
/// turn of the path by more than 50 degrees are corners: the motion rests at corners, and goes smoothly through the
/// other points between them. A loop without corners is passed at an even speed.
class Gait {
  public:
    /// \param points at least two; neighbours differ, and so do the last and the first \throws std::invalid_argument
    /// otherwise
    explicit Gait(const std::vector<Eigen::Vector2d>& points);

    /// The two numbers at a time from 0 to 1 s. The path begins at the first corner, or else at the first point.
    Eigen::Vector2d at(double t) const;

  private:
    /// A smooth part of the path.
    struct Stroke {
        ambient::CubicSplines curve; ///< over the length along its points
        double begin, end;           ///< [s]
    };
    void addStroke(const std::vector<Eigen::Vector2d>& points, double wholeLength);

    std::vector<Stroke> m_strokes;
    bool m_rests = true; ///< whether there are corners
};

} // namespace samples
