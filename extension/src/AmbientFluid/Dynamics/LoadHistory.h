// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Math/Types.h"

#include <array>

namespace ambient {

/// Loads and motion of a body at the start of the last calls of integrate(), newest first.
class LoadHistory {
  public:
    /// Loads and motion at the start of one call of integrate().
    struct Entry {
        double time = 0.0;                        ///< [s]
        Wrench load;                              ///< all loads except user loads, about the centre of mass, world axes
        Wrench shed;                              ///< part of `load` due to parts leaving the fluid (FluidLoads::shed)
        Twist twist;                              ///< relative to the medium, body axes
        Momentum momentum;                        ///< FluidBodyState::momentum, but in body axes
        Vector3 mediumVelocity = Vector3::Zero(); ///< velocity of the frame of `momentum`, world axes [m/s]
        // In a non-uniform medium:
        Quaternion worldFromBody = Quaternion::Identity(); ///< orientation of the body
        /// K (0, e_k) of the three axes, body axes.
        Eigen::Matrix<double, 6, 3> carried = Eigen::Matrix<double, 6, 3>::Zero();
    };
    /// Number of entries kept, for a quadratic extrapolation.
    static constexpr int kSize = 3;

    /// Returns a new newest entry to fill in; replaces an entry of equal time or the oldest.
    Entry& push(double time);

    /// Number of entries, 0 to kSize.
    int size() const { return m_count; }
    /// Entry by age. \param age number of calls back, 0 for the last call; below size()
    const Entry& operator[](int age) const { return m_entries[indexOf(age)]; }
    /// Entry by age, to change.
    Entry& operator[](int age) { return m_entries[indexOf(age)]; }

    /// True if there are kSize entries, spaced `step` [s] apart.
    bool isEven(double step) const;

  private:
    std::size_t indexOf(int age) const {
        const int at = m_newest + age;
        return static_cast<std::size_t>(at < kSize ? at : at - kSize);
    }

    std::array<Entry, kSize> m_entries;
    int m_count = 0;
    int m_newest = 0; ///< index of the newest entry; older entries follow
};

} // namespace ambient
