// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace samples {

/// A flying disc about z: a flat dome with a rim, open below, its height 1.3 times the depth of its hollow. Its rim
/// stands on z = 0. \param radius [m] \param depth of the hollow, over the radius \param faces wanted, roughly
ambient::TriangleMesh makeFlyingDisc(double radius, double depth, int faces);

} // namespace samples
