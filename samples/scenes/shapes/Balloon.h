// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MassProperties.h"

#include <vector>

namespace samples {

/// An inflated toy balloon about the z axis, knot down, with the centre of its volume at the origin: round above, a
/// taper, a thin neck and the rolled lip of the knot below. Rings are closer together at thin parts.
/// \param diameter the largest [m]; the length is 1.45 times as large \param faces about how many triangles, at least
/// 200
ambient::TriangleMesh makeBalloon(double diameter, int faces);

/// Parts of a balloon: a skin of even thickness, the rubber of the knot at the lowest point, and the gas inside, moving
/// with the balloon. Masses in kg, density in kg/m^3. Frame: the mesh frame, z up.
std::vector<ambient::MassProperties> balloonParts(const ambient::TriangleMesh& balloon, double skinMass,
                                                  double knotMass, double gasDensity);

} // namespace samples
