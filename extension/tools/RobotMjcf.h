// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotTree.h"
#include "Worlds/WorldFile.h"

#include <string>

namespace ambient {

/// A whole robot as MJCF, with an ellipsoid for each link that the fluid acts on.
/// \param links of the robot as a world has them, with usable meshes, in the order of the tree
std::string mjcfOf(RobotTree tree, const std::vector<WorldLink>& links, double fluidDensity);

} // namespace ambient
