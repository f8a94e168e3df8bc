// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Media/LayeredMedium.h"

#include <array>
#include <vector>

namespace ambient {

/// \file
/// Mass of the fluid that a body displaces where the density differs within the body.
/// Mesh axes; moments about the body's centre of volume.

/// The integral of the density over a volume, and its first moment.
struct DisplacedMass {
    double mass = 0.0;                ///< [kg]
    Vector3 moment = Vector3::Zero(); ///< [kg m]
};

/// Place of a body in layers.
struct PlaceInLayers {
    Vector3 up;    ///< of the layers, mesh axes
    double height; ///< of the centre of volume along the layers' up [m]
    /// The layers end there [m]: a surface cuts the body.
    double lowest, highest;
};

/// The mass of layers, by the divergence theorem: with r' the horizontal part of the place from the centre,
///     Int rho dV = 1/2 Int rho r'.n dA,  Int rho r' dV = 1/3 Int rho r' (r'.n) dA,
/// and the vertical moment as the mass. Each face is cut at the heights between which the density is smooth, so that
/// jumps, ramps and gradients are exact for the mesh. \param breaks buffer
DisplacedMass massOfLayers(const FaceTable& table, const LayeredMedium& layers, const PlaceInLayers& place,
                           std::vector<double>& breaks);

/// Number of points in the cone between a face and the centre of volume, and their places on the way to the face.
constexpr int kConePoints = 3;
/// Shares of the way from the centre to a face: Gauss's rule for the weight s^2.
constexpr std::array<double, kConePoints> kConeShares = {0.29499779011155, 0.65299623396194, 0.92700597592651};

/// The mass of any medium from its density at points of the cones. Exact for a linear density.
/// \param atFaces density at the centroids of the faces \param inCones density at kConeShares of the way to each face:
///        all faces of the first share, then those of the next
DisplacedMass massInCones(const Surface& surface, double atCenter, const double* atFaces, const double* inCones);

} // namespace ambient
