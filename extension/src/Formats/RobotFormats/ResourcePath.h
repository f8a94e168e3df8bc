// SPDX-License-Identifier: Zlib
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ambient {

/// \file
/// Where robots find files that they name by package or model: package://NAME/PATH, model://NAME/PATH.

/// Folders with packages or models, in the order of the search: those given to setSearchPath(), then the folders of the
/// environment variables AMBIENT_ROBOT_PATH, GZ_SIM_RESOURCE_PATH, IGN_GAZEBO_RESOURCE_PATH, SDF_PATH,
/// GAZEBO_MODEL_PATH, GAZEBO_RESOURCE_PATH, ROS_PACKAGE_PATH, and `share` in the folders of AMENT_PREFIX_PATH. The
/// variables are read at each call.
std::vector<std::filesystem::path> searchPath();

/// Folders that come first, for the whole program. \param folders separated by ':', on Windows by ';'
void setSearchPath(const std::string& folders);

/// The folders and the names of the variables, for messages.
std::string searchPathText();

/// Path of a file in a package; empty: there is none. The places in their order: a folder of the package's name beside
/// or above `folder`, or a folder above with a package.xml of this name; such a package.xml down to five folders deep
/// in a folder above that has .git or is called src; the first kind on the search path; the second kind below it.
/// Of two packages of one name below a folder the less deep one counts, of two as deep the first by name.
/// \param packageAndFile NAME/PATH
std::filesystem::path inPackage(const std::string& packageAndFile, const std::filesystem::path& folder);

/// Whether a path is a file; a path that the system refuses, such as one that is too long, is none.
bool isFileAt(const std::filesystem::path& path);

} // namespace ambient
