// SPDX-License-Identifier: Zlib
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace ambient {

/// std::from_chars for a number with decimals, which some standard libraries have for whole numbers only.
/// \returns the end of the number, or the error
inline std::from_chars_result numberFromText(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(first, last, value);
#else
    // strtod takes more: blanks, a plus sign, hexadecimal digits.
    const std::string word(first, last);
    const std::size_t digits = word.find_first_not_of('-');
    const bool isHexadecimal = word.find_first_of("xX") == digits + 1;
    if (digits == std::string::npos || digits > 1 ||
        std::string(" \t\n\v\f\r+").find(word[digits]) != std::string::npos)
        return {first, std::errc::invalid_argument};
    char* end = nullptr;
    const double read = std::strtod(word.c_str(), &end);
    if (end == word.c_str()) return {first, std::errc::invalid_argument};
    if (isHexadecimal) {
        value = 0.0;
        return {first + digits + 1, std::errc()};
    }
    value = read;
    return {first + (end - word.c_str()), std::errc()};
#endif
}

/// The shortest text that is read as this number again; of -0: 0.
inline std::string shortestText(double number) {
    char text[32];
#ifdef __cpp_lib_to_chars
    return {text, std::to_chars(text, text + sizeof text, number + 0.0).ptr};
#else
    for (int digits = 1;; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, number + 0.0);
        if (digits == 17 || std::strtod(text, nullptr) == number) return text;
    }
#endif
}

} // namespace ambient
