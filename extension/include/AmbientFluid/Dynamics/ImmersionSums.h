// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Dynamics/ImmersionLoops.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <vector>

namespace ambient {

/// \file
/// Vectorised sums over the faces of a body that a surface cuts, from the wetted faces.
/// Every InstructionSet gives identical bits.

/// Sum of the added mass of faces: sum_i share_i g_i g_i^T (AddedMassDistribution).
SpatialInertia sumAddedMass(const FaceTable& table, const double* share);

/// Volume of fluid per time that flows out through the wetted part of the faces [m^3/s].
double sumOutflow(const FaceTable& table, const WettedFaces& wetted, const SurfaceMotion& flow);

/// sum_i (after_i - before_i) g_i (g_i . twist) over the faces with a negative difference.
/// \param before one number per face, padded with zeros to paddedSize()
/// \param after one number per face, padded with zeros to paddedSize()
Vector6 sumLoss(const FaceTable& table, const std::vector<double>& before, const std::vector<double>& after,
                const Vector6& twist);

/// Motion on both sides of the surface, for sumThroughSurface(). Mesh axes.
struct WaterlineMotion {
    double density;            ///< below minus above [kg/m^3]
    Vector6 twist;             ///< of the body relative to the frame, about the mesh origin
    Vector3 denser;            ///< velocity of the denser medium relative to the frame, at the centre of volume [m/s]
    const SurfaceMotion* flow; ///< deviation of the denser medium's velocity at the faces; null: none
};

/// Momentum per time that crosses the surface, angular first, about the mesh origin.
struct MomentumThroughSurface {
    Vector6 leaving;  ///< with faces that leave the denser medium
    Vector6 entering; ///< with faces that enter the denser medium
};

/// Momentum per time that crosses the surface with the fluid: sum_i rate_i g_i (g_i . u).
/// rate_i is the rate of density times share. u is the body's motion at faces that leave the denser medium, and that
/// medium's own motion at faces that enter it.
/// \param sinking rate of depth of the corners [m/s]
MomentumThroughSurface sumThroughSurface(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                                         const WaterlineMotion& motion);

} // namespace ambient
