// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ForceModel.h"

#include <cstdint>
#include <vector>

namespace ambient {

/// Twists for fitting forces, about the mesh origin.
/// Translations along and rotations about the principal axes of the volume, seeded random translations and rotations,
/// and combinations. The larger of the speed at the centre of volume and the spin times the body's radius is 1 m/s.
std::vector<Twist> fitTwists(const FluidBodyModel& model, std::uint64_t seed);

/// A wrench about the mesh origin, moved to the centre of volume, with the torque divided by the radius [N].
Vector6 inOneUnit(const FluidBodyModel& model, const Wrench& wrench);

/// The flow of a twist in water at 20 degC.
RelativeFlow waterFlow(const Twist& twist);

} // namespace ambient
