// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotView.h"
#include "interface/RunRecord.h"

#include <vector>

namespace samples {

/// Outline of a body in the picture plane of a view, in order around it, not closed. Exact for a convex mesh; for
/// another one, what can be seen along rays from the centre of mass outwards, which is right for a star-shaped body.
std::vector<PlanePoint> silhouetteOf(const RecordedBody& body, const ambient::Pose& worldFromBody,
                                     PlotView view = PlotView::Side);

/// Largest distance of a surface point from the centre of mass [m].
double radiusOf(const RecordedBody& body);

} // namespace samples
