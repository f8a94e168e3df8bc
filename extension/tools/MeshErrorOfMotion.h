// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include <functional>
#include <memory>
#include <optional>

namespace ambient {

/// An estimate of the error of a motion due to the finite number of faces, against a smooth surface.
struct MeshErrorOfMotion {
    double relative = 0.0; ///< of the advance: its distance, and its turn times the size of the body
    int finerFaces = 0;    ///< of the mesh of the comparison
};

/// Most faces of frames for the estimate, if the metric costs a linear system per frame: the finer mesh has four times
/// as many.
constexpr int kMostFacesOfError = 1500;

/// Compares a motion with the motion on a mesh of four times as many faces through the same points: butterfly
/// subdivision [Dyn1990]. The error is taken to fall as one over the number of faces. Sharp edges count as rounded
/// ones: the estimate is too high for bodies with sharp edges.
/// \param size of the body [m] \param metricOf the metric of frames \returns nothing if the faces are no closed surface
/// of all points, if there are too many (kMostFacesOfError), or if the finer mesh gives no motion
std::optional<MeshErrorOfMotion>
meshErrorOf(const Motion& motion, const RecordedFrames& frames, double size, const MotionOptions& options,
            const std::function<std::shared_ptr<const ShapeMetric>(const RecordedFrames&)>& metricOf);

} // namespace ambient
