// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/NumberedMesh.h"

namespace ambient {

/// Parts a surface where it touches itself in an edge or in a point only: each sheet gets vertices of its own. At an
/// edge of more than two faces those become neighbours that bound the same solid wedge; windings must be aligned. Edges
/// at which the faces do not alternate between solid and fluid are left, and so are surfaces with open edges. All
/// vertices in use must be finite. Returns how many vertices were added.
int partSurfaceContacts(NumberedMesh& numbered);

} // namespace ambient
