// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace tinyxml2 {
class XMLDocument;
}

namespace ambient {

/// Whether a file has elements of xacro, the language of macros in robots of ROS.
bool isXacro(const tinyxml2::XMLDocument& document);

/// Expands the parts of xacro in a file: properties and expressions (XacroExpression.h), macros with their parameters
/// and blocks, included files, conditions, arguments (those of setXacroArguments(), else their defaults), and
/// $(find PACKAGE), the folder of a package by inPackage(). Each element keeps its file and line for xmlPlace().
/// Refused are files of macros without a link, namespaces of included files, tables of YAML files, and files that
/// expand beyond limits. \param path,folder of the file \throws RobotFileError with file, line and element
void expandXacro(tinyxml2::XMLDocument& document, const std::string& path, const std::string& folder);

/// Sets the arguments of all files that are read from now on, as the program xacro takes them: "NAME:=VALUE
/// NAME:=VALUE". \throws std::invalid_argument for another text, which changes nothing
void setXacroArguments(const std::string& arguments);

} // namespace ambient
