// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

#include <string>

namespace tinyxml2 {
class XMLElement;
}

namespace ambient {

/// Added mass per unit density of a body in MuJoCo's ellipsoid model ("Fluid forces" of its documentation).
/// The sum over the geoms of the body with fluidshape="ellipsoid", each replaced by the ellipsoid of its size. Body
/// frame, about the origin of the frame. Reads `type`, `size`, `pos`, `quat` and `fluidshape`, also from default
/// classes.
/// \param root the <mujoco> element
/// \param path path of the file, for messages
/// \param body name of the body; empty: the file must have exactly one body with such geoms
/// \throws RobotFileError, one line with file, line and element, if there is no such body or geom, the geom is a mesh
///        or another type without size, the orientation is not a quaternion, or a number is invalid
SpatialInertia readMjcfAddedMass(const tinyxml2::XMLElement& root, const std::string& path, const std::string& body);

} // namespace ambient
