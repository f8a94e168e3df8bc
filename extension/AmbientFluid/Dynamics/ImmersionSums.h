// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/ImmersionLoops.h"
#include "AmbientFluid/Forces/FaceFlow.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <vector>

namespace ambient {

/// \file
/// Sums over the faces of a body that a surface cuts, at vector speed, once it is known what of them is wet: the same
/// bits with every InstructionSet.

/// sum_i share_i g_i g_i^T of AddedMassShares.
SpatialInertia sumAddedMass(const FaceTable& table, const double* share);

/// Volume of fluid per time that flows out through what of the faces is below [m^3/s].
double sumOutflow(const FaceTable& table, const WettedFaces& wetted, const FaceFlow& flow);

/// sum_i (after_i - before_i) g_i (g_i . twist) over the faces where that difference is negative.
/// \param before a number a face, filled up to paddedSize() with zeros, as `after`
Vector6 sumLoss(const FaceTable& table, const std::vector<double>& before, const std::vector<double>& after,
                const Vector6& twist);

/// What sumThroughSurface needs to know of both sides, mesh axes.
struct SurfaceMotion {
    double density;       ///< below less above [kg/m^3]
    Vector6 twist;        ///< of the body relative to the frame, about the mesh origin
    Vector3 denser;       ///< velocity of the denser medium relative to the frame, at the centre of volume [m/s]
    const FaceFlow* flow; ///< what that differs by at the faces; null: nothing
};

/// Momentum per time, angular first, about the mesh origin.
struct MomentumThroughSurface {
    Vector6 leaving;  ///< of faces that come out of the denser medium
    Vector6 entering; ///< of those that go into it
};

/// Momentum per time that crosses the surface with the fluid: sum_i rate_i g_i (g_i . u), rate_i that of density times
/// share; u is the body's motion at faces that leave the denser medium, and that medium's own at those that enter it.
/// \param sinking of the corners below the surface [m/s]
MomentumThroughSurface sumThroughSurface(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                                         const SurfaceMotion& motion);

} // namespace ambient
