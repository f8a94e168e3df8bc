// SPDX-License-Identifier: Zlib
#pragma once

#include <atomic>
#include <cstdlib>

// Counts the allocations of a test program. Include this header in one source of the program: it defines malloc.
//
// A sanitizer brings its own allocator; nothing is counted then. clang reports sanitizers by __has_feature only.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AMBIENT_CANNOT_COUNT_ALLOCATIONS
#endif
#endif
#if !defined(AMBIENT_CANNOT_COUNT_ALLOCATIONS) &&                                                                      \
    (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__))
#define AMBIENT_CANNOT_COUNT_ALLOCATIONS
#endif

#ifndef AMBIENT_CANNOT_COUNT_ALLOCATIONS
namespace test {
inline std::atomic<long> g_allocations{0}; ///< calls of malloc so far, by any thread
} // namespace test
extern "C" void* __libc_malloc(size_t size);
extern "C" void* malloc(size_t size) noexcept {
    ++test::g_allocations;
    return __libc_malloc(size);
}
#endif
