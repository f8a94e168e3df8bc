// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace samples {

/// A bell of revolution about z, hollow below, as a canopy or a jellyfish: its top at the origin. Its meridian keeps
/// its length while the bell opens.
struct BellShape {
    double meridian = 1.0;   ///< length from the top to the rim [m]
    double thickness = 0.02; ///< at the top, tapering to the rim [m]
    double rimAngle = 1.4;   ///< of the meridian at the rim, below the horizontal, open or closed [rad]
    double opening = 1.0;    ///< 1: a part of a sphere; 0: nearly a tube
};

/// A bell, and the place of its rim.
struct Bell {
    ambient::TriangleMesh mesh;
    double rimRadius = 0.0; ///< [m]
    double rimHeight = 0.0; ///< below the top: negative [m]
};

/// \param faces about how many triangles; bells of equal counts have the same triangles
Bell makeBell(const BellShape& shape, int faces);

} // namespace samples
