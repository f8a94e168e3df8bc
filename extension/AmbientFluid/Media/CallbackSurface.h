// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaterSurface.h"

#include <functional>

namespace ambient {

/// A water surface that a user's function gives, for many points in one call. The function is called from several
/// threads at once and must give the same answer for the same arguments. What it returns is not checked here: whoever
/// uses the surface does (findInvalid); an exception it throws passes through.
class CallbackSurface final : public WaterSurface {
  public:
    /// Everything at `count` world points [m] of one time [s]; `samples` come as a level at 0, at rest, its normal up.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples)>;
    /// Heights along up [m] alone.
    using Heights = std::function<void(const Vector3* pointsInWorld, int count, double time, double* heights)>;

    /// One call. \throws std::invalid_argument when the function is empty or up is no direction
    explicit CallbackSurface(Samples samples, const Vector3& up = Vector3::UnitZ());

    /// The rest by central differences over +-`lengthStep` [m] and +-`timeStep` [s], second order: three calls of 5, 1
    /// and 1 points for each point asked for. Water is taken to move up and down alone: velocity dh/dt, acceleration
    /// d2h/dt2. \throws std::invalid_argument as above, or when a step is not positive
    explicit CallbackSurface(Heights heights, const Vector3& up = Vector3::UnitZ(), double lengthStep = 1e-3,
                             double timeStep = 1e-3);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const override;

  private:
    void differentiate(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const;

    Samples m_samples;
    Heights m_heights;
    Vector3 m_first = Vector3::UnitX(), m_second = Vector3::UnitY(); ///< across up
    double m_lengthStep = 0.0, m_timeStep = 0.0;
};

} // namespace ambient
