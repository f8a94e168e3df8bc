// SPDX-License-Identifier: Zlib
#pragma once

#include <vector>

namespace ambient {

/// \file
/// Points on a line, graded towards its ends.
/// In a zone at each end the distance from the end is 0.97 (1 - cos) + 0.03 linear; between the zones the spacing is
/// uniform.

/// Length of a uniform line with equally many intervals of the middle spacing [m].
/// Divided by that spacing, this gives the number of intervals. The zone [m] is limited to half the length.
double stretchedLength(double length, double zone);

/// End points of n >= 1 intervals on [-length/2, length/2], ascending, exactly symmetric about 0.
std::vector<double> gradedLine(double length, double zone, int n);

/// Half of gradedLine(2 length, zone, 2 n), from 0 to length: graded towards `length` only.
std::vector<double> gradedHalfLine(double length, double zone, int n);

/// Number of intervals (even, at least 2) that matches the grading of adjacent lines.
/// Adjacent lines have the spacing `middleSpacing` and the zone `referenceZone` [m]. The smallest spacing, proportional
/// to spacing^2 / zone, is then equal on both sides of the common edge.
int matchedIntervals(double length, double middleSpacing, double referenceZone);

/// Number of intervals for the short side of a thin body, from matchedIntervals().
/// At most 4, or as many as keep the largest spacing, so that most faces go to the large sides.
int thinIntervals(double length, double middleSpacing, double referenceZone);

} // namespace ambient
