// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"

namespace ambient {

/// Makes the mesh files of a robot's links usable, which are often open or broken, since engines take their convex hull
/// or draw them only. A mesh that the repair cannot use is closed on a grid; one that encloses nothing is a sheet
/// with a thickness of 1 % of its length, else its convex hull; a visual mesh without a closed form is left out.
/// \param folder of mesh files \returns a line for each such mesh
/// \throws WorldFileError if a collision mesh is unusable, or a link's mass follows from no shape
std::vector<std::string> mendRobotMeshes(std::vector<WorldLink>& links, const std::string& folder);

} // namespace ambient
