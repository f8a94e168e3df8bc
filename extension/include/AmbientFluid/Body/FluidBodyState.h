// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// The moving state of a body. The integrated quantity is momentum, not velocity.
struct FluidBodyState {
    Pose worldFromBody; ///< body frame: origin at the centre of mass, axes of the body

    /// K (Y - Y_medium), K = body inertia + added mass: about the centre of mass, WORLD axes [kg m^2/s, kg m/s].
    /// In a medium at rest this is the Kirchhoff momentum; in a moving medium it is relative to the medium's frame.
    /// In a non-uniform medium it is relative to a frame that moves with `frameVelocity`.
    Momentum momentum;
    /// Velocity of the frame of `momentum` in a non-uniform medium, world axes [m/s]: that of the medium where the last
    /// step began. Not used in a uniform medium, whose own frame is meant. MomentumFrame.h changes the frame.
    Vector3 frameVelocity = Vector3::Zero();

    double time = 0.0;        ///< [s]
    double lastSubstep = 0.0; ///< next substep of the adaptive integrator [s]; 0: unknown

    /// Whether pose and momentum are finite. Time and substep are not checked.
    bool isFinite() const { return worldFromBody.isFinite() && momentum.isFinite(); }
};

} // namespace ambient
