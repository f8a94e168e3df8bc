// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Paper 000's estimate of the added mass per unit density, about the mesh origin, mesh axes [m^5, m^4, m^3]: a layer
/// of fluid of depth delta (influenceDepth) moves with the surface's normal velocity, K = delta sum A_i g_i g_i^T with
/// g_i = (c_i x n_i, n_i). [Soliman2024, eqs. 9 and 11, alg. 5]. No linear system: O(F log F), and never negative.
/// Exact for the translation of spheres and long cylinders; elsewhere an estimate: translations of ellipsoids of aspect
/// ratio 2 to 10 come out at 0.77 to 1.65, rotations at 1.2 to 1.6 of the exact values. The mesh must be usable.
/// \throws std::invalid_argument as influenceDepth does
SpatialInertia localAddedMass(const TriangleMesh& mesh);

/// delta = area / (sum over the edges of bending angle times length) [m]: half the inverse of the mean curvature's
/// mean. Angles are positive where the edge is convex and pi around the rim of a thin plate, whose total is so pi times
/// its perimeter. Sphere: a/2; rectangular plate: a b / (pi (a + b)). [Soliman2024, eq. 11 and table 1] \throws
/// std::invalid_argument when delta would be larger than sqrt(area): a surface with about as much hollow as
///         bulge. (A convex body has at most a sphere's, 0.14 sqrt(area).)
double influenceDepth(const TriangleMesh& mesh);

} // namespace ambient
