// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ByteStreams.h"

#include <algorithm>
#include <cstdio>

namespace ambient {
namespace {

constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;

/// One-to-one in each argument if the other is constant.
std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
    lane = (lane ^ word) * kOdd;
    return lane ^ (lane >> 29);
}

} // namespace

std::uint64_t hashOf(const unsigned char* bytes, std::size_t count, std::uint64_t seed) {
    constexpr std::size_t lanes = 4, block = lanes * sizeof(std::uint64_t);
    std::uint64_t lane[lanes], word[lanes];
    for (std::size_t i = 0; i < lanes; ++i)
        lane[i] = mixed(seed, i + 1);
    for (std::size_t at = 0; at < count; at += block) {
        std::fill(word, word + lanes, 0);
        std::memcpy(word, bytes + at, std::min(block, count - at));
        for (std::size_t i = 0; i < lanes; ++i)
            lane[i] = mixed(lane[i], word[i]);
    }
    std::uint64_t hash = mixed(seed, count);
    for (std::uint64_t l : lane)
        hash = mixed(hash, l);
    return mixed(hash, 0);
}

std::string hexOf(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

void ByteWriter::append(const void* from, std::size_t size) {
    const unsigned char* first = static_cast<const unsigned char*>(from);
    bytes.insert(bytes.end(), first, first + size);
}

void ByteReader::requireFinite(const unsigned char* doubles, std::size_t n) {
    constexpr std::uint64_t exponent = 0x7ff0000000000000u;
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t bits;
        std::memcpy(&bits, doubles + i * sizeof bits, sizeof bits);
        finite &= (bits & exponent) != exponent;
    }
    if (!finite) throw std::runtime_error("a number is not finite");
}

} // namespace ambient
