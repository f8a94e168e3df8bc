// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <array>

namespace ambient {

/// A water surface on the vertical through one point, world frame.
struct SurfaceSample {
    double height = 0.0;                ///< of the surface, along up from the world's origin [m]
    Vector3 normal = Vector3::UnitZ();  ///< unit, out of the water
    Vector3 velocity = Vector3::Zero(); ///< of the water at the surface [m/s]; keeps it there: w = dh/dt + u . grad h
    Vector3 acceleration = Vector3::Zero(); ///< of the same water, DU/Dt [m/s^2]
};

/// A water surface that is a height over the plane across `up`: waves, but none that break. Immutable, called from
/// several threads at once, the same answer for the same arguments: a point's answer does not depend on which others
/// are asked with it.
class WaterSurface {
  public:
    /// \param up made unit \throws std::invalid_argument when it is zero or not finite
    explicit WaterSurface(const Vector3& up);
    virtual ~WaterSurface() = default;

    /// Against gravity, unit, world frame.
    const Vector3& up() const { return m_up; }

    /// The surface above or below `count` world points [m] at one time [s]; only their parts across up() matter.
    /// `samples` holds `count` entries. Finite for points and times within 1e12 m and s,
    /// except where a callback says otherwise.
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const = 0;

    /// The same for the points of one body, component by component: what its step calls. `rows` has the size of the
    /// points. Default: through sampleMany(). Override it where the loop over the points can be vectorised; the
    /// answers must be those of sampleMany(), or to 1e-6 of the largest crest where points.inSingle allows it.
    virtual void sampleRows(const PointRows& points, double time, SurfaceRows& rows) const;

    /// sampleMany at one point.
    SurfaceSample sample(const Vector3& pointInWorld, double time) const;

    /// How far below the surface `pointInWorld` is along up() [m]; negative above it.
    double depth(const Vector3& pointInWorld, double time) const {
        return sample(pointInWorld, time).height - m_up.dot(pointInWorld);
    }

    /// Whether the surface is one plane across up() at any one time: bodies then ask once instead of for every face.
    /// Default: no.
    virtual bool isFlat() const { return false; }

    /// Whether the surface and its water are the same at all times. Default: no.
    virtual bool isSteady() const { return false; }

    /// The heights [m] along up() that no part of the surface is below, and above, at this time, so that bodies well
    /// under or over it need not ask for it. Default: minus and plus infinity.
    virtual std::array<double, 2> heightRange(double time) const;

  private:
    Vector3 m_up;
};

/// Water without waves: the plane normal . x = height, at rest.
class FlatSurface final : public WaterSurface {
  public:
    /// \param height [m] along `normal` \param normal out of the water, against gravity; made unit, and up()
    /// \throws std::invalid_argument when a number is not finite or the normal is zero
    explicit FlatSurface(double height, const Vector3& normal = Vector3::UnitZ());

    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;
    bool isFlat() const override { return true; }
    bool isSteady() const override { return true; }
    std::array<double, 2> heightRange(double) const override { return {m_height, m_height}; }

  private:
    double m_height;
};

/// The index of the first sample with a number that is not finite or a normal whose length is not 1 to 1e-3; -1 when
/// all are sound. What a user's callback gives must pass this before forces use it.
int findInvalid(const SurfaceSample* samples, int count);

} // namespace ambient
