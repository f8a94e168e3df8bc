// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ambient {

/// A scratch vector from a thread-local pool.
/// Repeated use allocates only to grow. Nested use on one thread (a callback in a callback) gets a separate vector.
template <class T>
class BorrowedVector {
  public:
    /// \param size number of entries; their values are unspecified
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

    T* data() { return m_vector.data(); }                ///< `size` entries, valid until this object is destroyed
    T& operator[](std::size_t i) { return m_vector[i]; } ///< entry i

  private:
    static std::vector<std::vector<T>>& spares() {
        thread_local std::vector<std::vector<T>> memory;
        return memory;
    }

    std::vector<T> m_vector;
};

} // namespace ambient
