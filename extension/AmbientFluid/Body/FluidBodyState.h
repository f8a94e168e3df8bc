// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// What changes while a body moves. Momentum, not velocity, is the state that physics moves.
struct FluidBodyState {
    Pose worldFromBody; ///< body frame: origin at the centre of mass, axes of the body

    /// K (Y - Y_medium), K = body inertia + added mass: about the centre of mass, WORLD axes [kg m^2/s, kg m/s].
    /// In a medium at rest this is the Kirchhoff momentum; in a moving one it is measured in the medium's frame.
    Momentum momentum;

    double time = 0.0;        ///< [s]
    double lastSubstep = 0.0; ///< substep that the adaptive integrator would try next [s]; 0: no experience yet

    /// Whether pose and momentum hold neither NaN nor infinity; time and substep are not looked at.
    bool isFinite() const { return worldFromBody.isFinite() && momentum.isFinite(); }
};

} // namespace ambient
