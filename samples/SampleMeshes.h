// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace samples {

/// A solid that is not convex: its surface, centred on its centre of mass and along its principal axes, and the points
/// of convex pieces that together fill it, for a collision shape.
struct PiecedMesh {
    ambient::TriangleMesh mesh;
    std::vector<std::vector<ambient::Vector3>> pieces = {};
    /// Turns it back to the axes that it is described in.
    ambient::Quaternion modelFromBody = ambient::Quaternion::Identity();
};

/// A propeller with two blades along x, turning about z: a flat ellipsoid whose halves are twisted by +-pitch about x.
/// \param diameter [m] \param pitch [rad] \param faces about how many triangles
PiecedMesh makePropeller(double diameter, double pitch, int faces);

/// A sitting rabbit, ears up (z), looking along x: belly, head and two ears, ellipsoids that run into each other.
/// \param height [m] \param faces about how many triangles
PiecedMesh makeRabbit(double height, int faces);

} // namespace samples
