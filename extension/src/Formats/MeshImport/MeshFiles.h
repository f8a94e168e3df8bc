// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// The file of a mesh or an animation, and the buffers of glTF named in the file and read with it. Only the names are
/// read, without checks; an unreadable file gives no names.
std::vector<std::string> filesOfMesh(const std::string& path);

} // namespace ambient
