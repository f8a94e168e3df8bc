// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/FileWorld.h"

#include <nlohmann/json.hpp>

#include <string>

namespace ambient {

/// A world in motion as a file: what its file says, with poses, velocities, joint positions and limits, and phases of
/// waves, motors and shapes as they are now; time starts at 0. Left out are sleep, contacts, the waves that floats have
/// made, and changes past the file.
/// \param file of the world, as it was read \param description read from it \param content of it, in `fluid`
/// \throws WorldFileError naming a part that no file can hold as it is now: joints of a robot of another file, limits
/// of hinges beyond half a turn from here
nlohmann::json savedWorld(nlohmann::json file, const WorldDescription& description, const FileWorld& content,
                          const btFluidAction& fluid);

/// \throws WorldFileError if savedWorld() will, whatever the world does until then: a robot of another file
void requireSavable(const WorldDescription& description);

/// Makes relative names of files in a world file of one folder those of another one: relative for what lies below it,
/// else absolute.
void moveFileNames(nlohmann::json& file, const std::string& from, const std::string& to);

/// The same for the folder of the file that a world is saved as. If `path` is a symbolic link, all names are absolute.
void nameFilesFor(nlohmann::json& file, const std::string& from, const std::string& path);

} // namespace ambient
