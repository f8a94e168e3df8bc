// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Whether the solids of two closed surfaces in one frame have points in common: one lies in the other, or an edge of
/// one crosses a face of the other.
bool doOverlap(const TriangleMesh& a, const TriangleMesh& b);

} // namespace ambient
