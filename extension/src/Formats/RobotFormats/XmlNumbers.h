// SPDX-License-Identifier: Zlib
#pragma once

#include "NumberText.h"
#include "RobotFormats/FluidAddedMassXml.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
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

/// Attribute of an element that a macro made, "file:line".
constexpr const char* kXmlPlaceAttribute = "ambient.place";

/// Start of a message, "file:line: <element>".
inline std::string xmlPlace(const std::string& path, const tinyxml2::XMLElement& element) {
    if (const char* kept = element.Attribute(kXmlPlaceAttribute))
        return std::string(kept) + ": <" + element.Name() + ">";
    return path + ":" + std::to_string(element.GetLineNum()) + ": <" + element.Name() + ">";
}

/// Keeps the place of an element of a file in another element that stands for it.
inline void keepXmlPlace(tinyxml2::XMLElement& copy, const std::string& path, const tinyxml2::XMLElement& element) {
    copy.SetAttribute(kXmlPlaceAttribute, (path + ":" + std::to_string(element.GetLineNum())).c_str());
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

/// A limit that is none: SDF's default up to 1.9. Later versions have infinity.
constexpr double kUnlimited = 1e16;

/// Reads the only number of a text, which may be infinite: then it is kUnlimited, with its sign.
/// \throws RobotFileError for another text
inline double xmlLimit(const std::string& text, const std::string& path, const tinyxml2::XMLElement& element) {
    std::string word = text;
    word.erase(0, word.find_first_not_of(kXmlSpace));
    word.erase(word.find_last_not_of(kXmlSpace) + 1);
    const bool isBelow = !word.empty() && word[0] == '-';
    std::string size = word.substr(!word.empty() && (isBelow || word[0] == '+') ? 1 : 0);
    for (char& c : size)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (size == "inf" || size == "infinity") return isBelow ? -kUnlimited : kUnlimited;
    const char* at = word.c_str();
    const double value = nextXmlNumber(at, path, element);
    if (*at != '\0') throw RobotFileError(xmlPlace(path, element) + ": needs 1 number, got '" + word + "'");
    return std::min(std::max(value, -kUnlimited), kUnlimited);
}

} // namespace ambient
