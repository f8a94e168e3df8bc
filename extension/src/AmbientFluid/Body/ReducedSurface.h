// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"

#include <memory>

namespace ambient {

class FluidBodyModel;
struct CrowdPoints;

/// Data of a model with fewer faces that differ from the full model's (see FluidBodyModel::reduced).
struct ReducedSurface {
    /// Closed, with exactly the full mesh's volume, centre, and proportions of the second moments.
    TriangleMesh mesh;
    SurfaceShape shape;          ///< area mean over the full mesh's faces near each face; pieces as the full mesh's
    PressureWeights weights;     ///< of `mesh` and `shape`; the rotation term and the bases are the full model's
    double frictionFactor = 1.0; ///< multiplies FluidBodyDef::frictionScale
    std::shared_ptr<const CrowdPoints> crowdPoints; ///< of crowdModel(); null: none
};

/// Collapses edges until about `faces` faces are left, at least 4 per piece, or more if the shape would be lost.
/// A mesh without more faces is kept. Deterministic. \throws std::invalid_argument if `faces` is less than 4
ReducedSurface reduceSurface(const FluidBodyModel& full, int faces);

} // namespace ambient
