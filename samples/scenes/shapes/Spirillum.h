// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleMeshes.h"

namespace samples {

/// A stiff helical body of round section about the x axis, its first end on this axis, as of a bacterium of the genus
/// Spirillum. Right-handed: turning about +x it swims along +x. SI units.
struct SpirillumShape {
    double radius;   ///< of the helix [m]
    double pitch;    ///< way along x for a turn [m]
    double turns;    ///< of the helix
    double diameter; ///< of the section [m]
};

/// Its middle line at even distances, with this many points. The radius of the helix grows from 0 by 1 - exp(-(2 pi x /
/// pitch)^2).
std::vector<ambient::Vector3> middleLine(const SpirillumShape& shape, int points);

/// Its surface: a tube of six sides of the area of the round section. No collision pieces.
/// \param faces about how many triangles, at least 120
PiecedMesh makeSpirillum(const SpirillumShape& shape, int faces);

/// Way along its axis for a radian about it, free of force along it, by resistive-force theory: each piece of the line
/// has drag along and across itself as if no other were there, with the coefficients of [Lighthill1976]. [m]
double resistiveAdvance(const SpirillumShape& shape);

} // namespace samples
