// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleMeshes.h"

namespace samples {

/// A leaf: a stalk, from x = 0 on, and behind the stalk a blade: wide near the stalk, pointed at the end, and curled
/// along and across its length. Its upper side, towards +z, is hollow.
struct LeafShape {
    double bladeLength = 0.06;  ///< [m]
    double bladeWidth = 0.036;  ///< [m]
    double stalkLength = 0.025; ///< [m]
    double thickness = 4e-4;    ///< of the blade [m]
    double curl = 0.12;         ///< how much higher the middle of its edges is than the middle, in widths
};

/// One closed surface of a uniform solid. \param faces about how many triangles
PiecedMesh makeLeaf(const LeafShape& shape, int faces);

} // namespace samples
