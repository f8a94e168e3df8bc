// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <vector>

namespace samples {

/// Few points of a closed path from the many of a mouse path: straight lines between them are nowhere farther than
/// `tolerance` from the mouse path. An end within six tolerances of the beginning is joined to the beginning.
/// \returns no points if the path is a single point
std::vector<Eigen::Vector2d> loopOfPath(std::vector<Eigen::Vector2d> path, double tolerance);

} // namespace samples
