// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Dynamics/ImmersionLoops.h"
#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Math/VectorRows.h"

#include <vector>

namespace ambient {

/// \file
/// Loads from the non-uniform part of a fluid's acceleration.
/// The load of the acceleration at one point, applied to the whole body, is not included. Everything is in the mesh
/// frame, about its origin. `excess` is the acceleration DU/Dt minus that at the point [m/s^2]. Wrenches are per
/// density of the fluid.

/// Load of the added mass: sum of share_i g_i (g_i . excess_i) over the faces (AddedMassDistribution).
/// For a uniform excess this is K_fluid (0, excess).
/// \param share in face order, padded to paddedSize()
/// \param excess in face order; any finite number if the share is 0
Wrench pushOfAddedMass(const Surface& surface, const std::vector<double>& share, const VectorRows& excess);

/// Load on the displaced volume of a wholly immersed body: the integral of the excess and its moment
/// (VolumeQuadrature). Exact if the excess is linear in space and 0 at the centre. \param excess at the centroids of
/// the faces
Wrench pushOnVolume(const Surface& surface, const VectorRows& excess);

/// The non-empty columns of water below or above a surface.
/// Water far along the body is sampled at its own place, and the surface as a lid needs no faces.
struct FluidColumns {
    VectorRows center;          ///< [m]
    std::vector<double> volume; ///< [m^3], of either sign, padded with zeros
    int count = 0;              ///< number of columns

    /// Takes the non-empty columns of a body's faces.
    void take(const Surface& surface, const FaceColumns& columns);
};

/// Load on the columns, from values at their centres.
/// The force is exact for a linear excess, the moment for a uniform one.
Wrench pushOnColumns(const FluidColumns& columns, const VectorRows& excess);

} // namespace ambient
