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

/// Densities on both sides of a surface.
struct SurfaceDensities {
    double below = 0.0, above = 0.0; ///< of the two media [kg/m^3]
    /// Density at each face over that of its medium; null: uniform.
    const double *ratioBelow = nullptr, *ratioAbove = nullptr;
};

/// Motion of the faces of a body that changes its shape. Mesh axes.
struct ShapeRates {
    const double* speed = nullptr; ///< h_i of each face: its momentum at zero twist is a_i g_i h_i (FaceShapes)
    /// Velocity of each face beside the rigid motion that fits all faces best [m/s].
    const VectorRows* velocity = nullptr;
};

/// Motion on both sides of the surface, for sumThroughSurface(). Mesh axes.
struct WaterlineMotion {
    SurfaceDensities densities; ///< of the two media
    Vector6 twist;              ///< of the body relative to the frame, about the mesh origin
    Vector3 denser;             ///< velocity of the denser medium relative to the frame, at the centre of volume [m/s]
    const SurfaceMotion* flow;  ///< deviation of the denser medium's velocity at the faces, minus that of `shape`
    ShapeRates shape;           ///< of a body that changes its shape
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

/// sum_i rate_i g_i (g_i . (0, wind)), with the rates of sumThroughSurface(). \param wind mesh axes [m/s]
Vector6 sumSurfaceRate(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                       const SurfaceDensities& densities, const Vector3& wind);

/// Motion of a medium and of the faces, for sumExchange(). Mesh axes.
struct ExchangeMotion {
    Vector3 medium;            ///< velocity of the medium relative to the frame, at the centre of volume [m/s]
    const SurfaceMotion* flow; ///< its deviation at the faces, minus the velocity of `shape`; null: none
    ShapeRates shape;          ///< of a body that changes its shape
};

/// Fluid that faces have left behind and that has come to them, about the mesh origin.
struct FaceExchange {
    Matrix6 loss = Matrix6::Zero();        ///< sum of l_i g_i g_i^T, l_i the loss of weight of a face
    Vector6 lossOfShape = Vector6::Zero(); ///< sum of l_i g_i h_i (ShapeRates::speed)
    Vector6 gain = Vector6::Zero();        ///< sum of e_i g_i (g_i . u_i), e_i the gain and u_i the fluid's velocity

    /// Whether anything was left behind.
    bool hasLoss() const { return loss.trace() > 0.0; }
    /// Adds that of another medium.
    void add(const FaceExchange& other) {
        loss += other.loss;
        lossOfShape += other.lossOfShape;
        gain += other.gain;
    }
};

/// Sums the exchange. \param change of the weights of the faces, positive where fluid comes; padded with zeros
FaceExchange sumExchange(const FaceTable& table, const std::vector<double>& change, const ExchangeMotion& motion);

} // namespace ambient
