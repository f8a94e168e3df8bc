// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace ambient {

/// \file
/// Fewer and better triangles for a surface that is known beyond its mesh. Deterministic.

/// Brings a point near a surface onto it.
using Projection = std::function<Vector3(const Vector3&)>;

/// What moves of vertices leave alone besides the surface itself.
enum class Keep {
    MirrorPlaneY, ///< vertices with y = 0 stay in that plane, where the mesh may end: what is closed after mirroring
                  ///< stays so
    SharpEdges,   ///< edges of more than 40 degrees (kSharpEdgeCosine), and corners
    Shape ///< nothing: vertices go where they fit the sides around them best, whatever triangles that makes, for
          ///< meshes that are too coarse to be solved on. Asks for no projection
};

/// Collapses edges until no more than `targetFaces` are left, those first that change the shape least [Garland1997].
/// The surface must be manifold. Faces do not turn over; fewer may go than asked for.
TriangleMesh decimate(const TriangleMesh& mesh, int targetFaces, const Projection& ontoSurface, Keep keep);

/// Turns edges where that makes better triangles and moves each vertex towards the middle of its neighbours and back
/// onto the surface, several times over: evens triangles out. Vertices with y = 0 (Keep::MirrorPlaneY) take the middle
/// of their neighbours in that plane; vertices at a sharp edge (Keep::SharpEdges) stay where they are.
void relax(TriangleMesh& mesh, int rounds, const Projection& ontoSurface, Keep keep);

/// Turns edges inside flat sides where that makes better triangles: the surface stays the same.
void turnFlatEdges(TriangleMesh& mesh);

} // namespace ambient
