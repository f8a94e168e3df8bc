// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// Motion of the water below waves, by linear theory. [Lamb1932, art. 229]
/// Each wave adds, with z up from the mean level and the water depth d,
///     a w (cosh k(z + d) / sinh(k d) cos(th) k/|k| + sinh k(z + d) / sinh(k d) sin(th) up)
/// In deep water both profiles are a w exp(k z). The acceleration includes its convective part, (U . grad) U.
///
/// Up to the mean level this is exactly potential flow, free of divergence. From there to the highest possible crest
/// (WaveSet::largestCrest) the profiles continue as straight lines. Velocity and acceleration thus stay continuous, and
/// short waves on long ones do not grow exponentially [DnvRpC205]. Above the crest and in the bed the profiles are
/// constant. The flow agrees with the surfaces of SineWaves and GerstnerWaves to first order in the steepness.
class WaveFlow final : public AmbientFlow {
  public:
    /// \param waves copied; none: water at rest
    explicit WaveFlow(const WaveSet& waves) : m_waves(waves) {}

    const WaveSet& waves() const { return m_waves; } ///< the waves of the flow
    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    void sampleRows(const PointRows& points, double time, MotionRows& rows) const override;
    bool isUniform() const override { return m_waves.waves().empty(); }

  private:
    WaveSet m_waves;
};

} // namespace ambient
