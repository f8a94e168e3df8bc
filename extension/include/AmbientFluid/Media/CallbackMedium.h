// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"

#include <functional>

namespace ambient {

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

} // namespace ambient
