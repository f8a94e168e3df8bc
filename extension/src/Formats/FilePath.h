// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <cctype>
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

/// The kind of a file by its name: the extension in lower case, without its dot; empty: it has none.
inline std::string kindOfFile(const std::string& path) {
    std::string extension = utf8Of(pathFromUtf8(path).extension());
    if (!extension.empty()) extension.erase(0, 1);
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}
/// The folder of a file; empty: the current one.
inline std::string folderOfFile(const std::string& path) {
    return utf8Of(pathFromUtf8(path).parent_path());
}
/// The path of a file by its name in a folder; a name that is absolute stays.
inline std::filesystem::path pathIn(const std::string& folder, const std::string& name) {
    return pathFromUtf8(folder) / pathFromUtf8(name);
}

} // namespace ambient
