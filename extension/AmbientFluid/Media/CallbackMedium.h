// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"

#include <functional>

namespace ambient {

/// The index of the first sample with a number that is not finite, or a negative density or viscosity; -1 when all are
/// sound. requireValid looks at the density alone; a user's medium must pass this before forces use it.
int findInvalid(const MediumSample* samples, int count);

/// A medium that a user's function gives, for many points in one call. The function is called from several threads at
/// once and must give the same answer for the same arguments. What it returns is not checked here: whoever uses the
/// medium does (findInvalid), so that the fault can be told of the body it reached; an exception it throws passes
/// through.
class CallbackMedium final : public FluidMedium {
  public:
    /// The medium at `count` world points [m] of one time [s]; `samples` come as those of a vacuum at rest.
    using Samples = std::function<void(const Vector3* pointsInWorld, int count, double time, MediumSample* samples)>;

    /// \throws std::invalid_argument when the function is empty
    explicit CallbackMedium(Samples samples);

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const override;

  private:
    Samples m_samples;
};

} // namespace ambient
