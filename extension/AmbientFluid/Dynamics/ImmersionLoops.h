// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <array>
#include <vector>

namespace ambient {

/// \file
/// The loops over the faces of a body that a surface cuts, at vector speed. Arrays are in face order, filled up to
/// FaceTable::paddedSize(). All give the same bits with every InstructionSet.

/// Depths of the corners of all faces below a surface, corner by corner [m].
struct CornerDepths {
    std::array<std::vector<double>, 3> of;

    /// For this many faces, padding included; allocates only when it grows.
    void resize(int paddedSize) {
        for (std::vector<double>& depths : of)
            depths.resize(static_cast<std::size_t>(paddedSize));
    }
};

/// Below a plane. \param atCenter depth of the centre of volume [m] \param up unit, mesh axes
void depthsBelowPlane(const FaceTable& table, double atCenter, const Vector3& up, CornerDepths& depths);

/// From the depths of the vertices.
void depthsOfCorners(const FaceTable& table, const double* vertexDepths, CornerDepths& depths);

/// Lowest and highest of the faces' corners [m].
std::array<double, 2> depthRange(const FaceTable& table, const CornerDepths& depths);

/// What of the body is below the surface, as far as its faces are wholly wet or wholly dry.
struct WholeFaces {
    double volume = 0.0;              ///< integral of the depth over the faces' flux [m^3]
    Vector3 moment = Vector3::Zero(); ///< of that volume about the centre of volume [m^4]
    double area = 0.0;                ///< wetted [m^2]
};

/// Writes 1 to `wet` for the faces that are deeper than `band` all over, 0 for the others, and to `cut` 1 for those
/// that are neither that nor dry all over; sums up the first ones. \param up unit, mesh axes
WholeFaces sumWholeFaces(const FaceTable& table, const CornerDepths& depths, double band, const Vector3& up,
                         double* wet, double* cut);

/// sum_i share_i g_i g_i^T of AddedMassShares.
SpatialInertia sumAddedMass(const FaceTable& table, const double* share);

} // namespace ambient
