// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/AddedMass.h"

namespace ambient {

/// Galerkin solution on the given mesh or on better triangles of the same polyhedron, with its error.
/// The given triangles are solved first; a body of fewer than 400 faces with sharp edges is graded to about 400 and
/// then 800 (refineTowardsSharpEdges). Needles (20 times longer than high) on more than 5 % of the area hide errors:
/// the estimate then counts three times. If the error is too large and there are slivers in flat patches, they are
/// removed (takeSliversOut), and the grading is repeated. While ErrorEstimate is above the tolerance, there are as many
/// more faces as it asks for, at most twice as many, by grading, or by splitting the largest shares of the averaging
/// estimate if grading adds or gains nothing. All solutions are lower bounds: the larger one is returned.
/// \param mesh with its origin inside; usable
/// \return about that origin, potentials for the vertices and faces of `mesh`
AddedMass solveGalerkinRefined(const TriangleMesh& mesh, const AddedMassOptions& options);

/// The fast solution on better triangles, graded to about 800 as above. Its error is estimated from its potentials'
/// means at the vertices, to a factor of about three, unless many faces are needles (no estimate); the mesh is not
/// refined further.
AddedMass solveFastRefined(const TriangleMesh& mesh, const AddedMassOptions& options);

} // namespace ambient
