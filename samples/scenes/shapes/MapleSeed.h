// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/WeightedSolid.h"

namespace samples {

/// One half of a maple's winged fruit: a nut at x = 0, a thin wing towards +x with a stiffening vein along its leading
/// edge (+y). Sizes scale with the length; the defaults are those of Acer palmatum.
struct MapleSeedShape {
    double length = 0.016;         ///< from the nut's end to the wing's tip [m]
    double width = 0.0065;         ///< of the wing, the largest [m]
    double mass = 3e-5;            ///< of everything [kg]
    double wingShare = 0.2;        ///< of the mass, in wing and vein
    double wingThickness = 1e-4;   ///< of the membrane [m]
    double veinThickness = 3.5e-4; ///< at the root of the vein [m]
};

/// \param faces about how many triangles
WeightedSolid makeMapleSeed(const MapleSeedShape& shape, int faces);

} // namespace samples
