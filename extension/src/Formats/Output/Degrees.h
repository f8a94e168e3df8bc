// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

/// An angle [rad] in degrees, never -0.
inline double inDegrees(double angle) {
    return angle * (180.0 / kPi) + 0.0;
}

} // namespace ambient
