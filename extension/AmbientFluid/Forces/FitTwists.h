// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

#include <cstdint>
#include <vector>

namespace ambient {

/// Twists to fit forces over, about the mesh origin: translations and rotations along and about the principal axes of
/// the volume, seeded random ones, and both at once. The larger of the speed at the centre of volume and that of the
/// spin at the body's radius is 1 m/s.
std::vector<Twist> fitTwists(const FluidBodyModel& model, std::uint64_t seed);

/// A wrench about the mesh origin, taken about the centre of volume, torque over the radius: six numbers of one unit.
Vector6 inOneUnit(const FluidBodyModel& model, const Wrench& wrench);

/// The flow of a twist in water at 20 degrees.
RelativeFlow waterFlow(const Twist& twist);

} // namespace ambient
