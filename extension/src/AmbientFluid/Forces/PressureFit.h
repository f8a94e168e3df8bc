// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Fits the pressure weights and the friction factor of `surface`, a reduction of `full`, over the given twists.
/// The fit minimises the squared relative error of the wrenches of SurfacePressureForce and SkinFrictionForce against
/// the full model, with non-negative weights: of pressure on the whole body, and on its part below a level (FitLevel).
/// Among nearly equal fits it prefers the one closest to the initial weights.
void fitSurfaceForces(const FluidBodyModel& full, const std::vector<Twist>& twists, ReducedSurface& surface);

} // namespace ambient
