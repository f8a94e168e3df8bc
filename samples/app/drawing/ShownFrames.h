// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

#include <vector>

namespace samples {

/// \file
/// What a picture shows of a run, whoever draws it.

/// The last frame that a picture shows of a body: that of its landing if the picture ends there, else the last.
int lastShownFrame(const RunRecord& record, const PlotSpec& spec, int body);

/// The bodies whose path is drawn.
std::vector<int> tracedBodies(const RunRecord& record, const PlotSpec& spec);

/// The frames at whose times a picture shows a body: every `exposure` or at the times that are named, up to the last
/// frame that it shows. Bodies of PlotColours::Curves take turns.
std::vector<int> exposedFrames(const RunRecord& record, const PlotSpec& spec, int body);

} // namespace samples
