// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"

#include <functional>

namespace ambient {

/// \file
/// Flows, media and surfaces given by functions of the user's.

/// A flow given by a user's function, sampled at many points in each call.
/// The function is called from several threads at once and must depend on its arguments alone. This class does not
/// check the results; the code that samples the medium does (requireValid, findInvalid). Exceptions of the function
/// pass through.
class CallbackFlow final : public AmbientFlow {
  public:
    /// Velocities [m/s] at `count` world points [m] at one time [s].
    using Velocities = std::function<void(const Vector3* pointsInWorld, int count, double time, Vector3* velocities)>;
    /// Velocities with their derivatives.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, FlowSample* samples)>;

    /// Takes velocities alone; derivatives are central differences, second order.
    /// Each sample takes nine velocities, in three calls with 7, 1 and 1 points per sample. Choose steps well below the
    /// scales of the flow.
    /// \param velocities called with `count` world points
    /// \param lengthStep half the width of differences in space [m] > 0
    /// \param timeStep half the width of differences in time [s] > 0
    /// \throws std::invalid_argument if the function is empty or a step is not positive
    explicit CallbackFlow(Velocities velocities, double lengthStep = 1e-3, double timeStep = 1e-3);

    /// Takes velocities and derivatives from one call of the function.
    /// \throws std::invalid_argument if the function is empty
    explicit CallbackFlow(Samples samples);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    /// Central differences at no more than kSampleBlock points.
    void differentiate(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const;

    Velocities m_velocities;
    Samples m_samples;
    double m_lengthStep = 0.0, m_timeStep = 0.0;
};

/// Index of the first invalid sample: a non-finite number, or a negative density or viscosity. -1 if all are valid.
/// requireValid() checks the density alone. Samples of a user's medium must pass this check before forces use them.
int findInvalid(const MediumSample* samples, int count);

/// A medium given by a user's function, sampled at many points in one call.
/// The function is called from several threads at once and must depend on its arguments alone. This class does not
/// check the results; the code that samples the medium does (findInvalid), so that the error can name the body.
/// Exceptions of the function pass through.
class CallbackMedium final : public FluidMedium {
  public:
    /// The medium at `count` world points [m] at one time [s]; `samples` is initialised to a vacuum at rest.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, MediumSample* samples)>;

    /// \throws std::invalid_argument if the function is empty
    explicit CallbackMedium(Samples samples);

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const override;

  private:
    Samples m_samples;
};

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
