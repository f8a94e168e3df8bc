// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <vector>

namespace ambient {

/// \file
/// Vectorised loops over the vertices of a body in a surface that is not flat.
/// `surface` holds samples on the verticals through the vertices, world axes. Every InstructionSet gives identical
/// bits.

/// Depths of points below the surface along `up` [m]; negative above it. \param depths resized
void findDepths(const SurfaceRows& surface, const PointRows& points, const Vector3& up, std::vector<double>& depths);

/// Motion of a body, world axes.
struct MotionInWorld {
    Matrix3 worldFromMesh; ///< a rotation
    Vector3 atCenter;      ///< velocity of the centre of volume [m/s]
    Vector3 spin;          ///< [rad/s]
};

/// Rate at which each vertex of the body sinks below the surface, along `up` [m/s]. \param sinking resized
void findSinking(const FaceTable& table, const SurfaceRows& surface, const Vector3& up, const MotionInWorld& body,
                 std::vector<double>& sinking);

} // namespace ambient
