// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ForceModel.h"

#include <array>
#include <vector>

namespace ambient {

/// The line of flow separation <n, u> = cos(separationAngle) |u|, mesh frame [m], for viewers.
/// The line is made of straight pieces on the wet faces. The pieces form closed loops on the surface or end at the
/// water's surface; a joint of two pieces is bitwise the same point. Empty if the flow is attached or separated
/// everywhere, or if the body does not move relative to the medium. n is a vertex normal, interpolated between the
/// vertices: exact on a sphere, and within one face of the sharp edges of other bodies. (The forces switch face by
/// face, see faceSlip.)
std::vector<std::array<Vector3, 2>> separationLine(const FluidBodyModel& model, const RelativeFlow& flow);

} // namespace ambient
