// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/ImmersionLoops.h"
#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Math/VectorRows.h"

#include <vector>

namespace ambient {

/// \file
/// What a fluid that does not accelerate the same everywhere does to a body, beyond what its acceleration at one point
/// does to the whole. Everything is in the mesh frame, about its origin; `excess` is the acceleration DU/Dt less that
/// at the point [m/s^2], and wrenches are per density of the fluid.

/// Of the fluid that moves along: sum of share_i g_i (g_i . excess_i) over the faces (AddedMassShares). Where the
/// excess is the same everywhere this is K_fluid (0, excess). \param share in face order, filled up to paddedSize()
/// \param excess in face order; where a share is 0 any finite number
Wrench pushOfAddedMass(const FluidBodyModel& model, const std::vector<double>& share, const VectorRows& excess);

/// Of the fluid that a wholly immersed body displaces: the integral of the excess over the volume and its moment, from
/// its values at the centroids of the faces (VolumeRule). Exact where it is linear in space and 0 at the centre.
Wrench pushOnVolume(const FluidBodyModel& model, const VectorRows& excess);

/// The columns of water that are not empty. Water far along the body is met where it is, and the lid that the surface
/// is needs no faces.
struct FluidColumns {
    VectorRows center;          ///< [m]
    std::vector<double> volume; ///< [m^3], of either sign, filled up with zeros
    int count = 0;              ///< of columns

    /// Those of the faces of a body.
    void take(const FluidBodyModel& model, const FaceColumns& columns);
};

/// The integral over the columns from values at their centres: exact where the excess is linear, its moment where it is
/// uniform.
Wrench pushOnColumns(const FluidColumns& columns, const VectorRows& excess);

} // namespace ambient
