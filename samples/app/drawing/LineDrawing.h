// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

namespace samples {

/// \file
/// Ropes, cables and chains of a record in pictures.

/// Their colour.
Rgb lineColour();

/// Points along a line of a record at any time within the run [m]: between two frames each point moves straight. Empty:
/// the line is not there.
std::vector<ambient::Vector3> linePointsAt(const RunRecord& record, std::size_t line, double time);

/// The frames whose lines are in a picture: those of the outlines of all bodies; if bodies take turns, the last. Empty
/// without lines.
std::vector<int> lineFrames(const RunRecord& record, const PlotSpec& spec);

/// Appends the points of all lines at a time.
void addLinePoints(std::vector<ambient::Vector3>& points, const RunRecord& record, double time);

/// Draws all lines at a time.
void addLines(Drawing& drawing, const RunRecord& record, double time);

} // namespace samples
