// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <functional>

namespace ambient {

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

} // namespace ambient
