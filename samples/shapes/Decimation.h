// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace samples {

/// Brings a point near a surface onto it.
using Projection = std::function<ambient::Vector3(const ambient::Vector3&)>;

/// Collapses edges until no more than `targetFaces` are left, those first that change the shape least [Garland1997].
/// The surface must be manifold and may end in the plane y = 0: vertices with y = 0 stay there, and what is closed
/// after mirroring stays so. Faces do not turn over; fewer may go than asked for. Deterministic.
ambient::TriangleMesh decimate(const ambient::TriangleMesh& mesh, int targetFaces, const Projection& ontoSurface);

/// Turns edges where that makes better triangles and moves each vertex towards the middle of its neighbours and back
/// onto the surface, several times over: evens triangles out. Vertices with y = 0 stay in that plane and take the
/// middle of their neighbours there.
void relax(ambient::TriangleMesh& mesh, int rounds, const Projection& ontoSurface);

} // namespace samples
