// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>

namespace ambient {

struct PointRows;
struct SurfaceRows;

/// A water surface on the vertical through one point, world frame.
struct SurfaceSample {
    double height = 0.0;                    ///< height along up from the world's origin [m]
    Vector3 normal = Vector3::UnitZ();      ///< unit, out of the water
    Vector3 velocity = Vector3::Zero();     ///< of the water at the surface [m/s], so that w = dh/dt + u . grad h
    Vector3 acceleration = Vector3::Zero(); ///< of the water at the surface, DU/Dt [m/s^2]
};

/// A water surface as a height over the plane perpendicular to `up`: waves that do not break.
/// Immutable and called from several threads at once. A result depends on its point and time alone, not on the other
/// points of a call.
class WaterSurface {
  public:
    /// \param up made unit \throws std::invalid_argument if it is zero or not finite
    explicit WaterSurface(const Vector3& up);
    virtual ~WaterSurface() = default;

    /// Unit vector against gravity, world frame.
    const Vector3& up() const { return m_up; }

    /// Samples the surface above or below `count` world points [m] at one time [s].
    /// Only the components perpendicular to up() matter. `samples` holds `count` entries. Finite for points and times
    /// within 1e12 m and s, unless a callback says otherwise.
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const = 0;

    /// Samples the surface for the points of one body, component by component.
    /// Used in the body's step. `rows` has the size of the points. Default: calls sampleMany(). Override this if the
    /// loop over points can be vectorised. The results must equal those of sampleMany(), or agree to 1e-6 of the
    /// largest crest if points.inSingle is true.
    virtual void sampleRows(const PointRows& points, double time, SurfaceRows& rows) const;

    /// sampleMany() at one point.
    SurfaceSample sample(const Vector3& pointInWorld, double time) const;

    /// Depth of `pointInWorld` below the surface along up() [m]; negative above the surface.
    double depth(const Vector3& pointInWorld, double time) const {
        return sample(pointInWorld, time).height - m_up.dot(pointInWorld);
    }

    /// Whether the surface is one plane perpendicular to up() at any one time.
    /// Bodies then sample once instead of at every face. Default: no.
    virtual bool isFlat() const { return false; }

    /// Whether the surface and the motion of its water are constant in time. Default: no.
    virtual bool isSteady() const { return false; }

    /// Lower and upper bound of the surface's height along up() at `time` [m].
    /// Bodies well below or above these bounds need not sample the surface. Default: minus and plus infinity.
    virtual std::array<double, 2> heightRange(double time) const;

  private:
    Vector3 m_up;
};

/// Water without waves: the plane normal . x = height, at rest.
class FlatSurface final : public WaterSurface {
  public:
    /// \param height [m] along `normal`
    /// \param normal out of the water, against gravity; made unit; equals up()
    /// \throws std::invalid_argument if a number is not finite or the normal is zero
    explicit FlatSurface(double height, const Vector3& normal = Vector3::UnitZ());

    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;
    bool isFlat() const override { return true; }
    bool isSteady() const override { return true; }
    std::array<double, 2> heightRange(double) const override { return {m_height, m_height}; }

  private:
    double m_height;
};

/// Index of the first sample with a non-finite number or a normal whose length is not 1 to 1e-3; -1 if all are valid.
/// Samples of a user's callback must pass this check before forces use them.
int findInvalid(const SurfaceSample* samples, int count);

} // namespace ambient
