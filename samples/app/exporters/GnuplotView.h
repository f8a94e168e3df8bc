// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GnuplotPlot.h"
#include "exporters/GnuplotText.h"

namespace samples {

/// The rectangle of the picture plane that holds all bodies as long as they are shown and all still objects [m].
PlotBox extentOf(const RunRecord& record, const PlotSpec& spec);

/// Whether the picture has a ground to draw: from above it hides nothing and means nothing.
bool showsGround(const PlotSpec& spec);

/// An outline, `scale` times as large, as gnuplot's polygons take it.
std::string polygonOf(const RecordedBody& body, const ambient::Pose& worldFromBody, PlotView view, double scale);

/// The part of the picture plane that a box shows, at one scale for both axes.
struct PlotWindow {
    double left, right, bottom, top; ///< [m]
    double metresPerPixel;
};

/// Writes objects that stand still: ground, obstacles, marks.
void writeScenery(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotWindow& window);

/// Writes the part of a gnuplot script that draws the run seen from one side into a box of the picture.
void writeView(std::ostream& out, const RunRecord& record, const PlotSpec& spec, const PlotBox& box);

} // namespace samples
