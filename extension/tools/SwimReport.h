// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"
#include "MeshErrorOfMotion.h"
#include "ToolCommands.h"

namespace ambient {

/// Data of all outputs of `ambient swim`.
struct SwimReport {
    std::string path, scheme, metric;
    int frames = 0; ///< of one cycle
    int points = 0; ///< of a frame
    bool isClosed = false;
    double size = 0.0;                          ///< diagonal of the box around frame 0 [m]
    bool hasMesh = false;                       ///< the metric of a surface
    std::optional<MeshErrorOfMotion> meshError; ///< none: there is no estimate
    Motion motion;
};

/// Text table for the terminal.
std::string swimTable(const SwimReport& report);

/// JSON with the poses of all frames, cycle by cycle, and the advance of a cycle.
std::string swimJson(const SwimReport& report);

/// CSV with one line per pose.
std::string swimCsv(const SwimReport& report);

/// One line per scheme: advance and turn.
std::string swimComparison(const std::vector<SwimReport>& reports);

/// A remark if a direction of motion meets no resistance in some frame; empty: none.
std::string swimRemark(const SwimReport& report);

} // namespace ambient
