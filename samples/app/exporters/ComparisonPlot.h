// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"

#include <vector>

namespace samples {

/// A self-contained gnuplot script that draws runs of one scene with several models into `outputPath`: their paths at
/// one scale, in one view if the scene is wide, else side by side, and the scene's curves over time, one colour per
/// model. What goes much farther than most does not set the scale: it is cut off where it
/// leaves the picture, and the picture says when.
/// \param runs at least one, each with a time after 0
std::string comparisonScript(const std::vector<RunRecord>& runs, const PlotSpec& spec, PlotFormat format,
                             const std::string& outputPath);

} // namespace samples
