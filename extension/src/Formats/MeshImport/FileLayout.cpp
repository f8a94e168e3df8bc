// SPDX-License-Identifier: Zlib
#include "MeshImport/FileLayout.h"
#include "MeshImport/LayoutTools.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace ambient {

std::optional<std::string> repairedStl(const std::string& bytes) {
    constexpr std::size_t header = 84, face = 50;
    const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    const bool saysSolid = bytes.compare(start, 5, "solid") == 0;
    if (bytes.size() < header) {
        if (!saysSolid) failLayout("neither text nor a header of 84 bytes");
        return std::nullopt;
    }
    const std::size_t declared = littleEndian(bytes, 80), size = header + face * declared;
    if (size == bytes.size()) return std::nullopt;
    // A binary file may begin with the word too; text has no zero bytes.
    if (saysSolid && bytes.find('\0') == std::string::npos) return std::nullopt;
    if (declared == 0) failLayout("its header declares no faces");
    if (size > bytes.size())
        failLayout("its header declares " + std::to_string(declared) + " faces, its " + std::to_string(bytes.size()) +
                   " bytes hold " + std::to_string((bytes.size() - header) / face));
    return bytes.substr(0, size);
}

std::optional<std::string> repairedObj(const std::string& text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    std::string repaired;
    std::size_t copied = 0;
    bool isVertex = false, isAtStart = true;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' || c == '\r') {
            isAtStart = true;
        } else if (isAtStart && !isBlank(c)) {
            isVertex = c == 'v';
            isAtStart = false;
        } else if (isVertex && c == '.' && i > 0) {
            const bool hasSign = text[i - 1] == '-' || text[i - 1] == '+';
            if (!isBlank(text[i - 1]) && !(hasSign && i > 1 && isBlank(text[i - 2]))) continue;
            repaired.append(text, copied, i - copied).push_back('0');
            copied = i;
        }
    }
    if (copied == 0) return std::nullopt;
    return repaired.append(text, copied, std::string::npos);
}

} // namespace ambient
