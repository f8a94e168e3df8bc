// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// The file of a mesh or an animation, and the files that it names and that are read with it: buffers of glTF.
/// The names are read only; nothing is checked, and a file that cannot be read names none.
std::vector<std::string> filesOfMesh(const std::string& path);

} // namespace ambient
