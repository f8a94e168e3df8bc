// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>
#include <cstring>

namespace ambient {

/// The number rounded to 24 bits, of any size. Two numbers that differ by rounding errors of their calculation become
/// equal: choices by size then do not depend on the frame of a mesh, and equal ones are told apart by their order.
inline double roundedForChoice(double number) {
    constexpr int kDropped = 29;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    bits += std::uint64_t{1} << (kDropped - 1);
    bits &= ~((std::uint64_t{1} << kDropped) - 1);
    std::memcpy(&number, &bits, sizeof bits);
    return number;
}

} // namespace ambient
