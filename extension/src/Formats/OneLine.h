// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// A text for a message of one line: control characters, which files and names may hold, become blanks.
inline std::string inOneLine(std::string text) {
    for (char& c : text)
        if ((c >= 0 && c < ' ') || c == '\x7f') c = ' ';
    return text;
}

} // namespace ambient
