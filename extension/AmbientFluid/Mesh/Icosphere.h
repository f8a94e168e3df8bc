// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// An icosahedron on the unit sphere with each face split into n^2 (n >= 1): 20 n^2 faces, 10 n^2 + 2 vertices, all at
/// distance 1 from the origin. Edges of the icosahedron are split into equal arcs, and inside a face the weights of
/// its corners are sines of arcs likewise: the largest face has 1.2 times the area of the smallest (2.0 by plain
/// projection of a flat subdivision). The coordinate planes are mirror planes.
TriangleMesh makeIcosphere(int n);

/// The one whose number of faces is nearest to the target, which is at least 20.
TriangleMesh makeNearestIcosphere(int targetFaces);

} // namespace ambient
