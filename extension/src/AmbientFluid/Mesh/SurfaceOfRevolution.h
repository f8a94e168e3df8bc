// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Ring of vertices about the z axis, or a single vertex on the axis.
struct Ring {
    double radius; ///< [m], 0 only for the first and last ring of a profile
    double z;      ///< [m]
    int perOctant; ///< segments per eighth of a turn, at least 1; ignored at radius 0

    /// Ring with segments of length `spacing` [m], approximately.
    static Ring ofSpacing(double radius, double z, double spacing);
};

/// Number of faces of revolve(profile).
int revolvedFaceCount(const std::vector<Ring>& profile);

/// Closed surface through the rings. Each ring is a regular polygon with the area of its circle.
/// The profile has at least three rings, in order from lowest to highest along the outward-facing profile
/// (counter-clockwise in the (r, z) half plane). A profile whose first ring is off the axis is a closed loop: the body
/// has a hole along z.
/// Segment counts may differ from ring to ring. The mesh is its own mirror image in x, in y and under exchange of x and
/// y, to the last bit; also in z if the profile has an odd number of rings that mirror each other (a loop: an even
/// number, the first of them its own image).
TriangleMesh revolve(const std::vector<Ring>& profile);

} // namespace ambient
