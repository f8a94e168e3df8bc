// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"
#include "exporters/GnuplotText.h"

namespace samples {

/// The rectangle of the world that holds all bodies at all times and what stands still [m].
PlotBox extentOf(const RunRecord& record, const PlotSpec& spec);

/// Writes the part of a gnuplot script that draws the run seen from the side into a box of the picture.
void writeSideView(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotBox& box);

} // namespace samples
