// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"
#include "exporters/GnuplotText.h"

namespace samples {

/// \file
/// Common parts of pictures of one run and of several: the head of the script, the places and contents of panels.

/// Begins a script: size and font of the picture, title, subtitle, the look of all axes; a multiplot from here on.
void writePageHead(std::ostream& out, const PlotSpec& spec, PlotFormat fileFormat, const std::string& outputPath);

/// The place of panel `index` of `count` in a box: side by side or one above the other.
PlotBox panelBox(const PlotBox& all, bool sideBySide, std::size_t index, std::size_t count);

/// The curves of a panel: the named ones, or one per body. They refer to the panel.
std::vector<PlotCurve> curvesOf(const RunRecord& record, const PlotPanel& panel);

} // namespace samples
