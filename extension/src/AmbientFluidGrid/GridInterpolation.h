// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

namespace ambient {

/// A velocity between the faces, trilinear; at the nearest point of the box for points outside.
/// \param velocity with borders \param point world frame
Vector3 interpolate(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity,
                    const Vector3& point);

} // namespace ambient
