// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ambient {

/// Vectors of many points, component by component, for vectorised loops. Padded with zeros to paddedSize() (Lanes.h).
struct VectorRows {
    /// The x, y and z components.
    std::array<std::vector<double>, 3> of;

    /// Resizes to `count` vectors and zeroes the padding; the vectors are unspecified. Allocates only to grow.
    void resize(int count) {
        for (std::vector<double>& row : of)
            resizeRow(row, count);
    }
    /// Resizes a row of numbers in the same way as resize().
    static void resizeRow(std::vector<double>& row, int count);

    /// Returns vector i.
    Vector3 operator[](int i) const {
        const std::size_t at = static_cast<std::size_t>(i);
        return {of[0][at], of[1][at], of[2][at]};
    }
    /// Sets vector i.
    void set(int i, const Vector3& value) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            of[axis][static_cast<std::size_t>(i)] = value[static_cast<int>(axis)];
    }
};

/// Computes to = turn (from - minus) for each vector; `from` and `to` may be the same.
void turnRows(const Matrix3& turn, const Vector3& minus, const VectorRows& from, VectorRows& to, int count);

} // namespace ambient
