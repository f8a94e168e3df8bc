// SPDX-License-Identifier: Zlib
#include "RobotFormats/FluidAddedMassXml.h"

#include "RobotFormats/MjcfFluid.h"
#include "RobotFormats/RobotXml.h"

#include <tinyxml2.h>

#include <cstring>
#include <vector>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

/// Name of the link of an element: the enclosing <link>, or the reference of a <gazebo> extension.
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

bool isMjcf(const tinyxml2::XMLDocument& document) {
    return document.RootElement() && std::strcmp(document.RootElement()->Name(), "mujoco") == 0;
}

void load(tinyxml2::XMLDocument& document, const std::string& path) {
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS)
        throw RobotFileError(path + ": " + document.ErrorStr());
}

} // namespace

std::string lackOfFluidFormat(const std::string& path) {
    tinyxml2::XMLDocument document;
    load(document, path);
    if (!isMjcf(document)) return "";
    return "MJCF holds ellipsoids and no 6x6: the added mass is the sum over the ellipsoids, without the coupling "
           "of rotation and translation of less symmetric shapes; fluidcoef (drag and lift) is not read";
}

GivenAddedMass readFluidAddedMass(const std::string& path, const std::string& link, double fluidDensity) {
    tinyxml2::XMLDocument document;
    load(document, path);
    GivenAddedMass given;
    given.fluidDensity = fluidDensity;
    if (isMjcf(document)) {
        given.matrix = fluidDensity * readMjcfAddedMass(*document.RootElement(), path, link).matrix();
        return given;
    }
    std::vector<const XMLElement*> found;
    if (document.RootElement()) collect(*document.RootElement(), link, found);
    const std::string where = link.empty() ? "" : " in a link named '" + link + "'";
    if (found.empty()) throw RobotFileError(path + ": there is no <fluid_added_mass>" + where);
    if (found.size() > 1)
        throw RobotFileError(path + ": there are " + std::to_string(found.size()) + " <fluid_added_mass>" + where +
                             (link.empty() ? "; name a link" : ""));
    given.matrix = addedMassIn(*found.front(), path);
    return given;
}

} // namespace ambient
