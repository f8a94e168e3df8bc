// SPDX-License-Identifier: Zlib
#pragma once

#include <filesystem>
#include <string>

namespace ambient {

// Names of files are UTF-8 in the tools. On Windows std::filesystem takes and gives narrow text in another encoding.

/// The path of a UTF-8 text.
inline std::filesystem::path pathFromUtf8(const std::string& text) {
    return std::filesystem::u8path(text);
}
/// The UTF-8 text of a path.
inline std::string utf8Of(const std::filesystem::path& path) {
    return path.u8string();
}

} // namespace ambient
