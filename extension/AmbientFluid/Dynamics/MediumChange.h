// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

namespace ambient {

/// Momentum, as FluidBodyState::momentum holds it, of a body that has just passed from another medium into the one of
/// `equations`. With K before and after, and Y the twist relative to the new medium, in the modes v of
/// (K_after - K_before) v = d K_before v:
///     d > 0  it entered denser fluid, which must be set in motion: the mode keeps its momentum, Y' = Y / (1 + d);
///     d <= 0 it left it: the mode keeps its velocity, Y' = Y.
/// Of uniform media all modes are of one kind; of a body that lies in a water surface when it crosses they may not be.
/// Kinetic energy relative to the new medium never grows by it: Y'.K_after Y' <= Y.K_before Y.
///
/// \param before       K in the old medium, about the centre of mass, body axes
/// \param twistInWorld absolute, before the change, about the centre of mass
Momentum momentumAfterMediumChange(const KirchhoffEquations& equations, const SpatialInertia& before,
                                   const Pose& worldFromBody, const Twist& twistInWorld, double time);

} // namespace ambient
