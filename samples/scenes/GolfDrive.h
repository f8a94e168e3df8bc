// SPDX-License-Identifier: Zlib
#pragma once

#include "RunRecord.h"

namespace samples {

/// Where and when the ball's centre came back to the height of the launch, between the last two samples by linear
/// interpolation.
struct GolfLanding {
    bool landed = false;
    double time = 0.0;  ///< [s]
    double range = 0.0; ///< along x [m]
};
GolfLanding golfLanding(const RunRecord& record);

} // namespace samples
