// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace samples {

/// The direction of view of a picture, along an axis of the world.
enum class PlotView {
    Side, ///< x to the right, z up; the viewer looks along y
    Top,  ///< x to the right, y up; the viewer looks down
    Front ///< y to the right, z up; the viewer looks along -x, at approaching bodies
};

/// A point of the picture plane: to the right and up [m].
using PlanePoint = Eigen::Vector2d;

inline PlanePoint projected(const ambient::Vector3& point, PlotView view) {
    return {view == PlotView::Front ? point.y() : point.x(), view == PlotView::Top ? point.y() : point.z()};
}

/// Distance from a viewer who stands at the origin [m]; behind him negative.
inline double depthOf(const ambient::Vector3& point, PlotView view) {
    return view == PlotView::Side ? point.y() : view == PlotView::Top ? -point.z() : -point.x();
}

} // namespace samples
