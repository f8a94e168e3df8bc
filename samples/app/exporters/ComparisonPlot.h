// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"

#include <vector>

namespace samples {

/// A self-contained gnuplot script for runs of one scene with several models, drawn into `outputPath`: their paths at
/// one scale, in one view if the scene is wide, else side by side, and the scene's curves over time, one colour per
/// model. A run that goes much farther than most does not set the scale: its path is cut off at the edge of the
/// picture, with the time noted.
/// \param runs at least one, each with a time after 0
std::string comparisonScript(const std::vector<RunRecord>& runs, const PlotSpec& spec, PlotFormat format,
                             const std::string& outputPath);

} // namespace samples
