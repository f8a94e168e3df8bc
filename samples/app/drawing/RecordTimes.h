// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotSpec.h"

#include <vector>

namespace samples {

/// A body of a record at any time within the run: between two frames the path is straight and the turn even. Outside,
/// the first or the last frame.
BodySample sampleAt(const RunRecord& record, int body, double time);

/// The last time in the picture [s]: the end of the run, or the last landing if the picture ends there.
double lastShownTime(const RunRecord& record, const PlotSpec& spec);

/// The frames of a multi-exposure of a body, by time: the frames of the plot of the run, without those that would cover
/// most of the one before, unless the specification names the times. The last frame is always included. \param
/// enlargement of the bodies as drawn
std::vector<int> separateFrames(const RunRecord& record, const PlotSpec& spec, int body, double enlargement);

} // namespace samples
