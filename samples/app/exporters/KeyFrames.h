// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

#include <vector>

namespace samples {

/// Largest error of an interpolated pose against the record.
struct KeyTolerance {
    double position = 0.0; ///< [m] >= 0
    double angle = 0.0;    ///< [rad] >= 0
};

/// Frames of the record between which a body's motion may be interpolated: positions on straight lines, orientations
/// by the shorter of the two great arcs (slerp), both evenly in time.
struct KeyFrames {
    std::vector<int> positions, orientations; ///< rising; the first and the last frame are among them
};

/// `count` frames from the first to the last, evenly; fewer if there are not as many.
std::vector<int> evenFrames(int lastFrame, int count);

/// Few keys from which every frame up to `lastFrame` comes back within the tolerance.
KeyFrames keyFramesOf(const RunRecord& record, int body, int lastFrame, const KeyTolerance& tolerance);

} // namespace samples
