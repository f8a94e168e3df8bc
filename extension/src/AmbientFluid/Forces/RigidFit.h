// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// The rigid motion that best fits the velocities of faces, by least squares weighted with the areas.
/// About the mesh origin, mesh axes. Forces get it as a twist, so that the frame in which a deforming body is described
/// makes no difference to them.
Twist rigidFit(const FaceTable& faces, const VectorRows& velocity);

} // namespace ambient
