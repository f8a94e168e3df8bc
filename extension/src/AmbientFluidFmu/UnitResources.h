// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldInput.h"

#include <map>
#include <string>

namespace ambient {

/// \file
/// The folder `resources` of a unit: the world's file, the files that it names, and the GUID of the unit.

constexpr const char *kUnitWorld = "world.json", *kUnitGuid = "guid.txt";

/// The path of a folder of resources. \param location a URI of the scheme file, as of fmi2Instantiate, or a path
/// \throws std::invalid_argument for another scheme
std::string resourceFolder(const std::string& location);

/// The GUID in a folder of resources. \throws std::invalid_argument if there is none
std::string guidIn(const std::string& resources);

/// Files by their names below `resources`.
using UnitFiles = std::map<std::string, std::string>;

/// The file of a world and all files that it reads: meshes, frames, flows, robots with their meshes. The world names
/// them by their new places, below the folder `files`, where each of them has a folder of its own with the files that
/// it reads at their places relative to it. \throws WorldFileError if a file cannot be read, or a robot's file includes
/// others
UnitFiles unitFiles(const ReadWorld& world);

/// Writes the files into a folder and reads the world there. \throws WorldFileError if the world reads a file
/// elsewhere, such as a robot's package that is neither beside nor above it
WorldDescription readUnitFiles(const UnitFiles& files, const std::string& folder);

} // namespace ambient
