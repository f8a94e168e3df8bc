// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <string>
#include <vector>

namespace ambient {

/// A binary glTF file with one more node above the nodes of its scene. The first animation moves this node: the path of
/// the body, beside the changes of its shape. Everything else stays unchanged. Keys are linear, in single precision.
/// \param bytes of a file of version 2 with a scene and an animation, its data in the file itself
/// \param times of the keys [s], increasing, in the time of the animation
/// \param poses one per key: the world from the coordinates of the file's scene [m]
/// \throws std::runtime_error naming the missing part, without the file's name
std::string glbWithRootTrack(const std::string& bytes, const std::vector<double>& times,
                             const std::vector<Pose>& poses);

} // namespace ambient
