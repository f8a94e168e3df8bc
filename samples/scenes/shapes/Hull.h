// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MassProperties.h"

#include <vector>

namespace samples {

/// A round-bilged open-water boat with a flat deck, pointed at both ends. x forward, y to port, z up.
struct HullShape {
    double length = 4.0; ///< between the stems [m]
    double beam = 1.5;   ///< of the deck amidships [m]
    double depth = 0.7;  ///< from keel to deck amidships [m]
};

/// The closed surface of hull and deck: the origin is on the keel line amidships, z = 0 at its lowest point. Mirror
/// symmetric in x and in y. \param faces about how many triangles, at least 200
ambient::TriangleMesh makeHull(const HullShape& shape, int faces);

/// Masses: the skin, evenly spread, ballast low in the hull and a crew on their seats, amidships [kg].
std::vector<ambient::MassProperties> hullParts(const ambient::TriangleMesh& hull, const HullShape& shape,
                                               double skinMass, double ballast, double crew);

} // namespace samples
