// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"
#include "exporters/GnuplotText.h"

namespace samples {

/// The rectangle around all bodies, as long as they are shown, and all still objects in the picture plane [m].
PlotBox extentOf(const RunRecord& record, const PlotSpec& spec);

/// Whether the picture has a ground to draw: a view from above has none.
bool showsGround(const PlotSpec& spec);

/// An outline, `scale` times as large, as text for a gnuplot polygon.
std::string polygonOf(const RecordedBody& body, const ambient::Pose& worldFromBody, PlotView view, double scale);

/// The part of the picture plane in a box, at one scale for both axes.
struct PlotWindow {
    double left, right, bottom, top; ///< [m]
    double metresPerPixel;
};

/// Writes still objects: ground, obstacles, marks.
void writeScenery(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window);

/// Writes the part of a gnuplot script for the run, seen from one side, in a box of the picture.
void writeView(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotBox& box);

} // namespace samples
