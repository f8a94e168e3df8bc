// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/NumberedMesh.h"

namespace ambient {

/// Faces below this height, as a fraction of their longest side, have no normal.
constexpr double kDegenerateHeight = 1e-12;

/// Height over the longest side divided by that side; 0 if all corners coincide. Indices must be in range.
double relativeHeight(const TriangleMesh& mesh, int f);

/// Removes faces that name a vertex twice or have no area, without opening a hole: if two corners coincide they become
/// one vertex; if a corner lies on the opposite side, the faces across that side are divided there. All vertices in
/// use must be finite. Returns how many faces were removed; faces that cannot be removed so are left.
int removeDegenerateFaces(NumberedMesh& numbered);

/// Divides faces at open edges on which a vertex of another open edge lies, within `tolerance` [m]: closes the seams of
/// surfaces whose sides are divided differently. Returns how many faces were divided.
int closeSeams(NumberedMesh& numbered, double tolerance);

} // namespace ambient
