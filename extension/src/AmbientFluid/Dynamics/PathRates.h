// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FluidInteraction.h"

namespace ambient {

/// Rates of a momentum that is relative to the medium along the body's path, for trees of links.
/// The velocity U of such a frame changes along the path by dU/dt, whereas particles of the medium accelerate by DU/Dt.
/// [Auton1988] The rates are differences of the medium ahead and behind: they do not see jumps.
/// \param relative twist relative to the medium, body axes, about the centre of mass
PathRates findPathRates(const Pose& bodyFromMesh, const Immersion& at, const Twist& relative);

} // namespace ambient
