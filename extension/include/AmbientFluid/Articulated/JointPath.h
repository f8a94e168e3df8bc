// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

namespace ambient {

/// Joint positions as functions of time. The adaptive integrator sees a path only where its stages fall: a call of
/// integrate() should not last longer than a quarter of a period.
class JointPath {
  public:
    virtual ~JointPath() = default;
    /// Fills all three vectors. Positions are continuous, rates their derivatives as ArticulatedBody means them.
    virtual void evaluate(double time, JointVector& positions, JointVector& rates,
                          JointVector& accelerations) const = 0;
};

} // namespace ambient
