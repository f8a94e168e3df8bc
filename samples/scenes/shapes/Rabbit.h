// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleMeshes.h"

namespace samples {

/// A sitting rabbit, ears up (z), looking along x: a lumpy solid, its own mirror image in y. One smooth closed surface
/// with smaller triangles at the ears; the volume does not depend on their number. The collision pieces are its trunk,
/// head, ears and feet.
/// \param height [m] \param faces about how many triangles, 300 to 5000
PiecedMesh makeRabbit(double height, int faces);

} // namespace samples
