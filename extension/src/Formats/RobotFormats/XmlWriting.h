// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <initializer_list>
#include <string>
#include <tinyxml2.h>

namespace ambient {

/// \file
/// Shared parts of the writers of robots.

/// \name Numbers, with the fewest digits that give the same numbers on reading
/// @{
std::string xmlText(double number);
std::string xmlText(std::initializer_list<double> numbers); ///< separated by blanks
std::string xmlText(const Vector3& v);
std::string xmlText(const Quaternion& q); ///< w, x, y, z
/// @}

/// Adds an element at the end of another one.
tinyxml2::XMLElement& addXml(tinyxml2::XMLNode& parent, const char* name, const std::string& text = "");

/// Sets an attribute to a text or to numbers.
void setXml(tinyxml2::XMLElement& element, const char* name, const std::string& text);

/// Adds a comment in lines of about 100 characters; "--", which comments must not contain, is pulled apart.
void addXmlComment(tinyxml2::XMLNode& parent, std::string text);

std::string printedXml(const tinyxml2::XMLDocument& document);

} // namespace ambient
