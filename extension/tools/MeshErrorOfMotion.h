// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include <functional>
#include <memory>
#include <optional>

namespace ambient {

/// An estimate of how far the finite number of faces moves a motion from that of a smooth surface.
struct MeshErrorOfMotion {
    double relative = 0.0; ///< of the advance: its distance, and its turn times the size of the body
    int coarseFaces = 0;   ///< of the mesh that it was compared with
};

/// Compares a motion with that on a mesh of a quarter of the faces, whose points are some of the given ones. The error
/// is taken to fall as one over the number of faces. \param size of the body [m] \param metricOf the metric for frames
/// \returns nothing if the faces are no closed surface, are too few, or the coarse mesh gives no motion
std::optional<MeshErrorOfMotion>
meshErrorOf(const Motion& motion, const RecordedFrames& frames, double size, const MotionOptions& options,
            const std::function<std::shared_ptr<const ShapeMetric>(const RecordedFrames&)>& metricOf);

} // namespace ambient
