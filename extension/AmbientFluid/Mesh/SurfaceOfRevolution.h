// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// A ring of vertices about the z axis, or a single vertex on it.
struct Ring {
    double radius; ///< [m], 0 only for the first and last ring of a profile
    double z;      ///< [m]
    int perOctant; ///< segments per eighth of a turn, at least 1; ignored at radius 0

    /// A ring whose segments are about `spacing` [m] long.
    static Ring ofSpacing(double radius, double z, double spacing);
};

/// Number of faces of revolve(profile).
int revolvedFaceCount(const std::vector<Ring>& profile);

/// The closed surface through the rings, each a regular polygon with the area of its circle. They are listed from
/// lowest to highest along the outward-facing profile (counter-clockwise in the (r, z) half plane), at least three.
/// A profile whose first ring is not on the axis is a loop that returns to it: the body then has a hole along z.
/// Segment counts may differ from ring to ring. The mesh is its own mirror image in x, in y and under exchange of x and
/// y, to the last bit; also in z if the profile has an odd number of rings that mirror each other (a loop: an even
/// number, the first of them its own image).
TriangleMesh revolve(const std::vector<Ring>& profile);

} // namespace ambient
