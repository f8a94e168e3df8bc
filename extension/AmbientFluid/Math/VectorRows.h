// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace ambient {

/// Vectors of many points, component by component, as vectorised loops want them: filled up with zeros to
/// paddedSize().
struct VectorRows {
    /// x, y and z of all.
    std::array<std::vector<double>, 3> of;

    /// For this many vectors, whose values are then any; what is behind them is 0. Allocates only when it grows.
    void resize(int count) {
        for (std::vector<double>& row : of)
            resizeRow(row, count);
    }
    /// The same for a row of numbers.
    static void resizeRow(std::vector<double>& row, int count) {
        row.resize(static_cast<std::size_t>(paddedSize(count)));
        std::fill(row.begin() + count, row.end(), 0.0);
    }

    /// One of them.
    Vector3 operator[](int i) const {
        const std::size_t at = static_cast<std::size_t>(i);
        return {of[0][at], of[1][at], of[2][at]};
    }
    /// Sets one of them.
    void set(int i, const Vector3& value) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            of[axis][static_cast<std::size_t>(i)] = value[static_cast<int>(axis)];
    }
};

/// to = turn (from - minus), vector by vector; both may be the same.
void turnRows(const Matrix3& turn, const Vector3& minus, const VectorRows& from, VectorRows& to, int count);

} // namespace ambient
