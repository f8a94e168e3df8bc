// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/PlotData.h"

#include <optional>

namespace samples {

/// Time step and shown time of a run.
struct PlotMoment {
    double timeStep = 0.0; ///< [s]
    double shown = 0.0;    ///< time shown in the window [s]
};

/// Draws a diagram into the rest of the ImGui window.
/// Shows axes, the shown time and the values under the mouse.
/// \param withLegend show the names of the curves
/// \returns the time selected by dragging the mouse [s], if any
std::optional<double> drawPlot(const LivePlot& plot, const PlotMoment& moment, bool withLegend);

} // namespace samples
