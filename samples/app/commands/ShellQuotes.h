// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace samples {

/// A word of a shell, of any characters.
inline std::string inShellQuotes(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

} // namespace samples
