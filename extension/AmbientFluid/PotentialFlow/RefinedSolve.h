// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/AddedMass.h"

namespace ambient {

/// Galerkin solution on better triangles of the same polyhedron, with its error. In this order: slivers leave flat
/// patches (takeSliversOut); a body of fewer than 400 faces with sharp edges is graded to about 400 and then 800
/// (refineTowardsSharpEdges); while the estimate of ErrorEstimate is above the tolerance, the faces are doubled, by
/// grading, or by splitting the largest shares of the averaging estimate where grading adds or gains nothing.
/// \param mesh with its origin inside; usable
/// \return about that origin, potentials for the vertices and faces of `mesh`
AddedMass solveGalerkinRefined(const TriangleMesh& mesh, const AddedMassOptions& options);

/// The fast solution on better triangles, graded to about 800 as above. Its error is estimated from its potentials'
/// means at the vertices, to a factor of about three, unless many faces are needles (no estimate); the mesh is not
/// refined further.
AddedMass solveFastRefined(const TriangleMesh& mesh, const AddedMassOptions& options);

} // namespace ambient
