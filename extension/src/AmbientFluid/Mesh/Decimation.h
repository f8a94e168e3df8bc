// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace ambient {

/// \file
/// Simplification and smoothing of a mesh whose exact surface is known. Deterministic.

/// Projects a point near a surface onto the surface.
using Projection = std::function<Vector3(const Vector3&)>;

/// Features that are preserved when vertices move, besides the surface itself.
enum class Keep {
    MirrorPlaneY, ///< vertices with y = 0 stay in that plane, at which the mesh may be open: a mesh that is closed
                  ///< after mirroring remains so
    SharpEdges,   ///< edges of more than 40 degrees (kSharpEdgeCosine), and corners
    Shape ///< nothing else: vertices move to the best fit of the planes around them, regardless of triangle quality.
          ///< For meshes too coarse to solve on. Does not call the projection
};

/// Collapses edges until at most `targetFaces` faces are left [Garland1997].
/// The edges that change the shape least collapse first. The surface must be manifold. Collapses that would turn a face
/// over are rejected, so that more faces than `targetFaces` may be left.
TriangleMesh decimate(const TriangleMesh& mesh, int targetFaces, const Projection& ontoSurface, Keep keep);

/// Evens out the triangles by `rounds` rounds of edge flips and vertex moves.
/// Edges are flipped if this improves the triangles. Each vertex moves towards the centroid of its neighbours and is
/// then projected onto the surface. Vertices with y = 0 (Keep::MirrorPlaneY) use the centroid of their neighbours in
/// that plane; vertices at a sharp edge (Keep::SharpEdges) do not move.
void relax(TriangleMesh& mesh, int rounds, const Projection& ontoSurface, Keep keep);

/// Flips edges inside flat sides if this improves the triangles. The surface does not change.
void turnFlatEdges(TriangleMesh& mesh);

} // namespace ambient
