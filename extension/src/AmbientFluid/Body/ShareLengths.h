// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include <vector>

namespace ambient {

/// Lengths by which the faces share the added mass (computeAddedMassDistribution) [m]: their potential lengths, or
/// equal ones with the local added mass, whose depth is that of the whole body. A face that changes the medium then
/// changes the local added mass by its own term. [Soliman2024, eq. 9]
inline std::vector<double> shareLengths(const FluidBodyDef& def, const SurfaceShape& shape) {
    const bool isLocal = !def.addedMass && def.addedMassMethod == AddedMassMethod::Local;
    return isLocal ? std::vector<double>(shape.potentialLength.size(), 1.0) : shape.potentialLength;
}

} // namespace ambient
