// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CurrentSheet.h"

namespace ambient {

/// Few points in the place of the faces of a sheet, for bodies that are not near.
struct FaceClusters {
    Eigen::Matrix<double, 3, Eigen::Dynamic> x; ///< area centroids, axes of the sheet [m]
    CurrentColumns currents;                    ///< clusters x columns
};

/// Sums the currents of the faces over at most `count` clusters of near faces, and changes the sums least so that their
/// moments with the harmonic polynomials of degree 0 to `degree` are those of the faces. Without that, the far field
/// would be wrong by a tenth at any distance.
FaceClusters clustersOf(const CurrentSheet& sheet, const CurrentColumns& currents, int count, int degree);

} // namespace ambient
