// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Area of the shadow that a closed mesh casts along a unit direction [m^2], parts that hide one another counted once.
/// By 4096 lines across the shadow: exact for a box seen along an axis, else good to about 5e-6.
double projectedArea(const TriangleMesh& mesh, const Vector3& direction);

} // namespace ambient
