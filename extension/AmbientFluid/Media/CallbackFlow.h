// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <functional>

namespace ambient {

/// A flow that a user's function gives, for many points in one call. The function is called from several threads at
/// once and must give the same answer for the same arguments. What it returns is not checked here: whoever uses the
/// medium does (requireValid, findInvalid), and an exception it throws passes through.
class CallbackFlow final : public AmbientFlow {
  public:
    /// Velocities [m/s] at `count` world points [m] of one time [s].
    using Velocities = std::function<void(const Vector3* pointsInWorld, int count, double time, Vector3* velocities)>;
    /// Velocities with their derivatives.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, FlowSample* samples)>;

    /// Velocities alone: the derivatives are central differences over +-`lengthStep` [m] and +-`timeStep` [s], second
    /// order: three calls of 7, 1 and 1 points for each point asked for. Take steps well below the scales of the flow.
    /// \throws std::invalid_argument when the function is empty or a step is not positive
    explicit CallbackFlow(Velocities velocities, double lengthStep = 1e-3, double timeStep = 1e-3);

    /// Velocities and derivatives: one call.
    /// \throws std::invalid_argument when the function is empty
    explicit CallbackFlow(Samples samples);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    Velocities m_velocities;
    Samples m_samples;
    double m_lengthStep = 0.0, m_timeStep = 0.0;
};

} // namespace ambient
