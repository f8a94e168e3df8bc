// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AddedMassDistribution.h"
#include "AmbientFluid/Body/DragCrisis.h"
#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Body/VolumeQuadrature.h"
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

namespace ambient {

/// Numbers of a surface beside its faces. Mesh frame.
struct SurfaceData {
    double volume = 0.0;                      ///< [m^3]
    double area = 0.0;                        ///< [m^2]
    Vector3 centerOfVolume = Vector3::Zero(); ///< [m]
    double radius = 0.0;                      ///< radius about the centre of volume that encloses the body [m]
    double length = 0.0; ///< length scale of Reynolds numbers and tolerances: sqrt(area) of the full model [m]

    /// Added mass per unit fluid density about the mesh origin, mesh axes [m^5, m^4, m^3].
    SpatialInertia addedMassPerDensity;
    AddedMassDistribution addedMassDistribution; ///< the added mass as a sum over the faces, for partly wetted bodies
    VolumeQuadrature volumeQuadrature;           ///< quadrature over the volume from values at the faces
    ViscousTensor viscous;                       ///< Stokes resistance of the full model, for ViscousForce
    PressureWeights pressureWeights;             ///< face weights and tensors of SurfacePressureForce
    DragCrisis crisis;                           ///< of the wake behind round parts; none by default

    /// Cosine of the separation angle; a value below the range of all faces if the angle is pi.
    double separationCosine = 0.0;
    double displacedShare = 1.0; ///< of the volume: 1 - FluidBodyDef::porosity
    /// Factors of FluidBodyDef, times the share.
    double pressureScale = 1.0, frictionScale = 1.0, buoyancyScale = 1.0;
};

} // namespace ambient
