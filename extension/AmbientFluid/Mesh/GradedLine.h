// SPDX-License-Identifier: Zlib
#pragma once

#include <vector>

namespace ambient {

/// \file
/// Points on a line that crowd towards its sharp ends. Inside a zone at each end the distance from it is
/// 0.97 (1 - cos) + 0.03 linear, between the zones the spacing is uniform.

/// The zone [m] is cut to half the length. Returns how long the line would be had it the spacing of its middle
/// throughout [m]: divided by a spacing it gives the number of intervals.
double stretchedLength(double length, double zone);

/// Positions of the ends of n >= 1 intervals on [-length/2, length/2], ascending, exactly symmetric about 0.
std::vector<double> gradedLine(double length, double zone, int n);

/// The half of gradedLine(2 length, zone, 2 n) from 0 to length: graded towards `length` only.
std::vector<double> gradedHalfLine(double length, double zone, int n);

/// How many intervals (even, at least 2) a line needs next to others of the spacing `middleSpacing` and the zone
/// `referenceZone`, so that at a common edge both have the same smallest spacing: it falls with spacing^2 / zone.
int matchedIntervals(double length, double middleSpacing, double referenceZone);

/// As matchedIntervals for the short side of a thin body, which shall not take the faces of the large sides: no more
/// than 4, or as many as keep the largest spacing.
int thinIntervals(double length, double middleSpacing, double referenceZone);

} // namespace ambient
