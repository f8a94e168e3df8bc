// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/FileWorld.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace ambient {

/// A world in motion as a file: the contents of its file, with the present poses, velocities, joint positions and
/// limits, phases of waves, motors and shapes, times of flows and seas, places of moorings, speeds of thrusters, and
/// the water on a grid. Time starts at 0. Left out are sleep, contacts, the waves made by floats, and changes past the
/// file. \param file of the world, as read \param description read from `file` \param content of `description`, in
/// `fluid` \throws WorldFileError naming a part whose present state no file can hold: joints of a robot of another
/// file, limits of hinges beyond half a turn from here
nlohmann::json savedWorld(nlohmann::json file, const WorldDescription& description, const FileWorld& content,
                          const btFluidAction& fluid);

/// \throws WorldFileError if savedWorld() would throw at any time: a robot of another file
void requireSavable(const WorldDescription& description);

/// Calls a function with the key and the name of each file that a world file names: it may change the name.
void forEachFileName(nlohmann::json& file,
                     const std::function<void(const std::string& key, nlohmann::json& name)>& see);

/// Changes the relative file names in a world file from one folder to another: relative for files below the new folder,
/// else absolute.
void moveFileNames(nlohmann::json& file, const std::string& from, const std::string& to);

/// Changes the names with moveFileNames() for the folder of the saved file. If `path` is a symbolic link, all names are
/// absolute.
void nameFilesFor(nlohmann::json& file, const std::string& from, const std::string& path);

} // namespace ambient
