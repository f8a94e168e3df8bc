// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <cstdint>
#include <cstring>

namespace same_bytes {

/// A hash of the bits of numbers, equal for both byte orders. Bits of not-a-number differ between processors.
class BitHash {
  public:
    void operator()(double number) {
        std::uint64_t bits;
        std::memcpy(&bits, &number, sizeof bits);
        m_hash = (m_hash ^ (number != number ? 1u : bits)) * 0x9e3779b97f4a7c15u;
        m_hash ^= m_hash >> 29;
    }
    template <class Matrix>
    void operator()(const Eigen::MatrixBase<Matrix>& numbers) {
        for (Eigen::Index column = 0; column < numbers.cols(); ++column)
            for (Eigen::Index row = 0; row < numbers.rows(); ++row)
                (*this)(numbers(row, column));
    }
    void operator()(const ambient::Pose& pose) {
        (*this)(pose.orientation.coeffs());
        (*this)(pose.position);
    }
    template <class Tag>
    void operator()(const ambient::SpatialVector<Tag>& vector) {
        (*this)(vector.vector());
    }
    std::uint64_t value() const { return m_hash; }

  private:
    std::uint64_t m_hash = 0x123456789abcdefu;
};

} // namespace same_bytes
