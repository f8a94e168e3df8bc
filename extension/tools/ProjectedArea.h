// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Projected area of a closed mesh along a unit direction [m^2]; overlapping parts count once.
/// Computed from 4096 lines across the projection: exact for a box along an axis, otherwise accurate to about 5e-6.
double projectedArea(const TriangleMesh& mesh, const Vector3& direction);

} // namespace ambient
