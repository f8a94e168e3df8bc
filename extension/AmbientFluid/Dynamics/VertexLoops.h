// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <vector>

namespace ambient {

/// \file
/// The loops over the vertices of a body in a surface that is not flat, at vector speed. `surface` is what that gave on
/// the verticals through the vertices, world axes. All give the same bits with every InstructionSet.

/// How deep points are below the surface along `up`, negative above it [m]. \param depths resized
void findDepths(const SurfaceRows& surface, const PointRows& points, const Vector3& up, std::vector<double>& depths);

/// How a body moves, world axes.
struct MotionInWorld {
    Matrix3 worldFromMesh; ///< a rotation
    Vector3 atCenter;      ///< velocity of its centre of volume [m/s]
    Vector3 spin;          ///< [rad/s]
};

/// How fast each vertex of the body sinks below the surface, along `up` [m/s]. \param sinking resized
void findSinking(const FaceTable& table, const SurfaceRows& surface, const Vector3& up, const MotionInWorld& body,
                 std::vector<double>& sinking);

} // namespace ambient
