// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "Output/Gnuplot.h"
#include "ToolCommands.h"

namespace ambient {

/// Data of all outputs of `ambient hydrostatics`.
struct HydrostaticsReport {
    HydrostaticsOptions options;
    std::string fluid; ///< its name; empty: given by its density
    MeshReport mesh;
    HydrostaticsDef def;
    Hydrostatics found;
};

/// Text report for the terminal.
std::string hydrostaticsTable(const HydrostaticsReport& report);

/// Gnuplot script that draws GZ over heel into `outputPath`, with the initial slope GM_T and the openings.
std::string hydrostaticsScript(const HydrostaticsReport& report, PlotFormat fileFormat, const std::string& outputPath);

} // namespace ambient
