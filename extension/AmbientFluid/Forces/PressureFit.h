// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Changes the weights and the friction factor of `surface`, a reduction of `full`, to those that give the wrenches of
/// SurfacePressureForce and SkinFrictionForce on the full model best over these twists: the non-negative ones of least
/// squared relative error, and of those that are nearly as good the nearest to what they were.
void fitSurfaceForces(const FluidBodyModel& full, const std::vector<Twist>& twists, ReducedSurface& surface);

} // namespace ambient
