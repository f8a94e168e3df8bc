// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <vector>

namespace ambient {

/// One entry of a table of velocities over height.
struct FlowLevel {
    double height = 0.0;                ///< along up [m]
    Vector3 velocity = Vector3::Zero(); ///< U at this height [m/s]
};

/// A steady flow whose velocity depends on the height alone: linear between levels, constant outside them.
/// Two levels of one height are a jump, with the second one's velocity from that height on.
/// Examples: a river over its bed, wind measured at a mast, two streams that slide over each other.
class ProfileFlow final : public AmbientFlow {
  public:
    /// \param levels at heights that do not fall, at most two of one height; the velocities have the same component
    /// along up, since fluid would vanish or appear between two levels otherwise
    /// \param up against gravity; made unit
    /// \throws std::invalid_argument if the table is empty or a level is out of range; the message names the level
    explicit ProfileFlow(std::vector<FlowLevel> levels, const Vector3& up = Vector3::UnitZ());

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override { return m_levels.size() == 1; }

  private:
    std::vector<FlowLevel> m_levels;
    Vector3 m_up;
};

} // namespace ambient
