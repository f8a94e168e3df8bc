// SPDX-License-Identifier: Zlib
#pragma once

namespace samples {

/// Distance per cycle of three equal spheres on a line, as dense as a perfect fluid, by multipoles [m]: positive
/// towards the third one. The distances from the middle one are distance + amplitude (cos, sin) of the phase. Exact to
/// 1e-9 of the distance for gaps of at least a quarter of the radius. \param distance, amplitude, radius [m]
double exactWayOfThreeSpheres(double distance, double amplitude, double radius);

} // namespace samples
