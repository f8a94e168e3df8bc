// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// `count` rounded up to whole vectors of kLanes doubles.
constexpr int wholeVectors(int count) {
    return (count + kLanes - 1) / kLanes * kLanes;
}

/// Points in whole vectors of coordinates, for vectorised loops.
class PointVectors {
  public:
    /// Removes all points; their memory is kept.
    void clear() { m_count = 0; }
    /// Adds a point.
    void add(const Vector3& p) {
        if (m_count == static_cast<int>(m_rows[0].size()))
            for (auto& row : m_rows)
                row.resize(row.size() + kLanes);
        for (int d = 0; d < 3; ++d)
            m_rows[d][m_count] = p[d];
        ++m_count;
    }
    int size() const { return m_count; } ///< number of points
    /// Fills the last vector up by repetition of the last point. \returns wholeVectors(size())
    int fillUp() {
        const int whole = wholeVectors(m_count);
        for (auto& row : m_rows)
            for (int i = m_count; i < whole; ++i)
                row[i] = row[m_count - 1];
        return whole;
    }
    const double* row(int axis) const { return m_rows[axis].data(); } ///< coordinates along an axis

  private:
    int m_count = 0;
    std::array<std::vector<double>, 3> m_rows;
};

} // namespace ambient
