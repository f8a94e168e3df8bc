// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluid/Media/WaveSet.h"

namespace ambient {

/// A sum of Gerstner's waves, with sharp crests and flat troughs: the water that is at X without waves is at
/// x = X - sum of q sin(th) k / |k|, level + sum of a cos(th), th = k . X - w t + phase, q = a coth(k depth): circles
/// in deep water, linear theory's ellipses over a bed. [Lamb1932, art. 251, 252; sums after Fournier1986] Velocity and
/// acceleration are those of that water, exactly. The mean level is about sum of k a^2 / 2 below StillWater::level.
///
/// The surface at a given place needs X: found by Newton's method with a term for the curvature (Chebyshev's), Newton's
/// steps being halved until the distance to the place shrinks, which always converges because x(X) is the gradient of a
/// convex function as long as the steepness is below 1. It stops at 1e-12 of the largest crest plus 1e-15 of the
/// distance from the origin, after about 3 steps at steepness 0.5; for PointRows::inSingle at 2e-7, after 2.
class GerstnerWaves final : public WaterSurface {
  public:
    /// \throws std::invalid_argument when the steepness, sum of k a coth(k depth), is 1 or more: crests would fold over
    explicit GerstnerWaves(const WaveSet& waves);

    const WaveSet& waves() const { return m_waves; } ///< what the surface was made from
    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;
    void sampleRows(const PointRows& points, double time, SurfaceRows& rows) const override;
    bool isFlat() const override { return m_waves.waves().empty(); }
    std::array<double, 2> heightRange(double) const override { return m_waves.heightRange(); }

    /// Where the water is that is at `stillPointInWorld` without waves: a point of the surface.
    Vector3 surfacePoint(const Vector3& stillPointInWorld, double time) const;

  private:
    WaveSet m_waves;
    double m_curvature = 0.0; ///< sum of k^2 a coth(k depth), no less than any second derivative of x(X) [1/m]
    double m_bend = 0.0;      ///< sum of k^3 a coth(k depth), no less than any third one [1/m^2]
};

} // namespace ambient
