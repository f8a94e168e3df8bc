// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ambient {

/// The 32-bit integer at `place`, lowest byte first. \param bytes at least 4 from `place` on
inline std::uint32_t littleEndian(const std::string& bytes, std::size_t place) {
    std::uint32_t value = 0;
    for (std::size_t k = 4; k-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[place + k]);
    return value;
}

/// Ends the check of a file's layout (FileLayout.h). \throws std::runtime_error always
[[noreturn]] inline void failLayout(const std::string& why) {
    throw std::runtime_error(why);
}

} // namespace ambient
