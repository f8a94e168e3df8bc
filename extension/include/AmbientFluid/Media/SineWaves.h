// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// A sum of sine waves of linear theory: elevation = sum of a cos(k . x - w t + phase).
/// The horizontal velocity is that of linear theory at the mean level, a w coth(k depth) along k. The vertical
/// velocity, dh/dt + u . grad h, keeps the water exactly at the surface; linear theory has dh/dt alone. The
/// acceleration is that of this velocity.
class SineWaves final : public WaterSurface {
  public:
    /// \param waves copied; none: flat, still water
    explicit SineWaves(const WaveSet& waves) : WaterSurface(waves.water().up), m_waves(waves) {}

    const WaveSet& waves() const { return m_waves; } ///< the waves of the surface
    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;
    bool isFlat() const override { return m_waves.waves().empty(); }
    std::array<double, 2> heightRange(double) const override { return m_waves.heightRange(); }

  private:
    WaveSet m_waves;
};

} // namespace ambient
