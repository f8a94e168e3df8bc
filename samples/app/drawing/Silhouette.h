// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotView.h"
#include "interface/RunRecord.h"

#include <vector>

namespace samples {

/// Outline of a body in the picture plane of a view, in order around the body, not closed. Exact for a convex mesh. For
/// other meshes the outline joins the farthest points along rays from the centre of mass, which is exact for a
/// star-shaped body.
std::vector<PlanePoint> silhouetteOf(const RecordedBody& body, const ambient::Pose& worldFromBody,
                                     PlotView view = PlotView::Side);

/// Largest distance of a surface point from the centre of mass [m].
double radiusOf(const RecordedBody& body);

} // namespace samples
