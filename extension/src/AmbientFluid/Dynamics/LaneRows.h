// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneVectors.h"

namespace ambient {

/// Rows of kLanes numbers, one a body, read and written L bodies at a time.
template <int L>
class LaneRows {
  public:
    using Real = typename Lanes<L>::Real; ///< L numbers

    /// \param first number of the first row of the first of the bodies
    AMBIENT_ALWAYS_INLINE explicit LaneRows(double* first) : m_rows(first) {}

    AMBIENT_ALWAYS_INLINE const double* row(int row) const { return m_rows + kLanes * row; } ///< the bodies' numbers
    AMBIENT_ALWAYS_INLINE Real number(int at) const { return load<Real>(row(at)); }          ///< of a row
    /// Of three rows.
    AMBIENT_ALWAYS_INLINE LaneVector<Real> vector(int at) const { return {number(at), number(at + 1), number(at + 2)}; }
    /// Of six rows, the angular part first.
    AMBIENT_ALWAYS_INLINE LanePair<Real> pair(int at) const { return LanePair<Real>::of(vector(at), vector(at + 3)); }
    /// Of four rows, x to w.
    AMBIENT_ALWAYS_INLINE LaneQuaternion<Real> quaternion(int at) const {
        return {number(at), number(at + 1), number(at + 2), number(at + 3)};
    }

    /// Writes a row.
    AMBIENT_ALWAYS_INLINE void set(int at, const Real& number) { store<Real>(m_rows + kLanes * at, number); }
    /// Writes three rows.
    AMBIENT_ALWAYS_INLINE void set(int at, const LaneVector<Real>& vector) {
        set(at, vector.x);
        set(at + 1, vector.y);
        set(at + 2, vector.z);
    }
    /// Writes six rows.
    AMBIENT_ALWAYS_INLINE void set(int at, const LanePair<Real>& pair) {
        set(at, pair.angular());
        set(at + 3, pair.linear());
    }
    /// Writes four rows.
    AMBIENT_ALWAYS_INLINE void set(int at, const LaneQuaternion<Real>& q) {
        set(at, LaneVector<Real>{q.x, q.y, q.z});
        set(at + 3, q.w);
    }

  private:
    double* m_rows;
};

} // namespace ambient
