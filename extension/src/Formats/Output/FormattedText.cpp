// SPDX-License-Identifier: Zlib
#include "Output/FormattedText.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace ambient {

std::string format(const char* pattern, ...) {
    std::va_list arguments, again;
    va_start(arguments, pattern);
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
    va_end(arguments);
    std::string text(static_cast<std::size_t>(std::max(0, length)), '\0');
    std::vsnprintf(text.data(), text.size() + 1, pattern, again);
    va_end(again);
    return text;
}

} // namespace ambient
