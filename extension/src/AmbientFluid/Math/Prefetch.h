// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>

namespace ambient {

/// Prefetches a range of memory into the cache. Any address is allowed; it never faults.
inline void prefetch(const void* from, std::size_t bytes) {
#if defined(__GNUC__) || defined(__clang__)
    constexpr std::size_t kLine = 64;
    for (std::size_t offset = 0; offset < bytes; offset += kLine)
        __builtin_prefetch(static_cast<const char*>(from) + offset);
#else
    static_cast<void>(from);
    static_cast<void>(bytes);
#endif
}

} // namespace ambient
