// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotXml.h"

namespace ambient {

/// \file
/// Texts, numbers and poses of SDF elements. All functions throw RobotFileError with file, line and element.

/// The text of an element without the blanks around it. \throws RobotFileError if it is empty
std::string sdfText(const tinyxml2::XMLElement& element, const std::string& path);

double sdfNumber(const tinyxml2::XMLElement& element, const std::string& path);

/// The number of a child; without the child or the parent: `otherwise`.
double sdfOptional(const tinyxml2::XMLElement* parent, const char* name, double otherwise, const std::string& path);

double sdfPositive(const tinyxml2::XMLElement& parent, const char* name, const std::string& path);

bool sdfFlag(const tinyxml2::XMLElement& parent, const char* name, const std::string& path);

/// The pose of the <pose> in an element, without its `relative_to`.
Pose sdfPose(const tinyxml2::XMLElement& element, const std::string& path);

/// The frame of the <pose> in an element; `frame` is the attribute's name of versions 1.5 and 1.6. Empty: none.
std::string sdfFrameOfPose(const tinyxml2::XMLElement& element);

} // namespace ambient
