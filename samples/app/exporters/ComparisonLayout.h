// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotView.h"

#include <optional>
#include <vector>

namespace samples {

/// The extent of a run in a picture of several runs.
struct ShownRun {
    PlotBox extent;                 ///< of the shown part [m]
    std::optional<double> leavesAt; ///< time at which the run leaves the picture [s]
};

/// The shown part of each run: the whole run, unless its extent is beyond four times the median of the runs. For a
/// fall, in which a pane for the fastest run makes all others small, the limit is 2.5 times the second shortest.
std::vector<ShownRun> shownRuns(const std::vector<RunRecord>& runs, const PlotSpec& spec);

/// A window on the paths of some runs.
struct PathPane {
    std::vector<std::size_t> runs;
    PlotBox extent; ///< [m]
    PlotBox box{};  ///< of the picture [px]
};

/// The places of the panes and panels.
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

/// The range of a curve of several runs, without runaway curves: their change since the start is beyond 20 times the
/// median of all. Changes below `smallestChange` count as `smallestChange`.
CurveRange commonRange(const std::vector<CurveRange>& ranges, double smallestChange);

} // namespace samples
