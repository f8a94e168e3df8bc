// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

#include <string>

namespace tinyxml2 {
class XMLElement;
}

namespace ambient {

/// Added mass per unit density that MuJoCo's ellipsoid model gives a body ("Fluid forces" of its documentation): the
/// sum over the body's geoms with fluidshape="ellipsoid", each replaced by the ellipsoid of its size. Body frame, about
/// the frame's origin. Read are `type`, `size`, `pos`, `quat` and `fluidshape`, also from default classes. \param root
/// the <mujoco> element \param path of its file, for messages \param body its name; empty: the file must have one body
/// with such geoms only \throws RobotFileError, one line with file, line and element: no such body or geom, a mesh or
/// another type without a size of its own, an orientation that is no quaternion, a number that is none
SpatialInertia readMjcfAddedMass(const tinyxml2::XMLElement& root, const std::string& path, const std::string& body);

} // namespace ambient
