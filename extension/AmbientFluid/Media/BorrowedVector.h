// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ambient {

/// A vector whose memory is this thread's to use again, so that asking for many points allocates only while they grow
/// in number. Whoever asks while another on the same thread is in use, as a callback within a callback may, gets one of
/// its own.
template <class T>
class BorrowedVector {
  public:
    /// \param size entries, whose values are left from earlier uses
    explicit BorrowedVector(std::size_t size) {
        if (!spares().empty()) {
            m_vector = std::move(spares().back());
            spares().pop_back();
        }
        m_vector.resize(size);
    }
    ~BorrowedVector() { spares().push_back(std::move(m_vector)); }
    BorrowedVector(const BorrowedVector&) = delete;
    BorrowedVector& operator=(const BorrowedVector&) = delete;

    T* data() { return m_vector.data(); }                ///< `size` entries, until this goes out of scope
    T& operator[](std::size_t i) { return m_vector[i]; } ///< one of them

  private:
    static std::vector<std::vector<T>>& spares() {
        thread_local std::vector<std::vector<T>> memory;
        return memory;
    }

    std::vector<T> m_vector;
};

} // namespace ambient
