// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// Angle between the vertical and the line from the fixed point, the origin, to the last link's centre, positive
/// downstream (+x) [deg].
double chainAngleDegrees(const RunRecord& record, int frame);

/// Angle between a link and the vertical, positive downstream (+x) [deg].
double linkAngleDegrees(const RunRecord& record, int frame, int link);

/// How far the two halves of a joint are apart, the largest of all joints of the chain [m].
double widestJoint(const RunRecord& record, int frame);

} // namespace samples
