// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/ConvexSolid.h"

namespace ambient {

/// The surface of several convex solids joined into one body: closed, outward, manifold, with even triangles and
/// sharp edges kept. Solids that do not reach each other give a piece each. Deterministic; the order of the solids does
/// not matter.
///
/// How: inside and outside on a grid whose lines avoid the bounds of the solids, surface nets [Gibson1998] with corners
/// placed by the planes that they see [Ju2002], thinned out to the wanted number of faces, scaled to the volume that
/// the grid's cells hold. Flat sides parallel to the axes come out exact, also thin ones. A gap narrower than the
/// grid's spacing may close, and so does one at which parts of the surface would hang together by an edge or a point;
/// hollows that the fluid cannot reach count as body. Volume, centroid and second moments are right to about 0.2 % with
/// 400 faces and more.
/// \param targetFaces about how many triangles; more where the body has more detail than that
/// \throws std::invalid_argument without solids, when targetFaces is below 100 or above 2e6, when a solid is so thin
///         that the grid would need more than 4e6 points (the message says how thin), and when the parts meet in a way
///         that gives no sound surface
TriangleMesh meshOfUnion(const std::vector<ConvexSolid>& solids, int targetFaces);

} // namespace ambient
