// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace tinyxml2 {
class XMLDocument;
}

namespace ambient {

/// Whether a file has parts of xacro, the language of macros that robots of ROS are written in.
bool isXacro(const tinyxml2::XMLDocument& document);

/// Replaces the parts of xacro in a file by what they stand for: properties and expressions (XacroExpression.h), macros
/// with their parameters and blocks, included files, conditions, arguments (those of setXacroArguments(), else their
/// defaults), and $(find PACKAGE),
/// which is a package as inPackage() finds it. Each element keeps its file and line for xmlPlace(). Files without links
/// are refused with the reason, as is what is not read: namespaces of included files, and tables of YAML files.
/// \param path,folder of the file \throws RobotFileError with file, line and element
void expandXacro(tinyxml2::XMLDocument& document, const std::string& path, const std::string& folder);

/// Sets the arguments of all files that are read from now on, as the program xacro takes them: "NAME:=VALUE
/// NAME:=VALUE". \throws std::invalid_argument for another text, which changes nothing
void setXacroArguments(const std::string& arguments);

} // namespace ambient
