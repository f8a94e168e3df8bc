// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define AMBIENT_TEST_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AMBIENT_TEST_ADDRESS_SANITIZER
#endif
#endif
#ifdef AMBIENT_TEST_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace test {

/// Memory for a series of Bullet objects at one address. While no object lives there, AddressSanitizer reports every
/// access; without AddressSanitizer the memory is filled with NaN and wild pointers, so any use fails.
template <std::size_t kSize>
class FreedMemory {
  public:
    FreedMemory() { close(); }
    ~FreedMemory() { open(); }
    FreedMemory(const FreedMemory&) = delete;
    FreedMemory& operator=(const FreedMemory&) = delete;

    /// Makes an object; the one before is destroyed already.
    template <class T, class... Arguments>
    T* make(Arguments&&... arguments) {
        static_assert(sizeof(T) <= kSize, "the object is larger than the memory");
        open();
        return new (m_bytes) T(std::forward<Arguments>(arguments)...);
    }
    template <class T>
    void destroy(T* object) {
        object->~T();
        close();
    }

  private:
    void open() {
#ifdef AMBIENT_TEST_ADDRESS_SANITIZER
        ASAN_UNPOISON_MEMORY_REGION(m_bytes, kBytes);
#endif
    }
    void close() {
        std::memset(m_bytes, 0xff, kBytes);
#ifdef AMBIENT_TEST_ADDRESS_SANITIZER
        ASAN_POISON_MEMORY_REGION(m_bytes, kBytes);
#endif
    }

    static constexpr std::size_t kBytes = (kSize + 15) / 16 * 16; // a multiple of Bullet's alignment
    alignas(16) unsigned char m_bytes[kBytes];
};

} // namespace test
