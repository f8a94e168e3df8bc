// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// The rigid motion under which the added mass of the wet faces of the lower medium has the momentum that the water has
/// at the faces; mesh axes about the mesh origin. \param share of each face, as of the evaluation \param velocity of
/// the water at the faces, mesh axes [m/s]
Twist rigidMotionOfWater(const Immersion& at, const std::vector<double>& share, const VectorRows& velocity);

} // namespace ambient
