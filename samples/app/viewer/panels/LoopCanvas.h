// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"

#include <optional>

namespace samples {

/// Draws the way of a loop parameter (Gait) on a square canvas, as wide as there is room. Drawing another way on it
/// with the mouse replaces it.
/// \param path of the mouse so far, kept between pictures; empty: none is drawn now
/// \param time of the dot that goes along the way [s]; none: no dot
/// \returns the new loop, as ParameterValues::setLoop() takes it, once the button is let go
std::optional<std::string> drawLoopCanvas(const Parameter& parameter, std::vector<Eigen::Vector2d>& path,
                                          std::optional<double> time);

} // namespace samples
