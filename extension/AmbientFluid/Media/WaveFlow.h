// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// How water moves below waves, by linear theory: with z up from the mean level, each wave adds
/// a w (cosh k(z + d) / sinh(k d) cos(th) k/|k| + sinh k(z + d) / sinh(k d) sin(th) up), in deep water a w exp(k z)
/// both. [Lamb1932, art. 229] The acceleration has its convective part, (U . grad) U.
///
/// Up to the mean level this is exactly potential flow, free of divergence. Between it and the highest possible crest
/// (WaveSet::largestCrest) the profiles go on as straight lines, which keeps velocity and acceleration continuous where
/// the exponential would run away with short waves on long ones [DnvRpC205]; above that, and in the bed, they stay as
/// they are. To first order in the steepness it agrees with the surfaces of SineWaves and GerstnerWaves.
class WaveFlow final : public AmbientFlow {
  public:
    /// \param waves copied; none: water at rest
    explicit WaveFlow(const WaveSet& waves) : m_waves(waves) {}

    const WaveSet& waves() const { return m_waves; } ///< what the flow was made from
    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    void sampleRows(const PointRows& points, double time, MotionRows& rows) const override;
    bool isUniform() const override { return m_waves.waves().empty(); }

  private:
    WaveSet m_waves;
};

} // namespace ambient
