// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceMotion.h"

#include <cstdint>
#include <vector>

namespace ambient {

/// A level surface of a liquid that cuts a body, for fitting forces. Mesh axes.
struct FitLevel {
    Vector3 up;    ///< unit
    double height; ///< above the centre of volume, along `up` [m]
};

/// A level for each twist, seeded. Half of them lie across the motion of the centre of volume within some 30 degrees,
/// two of three of these ahead of the body, as if it came out of the air.
std::vector<FitLevel> fitLevels(const FluidBodyModel& model, const std::vector<Twist>& twists, std::uint64_t seed);

/// The faces of a model in a uniform liquid below a level. \param at is filled, and allocates only to grow
void wetFaces(const FluidBodyModel& model, const FitLevel& level, SurfaceMotion& at);

} // namespace ambient
