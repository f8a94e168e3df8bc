// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/PlotData.h"

#include <optional>

namespace samples {

/// Where a run is in time.
struct PlotMoment {
    double timeStep = 0.0; ///< [s]
    double shown = 0.0;    ///< the time that the window shows [s]
};

/// Draws a diagram into the rest of the ImGui window, with axes, the shown time, and the values under the mouse.
/// \param withLegend also the curves' names \returns the time that the mouse drags to, if it does [s]
std::optional<double> drawPlot(const LivePlot& plot, const PlotMoment& moment, bool withLegend);

} // namespace samples
