// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// Way ahead over height lost at this moment, which is lift over drag in a steady glide in still air; at most 40 either
/// way, and 40 in level flight.
double glideRatio(const BodySample& sample);

/// Mean of the same between two times, as distance over height [s].
double meanGlideRatio(const RunRecord& record, double fromTime, double toTime, int body = 0);

/// Angle between the body's x axis, its nose, and the horizontal: up positive [deg].
double noseUpDegrees(const BodySample& sample);

/// Angle by which the nose is above the path [deg]; 0 at rest.
double incidenceDegrees(const BodySample& sample);

} // namespace samples
