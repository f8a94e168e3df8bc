// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "interface/RunRecord.h"
#include "interface/Units.h"

#include <ostream>
#include <string>

namespace samples {

/// \file
/// Common parts of gnuplot scripts.

constexpr double kPictureWidth = 1600.0, kPictureHeight = 1100.0; ///< [px]

/// A rectangle, y up: of the picture [px] or of the world [m].
struct PlotBox {
    double left, right, bottom, top;
    double width() const { return right - left; }
    double height() const { return top - bottom; }
};

using ambient::format;
using ambient::quoted;

/// The colour of a fraction in [0, 1] of the time, "#rrggbb", and gnuplot's palette of all of them.
std::string colourAt(double fraction);
std::string colourPalette();

/// Makes the next plot fill this box of the picture.
void placeAxes(std::ostream& out, const PlotBox& box);

/// Whether curves have a point at this frame: long runs are thinned.
bool isPlotPoint(const RunRecord& record, int frame);

} // namespace samples
