// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// Deviation of a path from a straight line.
struct Swerving {
    double distance = 0.0; ///< largest, of the path from the straight line between its ends, level [m]
    int turns = 0;         ///< number of reversals along the direction of the distance
    double tilt = 0.0;     ///< largest angle of its z axis from the vertical, 0 to 180 [deg]
};

/// The swerving of one body over the whole record. A turn counts if the body has run, level, at more than a tenth of
/// its greatest level speed along this direction before and after. A path straight to 1e-4 of its length has no turns.
Swerving swervingOf(const RunRecord& record, int body = 0);

} // namespace samples
