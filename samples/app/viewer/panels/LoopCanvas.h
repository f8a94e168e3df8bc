// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"

#include <optional>

namespace samples {

/// Draws the path of a loop parameter (Gait) on a square canvas of the available width. Drawing another path with the
/// mouse replaces the loop.
/// \param path of the mouse so far, kept between pictures; empty: none is drawn now
/// \param time of the dot on the path [s]; none: no dot
/// \returns the new loop, for ParameterValues::setLoop(), after the release of the button
std::optional<std::string> drawLoopCanvas(const Parameter& parameter, std::vector<Eigen::Vector2d>& path,
                                          std::optional<double> time);

} // namespace samples
