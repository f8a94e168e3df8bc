// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ambient {

/// A world file, read only once: the file may be a pipe.
struct ReadWorld {
    WorldDescription description;
    nlohmann::json file; ///< the source of the description, to be saved again; scenes are bodies in it
};

/// Reads a world file; meshes are read later. Names of files in the world start in its folder; for a pipe, in the
/// current one.
/// \throws WorldFileError as parseWorld(), and if the file cannot be read
ReadWorld readWorldFile(const std::string& path);

/// The files read by a world beside its own: scenes, meshes, frames with their faces, robots and their meshes.
/// \returns pairs of the place in the world file, such as `bodies[2].shape.file`, and the path
std::vector<std::pair<std::string, std::string>> filesOfWorld(const WorldDescription& world);

} // namespace ambient
