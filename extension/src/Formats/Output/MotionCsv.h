// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <string>

namespace ambient {

/// \file
/// The table of moving bodies of all programs: time [s], body, position of the centre of mass [m], orientation (x, y,
/// z, w), its velocity [m/s], angular velocity [rad/s]. World axes, nine significant digits.

/// The names of the columns, without the end of the line.
std::string motionHeader();

/// One row, without the end of the line. \param velocity about the centre of mass, world axes
std::string motionRow(double time, const std::string& body, const Pose& worldFromBody, const Twist& velocity);

/// One number as a later field of a line: a comma and nine significant digits.
void appendField(std::string& text, double value);

} // namespace ambient
