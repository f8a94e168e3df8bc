// SPDX-License-Identifier: Zlib
#pragma once

#include "NumberText.h"
#include "RobotFormats/FluidAddedMassXml.h"

#include <tinyxml2.h>

#include <cmath>
#include <cstring>

namespace ambient {

constexpr const char* kXmlSpace = " \t\r\n";

/// Whether an element has this name.
inline bool isXml(const tinyxml2::XMLElement& element, const char* name) {
    return std::strcmp(element.Name(), name) == 0;
}

/// The text of an element without blanks around it; empty if there is none.
inline std::string textWithin(const tinyxml2::XMLElement& element) {
    const std::string text = element.GetText() ? element.GetText() : "";
    const std::size_t first = text.find_first_not_of(kXmlSpace);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(kXmlSpace) + 1 - first);
}

/// Start of a message, "file:line: <element>".
inline std::string xmlPlace(const std::string& path, const tinyxml2::XMLElement& element) {
    return path + ":" + std::to_string(element.GetLineNum()) + ": <" + element.Name() + ">";
}

/// Reads the next number of a blank-separated list and advances `text`.
/// \throws RobotFileError if the number is not finite
inline double nextXmlNumber(const char*& text, const std::string& path, const tinyxml2::XMLElement& element) {
    const char* first = text + std::strspn(text, kXmlSpace);
    const char* last = first + std::strcspn(first, kXmlSpace);
    const std::string word(first, last);
    if (*first == '+') ++first;
    double value = 0.0;
    const auto [end, error] = numberFromText(first, last, value);
    if (error != std::errc() || end != last || !std::isfinite(value))
        throw RobotFileError(xmlPlace(path, element) + ": '" + word + "' is not a finite number");
    text = last;
    return value;
}

} // namespace ambient
