// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"

namespace ambient {

class FluidBodyModel;

/// What a model of fewer faces has of its own; all else it shares with the full one (FluidBodyModel::reduced).
struct ReducedSurface {
    /// Closed, with the full mesh's volume, its centre, and the proportions of its second moments, exactly.
    TriangleMesh mesh;
    SurfaceShape shape;          ///< each face has the mean by area of the full mesh's faces near it
    PressureWeights weights;     ///< of that mesh and that shape; the rotation term's tensors are the full model's
    double frictionFactor = 1.0; ///< on FluidBodyDef::frictionScale
};

/// Collapses edges until about this many faces are left, at least 4 of each piece; more where the shape would be lost.
/// A mesh that has no more is kept. Deterministic. \throws std::invalid_argument when `faces` is less than 4
ReducedSurface reduceSurface(const FluidBodyModel& full, int faces);

} // namespace ambient
