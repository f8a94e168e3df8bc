// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace ambient {

/// Number of points that are sampled at once where buffers on the stack are needed. A multiple of kLanes.
constexpr int kSampleBlock = 64;

/// Calls visit(first, size) for blocks of at most kSampleBlock of `count` points.
template <class Visit>
void forEachBlock(int count, Visit visit) {
    for (int first = 0; first < count; first += kSampleBlock)
        visit(first, std::min(kSampleBlock, count - first));
}

/// An array on the stack, or on the heap if it is longer than `kInline`. The values are unspecified.
template <class T, std::size_t kInline>
class StackArray {
  public:
    /// \param size number of entries
    explicit StackArray(std::size_t size) : m_heap(size > kInline ? new T[size] : nullptr) {}
    StackArray(const StackArray&) = delete;
    StackArray& operator=(const StackArray&) = delete;

    T* data() { return m_heap ? m_heap.get() : m_stack; } ///< `size` entries
    T& operator[](std::size_t i) { return data()[i]; }    ///< entry i

  private:
    T m_stack[kInline];
    std::unique_ptr<T[]> m_heap;
};

} // namespace ambient
