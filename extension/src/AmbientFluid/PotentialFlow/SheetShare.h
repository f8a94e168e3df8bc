// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include <cstddef>

namespace ambient {

/// lambda, the share of a thin sheet in a face: 0 for bluff faces, 1 for flat ones on a body that is thin compared with
/// mu.
inline double sheetShare(double roundness, double relativeThickness) {
    const double bluff = 1.0 + 4.0 * relativeThickness * relativeThickness;
    return (1.0 - roundness) / (bluff * bluff);
}
/// The share in face f.
inline double sheetShare(const SurfaceShape& shape, std::size_t f) {
    return sheetShare(shape.roundness[f], shape.thickness[f] / (4.0 * shape.potentialLength[f]));
}

} // namespace ambient
