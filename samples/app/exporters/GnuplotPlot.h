// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "interface/PlotSpec.h"

#include <string>

namespace samples {

using ambient::PlotFormat;

/// A self-contained gnuplot script for drawing the record into `outputPath`.
std::string plotScript(const RunRecord& record, const PlotSpec& spec, PlotFormat format, const std::string& outputPath);

} // namespace samples
