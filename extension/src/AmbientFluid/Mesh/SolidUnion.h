// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/ConvexSolid.h"

namespace ambient {

/// Surface of the union of convex solids: closed, outward, manifold, with sharp edges preserved.
/// The triangles are of even size. Solids that do not touch become separate pieces. Deterministic; independent of the
/// order of the solids.
///
/// Method: the points of a grid whose lines avoid the bounds of the solids are classified as inside or outside; a
/// surface net [Gibson1998] with vertices fitted to the tangent planes in their cells [Ju2002] is decimated to the
/// requested number of faces and scaled to the volume of the grid cells. Flat sides parallel to the axes are exact,
/// even if thin. A gap narrower than the grid spacing may close. A gap at which parts of the surface would meet in an
/// edge or a point only is closed. Enclosed cavities count as body. Volume, centroid and second moments are accurate to
/// about 0.2 % with 400 faces or more.
/// \param targetFaces approximate number of triangles; exceeded if the body has more detail
/// \throws std::invalid_argument if there are no solids, targetFaces is below 100 or above 2e6, a solid is so thin that
///        the grid would need more than 4e6 points (the message gives its width), or no valid surface was found
TriangleMesh meshOfUnion(const std::vector<ConvexSolid>& solids, int targetFaces);

} // namespace ambient
