// SPDX-License-Identifier: Zlib
#pragma once

#include "FuzzMesh.h"

#include <cstdlib>
#include <string>

/// The importing library leaks memory on broken files.
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libassimp";
}

namespace fuzz {

/// Every refusal of a file is one line.
inline void requireOneLine(const std::string& message) {
    if (message.find('\n') != std::string::npos) std::abort();
}

/// A valid file with the changes encoded by the bytes: a byte, a number, a piece left out, copied, or the rest cut off.
inline std::string changed(std::string content, Bytes bytes) {
    const char* numbers[] = {"0", "-1", "1e999", "nan", "4294967295", "99999999999999999999", "2147483648", "65536"};
    while (!bytes.empty() && !content.empty()) {
        const std::size_t place = bytes.take<std::uint16_t>() % content.size();
        const int kind = bytes.take<std::uint8_t>(), value = bytes.take<std::uint8_t>();
        if (kind % 5 == 0) content[place] = static_cast<char>(value);
        if (kind % 5 == 1) content.insert(place, numbers[value % 8]);
        if (kind % 5 == 2) content.erase(place, static_cast<std::size_t>(value));
        if (kind % 5 == 3) content.insert(place, content.substr(place / 2, static_cast<std::size_t>(value)));
        if (kind % 5 == 4 && value % 8 == 0) content.resize(place);
    }
    return content;
}

} // namespace fuzz
