// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeFrames.h"
#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// \file
/// Loops over the points of frames, of which there may be a hundred thousand.

/// The points under a rigid motion. \param moved is given their size
void movePoints(const Pose& pose, const PointColumns& points, PointColumns& moved);

/// Writes the sum of weight times points. \param terms of equal counts of points, at most five
/// \param sum is given their size
void addUpPoints(const std::vector<const PointColumns*>& terms, const Eigen::VectorXd& weights, PointColumns& sum);

/// Mean of points.
Vector3 meanPointOf(const PointColumns& points);

/// Mean of the points by their weights; of all alike without any.
Vector3 weightedMeanOf(const Shape& shape);

/// Mean of some points, at least a thousand if there are as many: near enough to start coordinates from.
Vector3 placeOf(const PointColumns& points);

} // namespace ambient
