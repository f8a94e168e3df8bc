// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotView.h"

#include <optional>
#include <vector>

namespace samples {

/// How far a run goes and how much of that a picture of several runs shows.
struct ShownRun {
    PlotBox extent;                 ///< of what is shown [m]
    std::optional<double> leavesAt; ///< time at which it leaves the picture [s]
};

/// What is shown of each run: all, unless it goes beyond four times the median of the runs. A fall, where a pane for
/// the fastest makes all others small: beyond 2.5 times the second shortest.
std::vector<ShownRun> shownRuns(const std::vector<RunRecord>& runs, const PlotSpec& spec);

/// A window on the paths of some runs.
struct PathPane {
    std::vector<std::size_t> runs;
    PlotBox extent; ///< [m]
    PlotBox box{};  ///< of the picture [px]
};

/// Where everything lies.
struct ComparisonLayout {
    std::vector<PathPane> panes;
    double metresPerPixel; ///< of all panes
    PlotBox panels;        ///< room for the curves over time [px]
    bool panelsSideBySide;
};

/// One pane for all runs of a wide scene; else one per run from left to right, above the curves or left of them,
/// whichever draws the paths larger.
ComparisonLayout layOut(const std::vector<ShownRun>& runs, const PlotSpec& spec);

/// Smallest, largest and first value of a curve.
struct CurveRange {
    double low, high, first;
};

/// The range of a curve of several runs, without those that run away: whose change since the start is beyond 20 times
/// the median of all, where smaller changes than `smallestChange` count as that.
CurveRange commonRange(const std::vector<CurveRange>& ranges, double smallestChange);

} // namespace samples
