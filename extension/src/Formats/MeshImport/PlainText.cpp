// SPDX-License-Identifier: Zlib
#include "MeshImport/FileLayout.h"

#include <cstdint>

namespace ambient {
namespace {

void appendUtf8(std::string& text, std::uint32_t character) {
    const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (character < 0x80U) {
        append(character);
        return;
    }
    const int more = character < 0x800U ? 1 : character < 0x10000U ? 2 : 3;
    constexpr std::uint32_t heads[] = {0, 0xC0U, 0xE0U, 0xF0U};
    append(heads[more] | character >> 6 * more);
    for (int k = more - 1; k >= 0; --k)
        append(0x80U | (character >> 6 * k & 0x3FU));
}

/// \param high place of the high byte in each pair: 0 or 1
std::string utf8Of(const std::string& utf16, std::size_t high) {
    constexpr std::uint32_t highSurrogates = 0xD800U, lowSurrogates = 0xDC00U, end = 0xE000U;
    const auto unitAt = [&](std::size_t i) -> std::uint32_t {
        if (i + 1 >= utf16.size()) return 0;
        return static_cast<std::uint32_t>(static_cast<unsigned char>(utf16[i + high])) << 8 |
               static_cast<unsigned char>(utf16[i + 1 - high]);
    };
    std::string text;
    for (std::size_t i = 2; i + 1 < utf16.size(); i += 2) {
        std::uint32_t character = unitAt(i);
        if (character >= highSurrogates && character < end) {
            const std::uint32_t next = unitAt(i + 2);
            const bool isPair = character < lowSurrogates && next >= lowSurrogates && next < end;
            character = isPair ? 0x10000U + ((character - highSurrogates) << 10) + (next - lowSurrogates) : '?';
            if (isPair) i += 2;
        }
        appendUtf8(text, character);
    }
    return text;
}

} // namespace

std::optional<std::string> plainTextOf(const std::string& bytes) {
    if (bytes.compare(0, 3, "\xEF\xBB\xBF") == 0) return bytes.substr(3);
    if (bytes.compare(0, 2, "\xFE\xFF") == 0) return utf8Of(bytes, 0);
    if (bytes.compare(0, 2, "\xFF\xFE") == 0) return utf8Of(bytes, 1);
    return std::nullopt;
}

} // namespace ambient
