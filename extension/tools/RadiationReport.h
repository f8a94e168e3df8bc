// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "Output/RadiationOutput.h"
#include "ToolCommands.h"

#include <optional>

namespace ambient {

/// Data of all outputs of `ambient radiation`.
struct RadiationReport {
    RadiationOptions options;
    std::string fluid; ///< its name; empty: given by its density
    WaveRadiationDef def;
    WaveRadiation found;
    std::optional<FloatingLoad> load; ///< of the body whose mass was given
};

/// Text report for the terminal.
std::string radiationTable(const RadiationReport& report);

/// Gnuplot script that draws added mass, damping, forces and responses over the frequency into `outputPath`.
std::string radiationScript(const RadiationReport& report, PlotFormat fileFormat, const std::string& outputPath);

} // namespace ambient
