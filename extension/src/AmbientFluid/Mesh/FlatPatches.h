// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// \file
/// Better triangles for the flat parts of a surface, such as the faces of a CAD part: the surface stays, and with it
/// volume, area and normals. Deterministic. Edges of one face or of more than two are kept.

/// Old faces that each face of a newer mesh of the same surface overlaps, ascending.
using FaceOrigins = std::vector<std::vector<int>>;

/// Flips edges inside flat patches until the patches are Delaunay: opposite angles sum to pi or less [Lawson1977]. An
/// edge is flat if its two faces lie within 1e-7 of their longest side from one plane. Vertices and the number of faces
/// stay. O(F log F) in practice.
/// \param mesh closed or open; each face has an area
/// \param origins where given, the origins of the faces of `mesh` before; receives those of its faces after
/// \return number of flips
int flipToDelaunay(TriangleMesh& mesh, FaceOrigins* origins = nullptr);

/// The same, then takes the slivers out of flat patches [Ruppert1995]: a face whose circumradius exceeds twice its
/// shortest side receives a vertex at its circumcentre, unless that lies outside the patch or in the circle over an
/// edge of the patch. Edges between patches are never split, so a patch with two long near edges keeps long faces. New
/// vertices are appended. \param most faces at which it stops
/// \return number of new vertices
int takeSliversOut(TriangleMesh& mesh, int most, FaceOrigins* origins = nullptr);

} // namespace ambient
