// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotXml.h"

namespace ambient {

/// Reads the plugins of an element, a model or a <gazebo> extension. What they declare about the fluid on a link goes
/// to `declarations`: the underwater objects of UUV Simulator and the hydrodynamics of Gazebo. All others are counted
/// in `plugins`. \throws RobotFileError if a declared number is no number
void readPlugins(const tinyxml2::XMLElement& parent, const std::string& path, RobotParts& parts);

/// The line about a plugin without effect.
std::string noteOf(const RobotParts::Plugin& plugin);

} // namespace ambient
