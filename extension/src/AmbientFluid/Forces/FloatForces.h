// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/CrowdHull.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Media/LaneWaves.h"

#include <vector>

namespace ambient {

/// Floats of a crowd in one instant, one body a lane, and what the water does to them. Mesh axes, about the centre of
/// volume. The air above the water is left out. Single precision without fused multiplications, so that all
/// instruction sets give the same bytes.
struct FloatFlows {
    static constexpr int kBodies = 16; ///< lanes

    /// Numbers of a body.
    enum Row {
        Velocity = 0,      ///< of the centre of volume, absolute [m/s]
        Spin = 3,          ///< [rad/s]
        WaterFromMesh = 6, ///< rotation matrix to the water's axes, z up, row by row
        Depth = 15,        ///< of the centre of volume below the level [m]
        // results:
        Volume = 16,        ///< below the surface [m^3]
        Moment = 17,        ///< of that volume [m^4]
        AreaVector = 20,    ///< sum of wet area times normal [m^2]: the cut's area downwards
        AreaMoment = 23,    ///< sum of wet area times (centroid x normal) [m^3]
        Surface = 26,       ///< in waves, mean velocity of the water at the surface, water's axes [m/s]
        Inertia = 29,       ///< added mass per density, lower triangle, angular first
        Torque = 50,        ///< drag, and the momentum that entering faces take from the body [N m]
        Force = 53,         ///< the same [N]
        Stream = 56,        ///< mean velocity of the water at the wet faces [m/s]
        CarriedTorque = 59, ///< per density: the water's acceleration times volume and added mass [m^5/s^2]
        CarriedForce = 62,  ///< the same [m^4/s^2]
        RowCount = 65
    };
    alignas(64) float of[RowCount][kBodies] = {}; ///< one lane a body
};

/// What all floats of a crowd have in common.
struct FloatWater {
    float density = 0.0F, viscosity = 0.0F, friction = 0.0F; ///< viscosity above 0; friction: crowdFriction()
    float velocity[3] = {};                                  ///< without waves, in the water's axes [m/s]
    float band = 0.0F;                                       ///< depth within which a point becomes wet [m]
    BodyWaves waves;                                         ///< none: still water

    bool hasWaves() const { return waves.count > 0; } ///< whether it has any
    /// `velocity` in all lanes.
    template <class Real>
    AMBIENT_ALWAYS_INLINE LaneVector<Real> stream() const {
        return {splat<Real>(velocity[0]), splat<Real>(velocity[1]), splat<Real>(velocity[2])};
    }
};

/// Fills the results. With faces i, their shares s_i in the water, their added mass rho g_i g_i^T, and the cut of the
/// volume by columns between the faces and the surface (WettedFaces):
///     drag:      the default forces of each face times s_i, as ForceSet::surfacePressure() of a cut body
///     entering:  -sum_i rho max(s_i', 0) g_i (g_i . (Y - (0, U_i))): faces that enter set their water in motion; those
///                that leave take their velocity along, which is no force
///     carried:   sum_i s_i g_i (g_i . (0, a_i)) + integral of a over the volume, a = DU/Dt
/// In waves, the surface is that at the vertices and the flow that at the faces. \param count bodies; the other lanes
/// hold finite numbers \param scratch is resized
void findFloatForces(const CrowdHull& hull, const FloatWater& water, FloatFlows& flows, int count,
                     std::vector<float>& scratch);

} // namespace ambient
