// SPDX-License-Identifier: Zlib
#include "RobotFormats/SdfText.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

namespace ambient {

using tinyxml2::XMLElement;

std::string sdfText(const XMLElement& element, const std::string& path) {
    std::string text = textWithin(element);
    if (text.empty()) refuseXml(path, element, "is empty");
    return text;
}

double sdfNumber(const XMLElement& element, const std::string& path) {
    return requiredNumbers(sdfText(element, path), 1, "", element, path)[0];
}

double sdfOptional(const XMLElement* parent, const char* name, double otherwise, const std::string& path) {
    const XMLElement* element = parent ? parent->FirstChildElement(name) : nullptr;
    return element ? sdfNumber(*element, path) : otherwise;
}

double sdfPositive(const XMLElement& parent, const char* name, const std::string& path) {
    const XMLElement& element = requiredChild(parent, name, path);
    return requirePositive(sdfNumber(element, path), "the number", element, path);
}

/// The number of words in a text.
static std::size_t numbersIn(const char* text) {
    std::size_t count = 0;
    for (text += std::strspn(text, kXmlSpace); *text != '\0'; text += std::strspn(text, kXmlSpace), ++count)
        text += std::strcspn(text, kXmlSpace);
    return count;
}

Pose sdfPose(const XMLElement& element, const std::string& path) {
    Pose pose;
    const XMLElement* child = element.FirstChildElement("pose");
    if (!child || !child->GetText()) return pose;
    const char* format = child->Attribute("rotation_format");
    if (format && std::strcmp(format, "quat_xyzw") == 0) {
        const std::vector<double> n = requiredNumbers(child->GetText(), 7, "", *child, path);
        pose.position = {n[0], n[1], n[2]};
        pose.orientation = Quaternion(n[6], n[3], n[4], n[5]);
        if (!(std::abs(pose.orientation.norm() - 1.0) < 1e-3))
            refuseXml(path, *child, "the quaternion has no length 1");
        pose.orientation.normalize();
        return pose;
    }
    if (format && std::strcmp(format, "euler_rpy") != 0)
        refuseXml(path, *child, "rotation_format is '" + std::string(format) + "'; there are euler_rpy and quat_xyzw");
    // Gazebo takes a position alone.
    const bool isPosition = numbersIn(child->GetText()) == 3;
    const std::string text = child->GetText() + std::string(isPosition ? " 0 0 0" : "");
    const std::vector<double> n = requiredNumbers(text, 6, "", *child, path);
    const double degrees = child->BoolAttribute("degrees", false) ? kPi / 180.0 : 1.0;
    pose.position = {n[0], n[1], n[2]};
    pose.orientation = rollPitchYaw(degrees * Vector3(n[3], n[4], n[5]));
    return pose;
}

std::string sdfFrameOfPose(const XMLElement& element) {
    const XMLElement* pose = element.FirstChildElement("pose");
    for (const char* attribute : {"relative_to", "frame"})
        if (const char* name = pose ? pose->Attribute(attribute) : nullptr; name && *name) return name;
    return "";
}

bool sdfFlag(const XMLElement& parent, const char* name, const std::string& path) {
    const XMLElement* element = parent.FirstChildElement(name);
    if (!element) return false;
    std::string text = sdfText(*element, path);
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    refuseXml(path, *element, "'" + text + "' is neither true nor false");
}

} // namespace ambient
