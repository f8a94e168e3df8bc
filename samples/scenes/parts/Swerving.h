// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// How far a path that might have been straight is from it.
struct Swerving {
    double distance = 0.0; ///< largest, of the path from the straight line between its ends, level [m]
    int turns = 0;         ///< how often the body turned round in the direction of that distance
    double tilt = 0.0;     ///< largest angle of its z axis from the vertical, 0 to 180 [deg]
};

/// Of one body over the whole record. A turn counts when the body has run, level, at more than a tenth of its greatest
/// level speed in that direction before and after; on a path that is straight to 1e-4 of its length there are none.
Swerving swervingOf(const RunRecord& record, int body = 0);

} // namespace samples
