// SPDX-License-Identifier: Zlib
#pragma once

#include "FilePath.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace ambient {

/// All bytes of a file, or of a pipe; nothing if the file cannot be opened or read.
inline std::optional<std::string> bytesOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    try {
        return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    } catch (const std::ios_base::failure&) { // thrown by the buffer, past the stream: a folder, a broken disk
        return std::nullopt;
    }
}
/// \param path in UTF-8
inline std::optional<std::string> bytesOfFile(const std::string& path) {
    return bytesOfFile(pathFromUtf8(path));
}

} // namespace ambient
