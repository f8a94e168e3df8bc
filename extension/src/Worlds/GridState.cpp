// SPDX-License-Identifier: Zlib
#include "Worlds/GridState.h"

#include "Base64.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace ambient {

std::string textOfGridState(const std::vector<double>& state) {
    std::string bytes;
    bytes.reserve(sizeof(double) * state.size());
    for (const double number : state) {
        std::uint64_t bits;
        std::memcpy(&bits, &number, sizeof bits);
        for (int shift = 0; shift < 64; shift += 8)
            bytes += static_cast<char>(bits >> shift & 0xff);
    }
    return base64Of(bytes);
}

std::vector<double> gridStateOf(const std::string& text) {
    const std::string bytes = bytesOfBase64(text);
    if (bytes.empty() || bytes.size() % sizeof(double) != 0) throw std::invalid_argument("has no whole numbers");
    std::vector<double> state(bytes.size() / sizeof(double));
    for (std::size_t i = 0; i < state.size(); ++i) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < sizeof bits; ++k)
            bits |= std::uint64_t(static_cast<unsigned char>(bytes[sizeof bits * i + k])) << (8 * k);
        std::memcpy(&state[i], &bits, sizeof bits);
        if (!std::isfinite(state[i])) throw std::invalid_argument("has numbers that are not finite");
    }
    return state;
}

} // namespace ambient
