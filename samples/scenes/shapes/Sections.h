// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/shapes/SectionPrism.h"

namespace samples {

/// \file
/// Sections of prisms in the plane (x, z), with the side towards the flow at +x, `points` on each chain.

/// Ellipse of this depth along x and thickness along z [m].
StripSection ellipticSection(double depth, double thickness, int points);

/// Four-digit NACA section without camber, chord 1 m, nose towards +x, closed at the tail. [Abbott1959]
/// \param thickness over the chord
StripSection nacaSection(double thickness, int points);

/// Four-digit NACA section with camber, its thickness laid across the chord. [Abbott1959]
/// \param camber height of the mean line over the chord \param at place of the largest camber, in chords behind the
/// nose
StripSection camberedNacaSection(double camber, double at, double thickness, int points);

/// Half thickness of the section above [m] at `x` behind the nose, 0 to 1 [m].
double nacaHalfThickness(double thickness, double x);

/// Square of side 1 m with rounded corners, a side towards +x.
StripSection roundedSquare(double radius, int points);

/// Equilateral triangle of side 1 m with rounded corners, then scaled to 1 m along z. The apex is towards +x.
StripSection roundedTriangle(double radius, int points);

/// Half of a tube, its round side towards +x.
StripSection halfTube(double diameter, double wall, int points);

/// Length of the closed outline [m].
double outlineLength(const StripSection& section);
/// Area within the outline [m^2].
double outlineArea(const StripSection& section);

} // namespace samples
