// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// Momentum (as in FluidBodyState) of a body that has just passed from another medium into that of `motion`.
/// K before and after defines modes v by (K_after - K_before) v = d K_before v. With Y the twist relative to the new
/// medium:
///     d > 0  entered denser fluid, which must be set in motion: the mode keeps its momentum, Y' = Y / (1 + d);
///     d <= 0 left denser fluid: the mode keeps its velocity, Y' = Y.
/// Between uniform media every d has the same sign. A body cut by a water surface may have modes of both signs. Kinetic
/// energy relative to the new medium never grows: Y'.K_after Y' <= Y.K_before Y.
///
/// \param at           evaluation in the new medium
/// \param before       K in the old medium, about the centre of mass, body axes
/// \param twistInWorld absolute, before the change, about the centre of mass
Momentum momentumAfterMediumChange(const KirchhoffMotion& motion, const SpatialInertia& before, const Evaluation& at,
                                   const Twist& twistInWorld);

} // namespace ambient
