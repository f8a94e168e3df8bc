// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotText.h"

namespace samples {

/// Writes a slice through water as a picture with a bar of colours, at one scale for both axes, with the bodies'
/// paths, and their outlines at the end of the run. \param name of the block of data
void writeSlice(std::ostream& out, const RunRecord& record, const RecordedSlice& slice, const std::string& name,
                const PlotBox& box);

} // namespace samples
