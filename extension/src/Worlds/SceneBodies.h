// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"

#include <nlohmann/json.hpp>

namespace ambient {

/// Replaces the scenes of a world file by bodies with the meshes of their nodes, at the end of the file's bodies. Files
/// without scenes, and files that are no objects, stay as they are.
/// \param world gives the folder of file names; gets `scenes`
/// \throws WorldFileError naming the place in the file
void expandScenes(nlohmann::json& file, WorldDescription& world);

} // namespace ambient
