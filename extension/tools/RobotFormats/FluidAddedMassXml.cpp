// SPDX-License-Identifier: Zlib
#include "RobotFormats/FluidAddedMassXml.h"

#include "AmbientFluid/Math/LinearFirst.h"

#include <tinyxml2.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

std::string placeOf(const std::string& path, const XMLElement& element) {
    return path + ":" + std::to_string(element.GetLineNum()) + ": <" + element.Name() + ">";
}

/// Name of the link that an element belongs to: that of the <link> around it, or what a <gazebo> extension refers to.
std::string linkOf(const XMLElement& element) {
    for (const auto* up = element.Parent(); up != nullptr && up->ToElement() != nullptr; up = up->Parent()) {
        const XMLElement& around = *up->ToElement();
        const char* name = nullptr;
        if (std::strcmp(around.Name(), "link") == 0) name = around.Attribute("name");
        if (std::strcmp(around.Name(), "gazebo") == 0) name = around.Attribute("reference");
        if (name) return name;
    }
    return "";
}

void collect(const XMLElement& from, const std::string& link, std::vector<const XMLElement*>& found) {
    if (std::strcmp(from.Name(), "fluid_added_mass") == 0 && (link.empty() || linkOf(from) == link))
        found.push_back(&from);
    for (const XMLElement* child = from.FirstChildElement(); child; child = child->NextSiblingElement())
        collect(*child, link, found);
}

double numberIn(const XMLElement& element, const std::string& path) {
    const char* text = element.GetText() ? element.GetText() : "";
    const char* first = text + std::strspn(text, " \t\r\n");
    const char* last = first + std::strcspn(first, " \t\r\n");
    if (*first == '+') ++first;
    double value = 0.0;
    const auto [end, error] = std::from_chars(first, last, value);
    if (error != std::errc() || end != last || last[std::strspn(last, " \t\r\n")] != '\0' || !std::isfinite(value))
        throw RobotFileError(placeOf(path, element) + ": '" + text + "' is no finite number");
    return value;
}

LinearFirst numbersIn(const XMLElement& element, const std::string& path) {
    LinearFirst numbers{};
    std::array<bool, 21> given{};
    for (const XMLElement* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
        std::size_t index = 0;
        while (index < 21 && std::strcmp(child->Name(), kLinearFirstNames[index]) != 0)
            ++index;
        if (index == 21) throw RobotFileError(placeOf(path, *child) + " is no element of <fluid_added_mass>");
        if (given[index]) throw RobotFileError(placeOf(path, *child) + " is there twice");
        given[index] = true;
        numbers[index] = numberIn(*child, path);
    }
    return numbers;
}

} // namespace

GivenAddedMass readFluidAddedMass(const std::string& path, const std::string& link, double fluidDensity) {
    tinyxml2::XMLDocument document;
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS)
        throw RobotFileError(path + ": " + document.ErrorStr());
    std::vector<const XMLElement*> found;
    if (document.RootElement()) collect(*document.RootElement(), link, found);
    const std::string where = link.empty() ? "" : " in a link named '" + link + "'";
    if (found.empty()) throw RobotFileError(path + ": there is no <fluid_added_mass>" + where);
    if (found.size() > 1)
        throw RobotFileError(path + ": there are " + std::to_string(found.size()) + " <fluid_added_mass>" + where +
                             (link.empty() ? "; name a link" : ""));
    GivenAddedMass given;
    given.matrix = fromLinearFirst(numbersIn(*found.front(), path)).matrix();
    given.fluidDensity = fluidDensity;
    return given;
}

} // namespace ambient
