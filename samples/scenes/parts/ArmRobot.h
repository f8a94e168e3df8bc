// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace samples {

/// URDF of an arm on a post with a payload in its hand: yaw, two pitches and a wrist, with a slider for the grip. Its
/// name is arm-under-water. \param payload mass of the block in its hand [kg]
std::string armRobot(double payload);

} // namespace samples
