// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <vector>

namespace samples {

/// Few points of a closed way from the many of a path of the mouse: straight lines between them are nowhere farther
/// than `tolerance` from the path. An end that comes back to the beginning, to within six tolerances, is that point.
/// \returns no points if the path goes nowhere
std::vector<Eigen::Vector2d> loopOfPath(std::vector<Eigen::Vector2d> path, double tolerance);

} // namespace samples
