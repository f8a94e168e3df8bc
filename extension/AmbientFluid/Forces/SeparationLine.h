// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

#include <array>
#include <vector>

namespace ambient {

/// Where the flow leaves the surface, for viewers: the line <n, u> = cos(separationAngle) |u|, mesh frame [m], as the
/// straight pieces it leaves on the faces that are wet. The pieces form closed loops on the surface, or end where it
/// leaves the water, and a joint of two pieces is the same point to the last bit. Empty where the flow is attached, or
/// separated, everywhere, and for a body that does not move against the medium. n is a vertex normal, interpolated
/// between the vertices: exact on a sphere, and within a face of the sharp edges of other bodies. (The forces switch
/// face by face, see faceSlip.)
std::vector<std::array<Vector3, 2>> separationLine(const FluidBodyModel& model, const RelativeFlow& flow);

} // namespace ambient
