// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaterSurface.h"

#include <functional>

namespace ambient {

/// A water surface given by a user's function, sampled at many points in each call.
/// The function is called from several threads at once and must depend on its arguments alone. This class does not
/// check the results; the code that samples the surface does (findInvalid). Exceptions of the function pass through.
class CallbackSurface final : public WaterSurface {
  public:
    /// Full samples at `count` world points [m] at one time [s]; `samples` is initialised to level 0, at rest, normal
    /// up.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples)>;
    /// Heights alone, along up [m].
    using Heights = std::function<void(const Vector3* pointsInWorld, int count, double time, double* heights)>;

    /// Takes full samples from one call of the function.
    /// \throws std::invalid_argument if the function is empty or `up` is zero or not finite
    explicit CallbackSurface(Samples samples, const Vector3& up = Vector3::UnitZ());

    /// Takes heights alone; derivatives are central differences, second order.
    /// Each sample takes seven heights, in three calls with 5, 1 and 1 points per sample. The water is assumed to move
    /// along up only: velocity dh/dt, acceleration d2h/dt2.
    /// \param heights called with `count` world points
    /// \param up against gravity; made unit
    /// \param lengthStep half the width of differences in space [m] > 0
    /// \param timeStep half the width of differences in time [s] > 0
    /// \throws std::invalid_argument if the function is empty, `up` is zero or not finite, or a step is not positive
    explicit CallbackSurface(Heights heights, const Vector3& up = Vector3::UnitZ(), double lengthStep = 1e-3,
                             double timeStep = 1e-3);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;

  private:
    void differentiate(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const;

    Samples m_samples;
    Heights m_heights;
    Vector3 m_first = Vector3::UnitX(), m_second = Vector3::UnitY(); ///< unit vectors perpendicular to up
    double m_lengthStep = 0.0, m_timeStep = 0.0;
};

} // namespace ambient
