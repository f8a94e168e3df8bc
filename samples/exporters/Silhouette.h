// SPDX-License-Identifier: Zlib
#pragma once

#include "RunRecord.h"

#include <vector>

namespace samples {

/// A point of the picture plane: world x and z [m].
using PlanePoint = Eigen::Vector2d;

/// Outline of a body seen along the world's y axis, in order around it, not closed. Exact for a convex mesh; for
/// another one, what can be seen along rays from the centre of mass outwards, which is right for a star-shaped body.
std::vector<PlanePoint> silhouetteOf(const RecordedBody& body, const ambient::Pose& worldFromBody);

/// Largest distance of a surface point from the centre of mass [m].
double radiusOf(const RecordedBody& body);

} // namespace samples
