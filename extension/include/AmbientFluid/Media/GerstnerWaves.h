// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// A sum of Gerstner waves, with sharp crests and flat troughs. [Lamb1932, art. 251, 252; sums after Fournier1986]
/// Water with the still place X is at
///     x = X - sum of q sin(th) k / |k|, level + sum of a cos(th),  th = k . X - w t + phase,  q = a coth(k depth)
/// These orbits are circles in deep water and the ellipses of linear theory over a bed. Velocity and acceleration are
/// exactly those of this water. The mean level is about sum of k a^2 / 2 below StillWater::level.
///
/// A given place of the surface is inverted for X with Chebyshev's method, which is Newton's with a term for the
/// curvature. Newton's steps are halved until the distance to the place shrinks. This always converges, because x(X) is
/// the gradient of a convex function as long as the steepness is below 1. The search stops at 1e-12 of the largest
/// crest plus 1e-15 of the distance from the origin, after about 3 steps at steepness 0.5. For PointRows::inSingle it
/// stops at 2e-7, after 2 steps.
class GerstnerWaves final : public WaterSurface {
  public:
    /// \throws std::invalid_argument if the steepness, sum of k a coth(k depth), is 1 or more: crests would fold over
    explicit GerstnerWaves(const WaveSet& waves);

    const WaveSet& waves() const { return m_waves; } ///< the waves of the surface
    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;
    void sampleRows(const PointRows& points, double time, SurfaceRows& rows) const override;
    bool isFlat() const override { return m_waves.waves().empty(); }
    std::array<double, 2> heightRange(double) const override { return m_waves.heightRange(); }

    /// Place at `time` of the surface water whose still place is `stillPointInWorld`.
    Vector3 surfacePoint(const Vector3& stillPointInWorld, double time) const;

  private:
    WaveSet m_waves;
    double m_curvature = 0.0; ///< sum of k^2 a coth(k depth), bounds all second derivatives of x(X) [1/m]
    double m_bend = 0.0;      ///< sum of k^3 a coth(k depth), bounds all third derivatives of x(X) [1/m^2]
};

} // namespace ambient
