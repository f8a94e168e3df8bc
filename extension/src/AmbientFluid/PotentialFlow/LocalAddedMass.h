// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Local estimate of the added mass per unit density [m^5, m^4, m^3].
/// About the mesh origin, in mesh axes.
/// Assumes that a layer of fluid of depth delta (influenceDepth) moves with the normal velocity of the surface: K =
/// delta sum A_i g_i g_i^T with
/// g_i = (c_i x n_i, n_i). [Soliman2024, eqs. 9 and 11, alg. 5]. Solves no linear system: O(F log F), never negative.
/// Exact for the translation of spheres and long cylinders, otherwise an estimate: 0.77 to 1.65 of the exact values for
/// translations of ellipsoids of aspect ratio 2 to 10, 1.2 to 1.6 for rotations. The mesh must be usable.
/// \throws std::invalid_argument under the condition of influenceDepth()
SpatialInertia localAddedMass(const TriangleMesh& mesh);

/// Influence depth delta = area / (sum over the edges of bending angle times length) [m].
/// delta is half the inverse of the average mean curvature. The bending angle is positive at a convex edge and adds up
/// to pi across the rim of a thin plate, so that the sum for a plate is pi times its perimeter. Sphere: a/2;
/// rectangular plate: a b / (pi (a + b)). [Soliman2024, eq. 11 and table 1]
/// \throws std::invalid_argument if delta would exceed sqrt(area), that is, if the surface is about as concave as
///        convex; convex bodies have at most 0.14 sqrt(area), the value of a sphere
double influenceDepth(const TriangleMesh& mesh);

} // namespace ambient
