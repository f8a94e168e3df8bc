// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

#include <vector>

namespace samples {

/// \file
/// The part of a run in a picture, for all renderers.

/// The last frame of a body in a picture: the frame of its landing if the picture ends there, else the last frame.
int lastShownFrame(const RunRecord& record, const PlotSpec& spec, int body);

/// The bodies whose path is drawn.
std::vector<int> tracedBodies(const RunRecord& record, const PlotSpec& spec);

/// The frames of a body in a picture: every `exposure` or at the named times, up to the last shown frame. Bodies of
/// PlotColours::Curves take turns.
std::vector<int> exposedFrames(const RunRecord& record, const PlotSpec& spec, int body);

} // namespace samples
