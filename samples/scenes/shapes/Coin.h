// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace samples {

/// A coin about the z axis: a disc whose rim is chamfered at 45 degrees by a quarter of the thickness. The volume is
/// the exact one. \param diameter, thickness [m], the thickness at most the diameter \param faces about how many
/// triangles \throws std::invalid_argument as ambient::makeDisc does
ambient::TriangleMesh makeCoin(double diameter, double thickness, int faces);

} // namespace samples
