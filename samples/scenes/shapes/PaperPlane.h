// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/WeightedSolid.h"

namespace samples {

/// A dart folded from one sheet: two triangular wings above a keel, which the wings' inner folds form. Nose towards +x,
/// upper side towards +z; the nose is at x = 0.
struct PaperPlaneShape {
    double length = 0.28;    ///< [m]
    double halfSpan = 0.09;  ///< of a wing from its fold to its tip, at the tail [m]
    double keel = 0.03;      ///< depth of the keel [m]
    double opening = 0.2;    ///< angle of each side of the keel to the vertical [rad]
    double dihedral = 0.12;  ///< of the wings above the horizontal [rad]
    double elevator = 0.0;   ///< angle by which the last eighth of the length is bent up [rad]
    double thickness = 8e-4; ///< of the folded layers [m]
    double sheetMass = 4e-3; ///< spread evenly [kg]
    double noseMass = 3e-3;  ///< of the layers folded into the nose, a fifth of the length behind its point [kg]
    double clipMass = 4e-3;  ///< of a clip on the keel right behind the point [kg]
};

/// The closed surface and its mass. \param faces about how many triangles, at least 300
WeightedSolid makePaperPlane(const PaperPlaneShape& shape, int faces);

} // namespace samples
