// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ambient {

/// Bytes as text, with `=` at the end [RFC 4648, section 4].
inline std::string base64Of(const std::string& bytes) {
    constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(bytes.size() / 3 * 4 + 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return text;
}

/// The bytes of base64Of(). \throws std::invalid_argument for another text
inline std::string bytesOfBase64(const std::string& text) {
    const auto digitOf = [](char c) -> std::uint32_t {
        if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
        if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
        if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
        if (c == '+' || c == '/') return c == '+' ? 62 : 63;
        throw std::invalid_argument("is no text in base64");
    };
    if (text.size() % 4 != 0) throw std::invalid_argument("is no text in base64: its length is no multiple of 4");
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::uint32_t group = 0;
        for (std::size_t k = i; k < i + 4; ++k)
            group = group << 6 | (k + padding >= text.size() ? 0 : digitOf(text[k]));
        for (int shift = 16; shift >= 0; shift -= 8)
            bytes += static_cast<char>(group >> shift & 0xff);
    }
    bytes.resize(bytes.size() - padding);
    return bytes;
}

} // namespace ambient
