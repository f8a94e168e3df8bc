// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeFrames.h"

namespace ambient {

/// \file
/// Loops over the points of frames, of which there may be a hundred thousand.

/// A frame with a matrix before it.
struct PointTerm {
    Matrix3 factor;             ///< times each point
    const PointColumns* points; ///< outlives the term
};

/// Writes `shift` plus the sum of factor times point, point by point.
/// \param terms of equal counts of points, at least one and at most five \param sum is given their size
void combinePoints(const std::vector<PointTerm>& terms, const Vector3& shift, PointColumns& sum);

/// Mean of points.
Vector3 meanPointOf(const PointColumns& points);

/// Mean of the points by their weights; of all alike without any.
Vector3 weightedMeanOf(const Shape& shape);

} // namespace ambient
