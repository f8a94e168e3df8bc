// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Unit icosphere: an icosahedron with each face split into n^2, n >= 1.
/// The mesh has 20 n^2 faces and 10 n^2 + 2 vertices, all at distance 1 from the origin. The edges of the icosahedron
/// are split into equal arcs; inside a face the corners are weighted with sines of arcs. The largest face has 1.2 times
/// the area of the smallest (2.0 by plain projection of a flat subdivision). The coordinate planes are mirror planes.
TriangleMesh makeIcosphere(int n);

/// Icosphere with the face count nearest to targetFaces >= 20.
TriangleMesh makeNearestIcosphere(int targetFaces);

} // namespace ambient
