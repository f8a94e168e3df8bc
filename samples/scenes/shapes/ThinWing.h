// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace samples {

/// A wing, a leaf, the blade of a rotor: a flat outline along x with a thickness, then bent.
struct ThinWing {
    double length = 0.0; ///< along x, from 0 [m]
    /// The two edges at x [m]: y of the leading one, which is the greater, and of the trailing one. They meet at both
    /// ends, in a round or pointed tip.
    std::function<double(double x)> leading, trailing;
    /// Half the thickness [m] at x and at the fraction c of the way from the leading to the trailing edge. The
    /// thickness goes to zero at the edges in any case: the section is multiplied by sqrt(1 - (2c - 1)^8).
    std::function<double(double x, double c)> halfThickness;
    /// Displacement of a point of the flat solid: camber, twist, curl. Default: none.
    std::function<ambient::Vector3(const ambient::Vector3&)> bend = [](const ambient::Vector3& p) { return p; };
};

/// The closed surface with about this many triangles: upper side towards +z, finer towards the edges.
/// \throws std::invalid_argument if faces is below 48 or above 2e6
ambient::TriangleMesh makeThinWing(const ThinWing& wing, int faces);

} // namespace samples
