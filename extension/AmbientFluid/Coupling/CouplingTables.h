// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CouplingKernel.h"

namespace ambient {

/// Points and currents of the modes of a CouplingShape, axes of the mesh, about the shape's centre.
struct CouplingTables {
    CurrentPoints<double> faces, clusters;            ///< near and far
    CurrentPoints<float> singleFaces, singleClusters; ///< the same
    HatTables<double> hats;                           ///< of the faces
    HatTables<float> singleHats;                      ///< the same
};

} // namespace ambient
