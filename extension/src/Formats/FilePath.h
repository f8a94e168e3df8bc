// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>

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

/// The kind of a file by its name: the extension in lower case, without its dot; empty: no extension.
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
/// The path of a file by its name in a folder; an absolute name stays.
inline std::filesystem::path pathIn(const std::string& folder, const std::string& name) {
    return pathFromUtf8(folder) / pathFromUtf8(name);
}

/// A URI with its percent codes decoded, such as %20 to a blank [RFC 3986, sec. 2.1].
inline std::string decodedUri(const std::string& uri) {
    std::string plain;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool isCode = uri[i] == '%' && i + 2 < uri.size() &&
                            std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
                            std::isxdigit(static_cast<unsigned char>(uri[i + 2]));
        plain += isCode ? static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16)) : uri[i];
        if (isCode) i += 2;
    }
    return plain;
}
/// The path of a URI's file in a folder: the name as written if there is such a file, else the decoded name.
inline std::filesystem::path pathOfUri(const std::string& folder, const std::string& uri) {
    std::error_code ignored;
    const std::filesystem::path literal = pathIn(folder, uri);
    return std::filesystem::exists(literal, ignored) ? literal : pathIn(folder, decodedUri(uri));
}

} // namespace ambient
