// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeMasses.h"
#include "AmbientFluid/Math/SE3.h"

#include <vector>

namespace ambient {

/// The keys of a sequence in the body frame.
struct PlacedKeys {
    KnotRows points;                  ///< as pointsOfKeys(), body frame
    std::vector<Pose> authorFromBody; ///< of each key
};

/// Places the keys of a sequence in one body frame, whatever the frames of their author.
/// The origin is the centre of mass. The axes are the author's in the first key; each further key is turned so that its
/// masses move least from the key before, which is how an author's frame that turns is undone. A loop that does not
/// close by this turning is turned back evenly over the period. [Kabsch1976]
PlacedKeys placeKeys(const ShapeSequence& sequence, const ShapeMasses& masses);

} // namespace ambient
