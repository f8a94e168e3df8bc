// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotXml.h"

#include "AmbientFluid/Math/LinearFirst.h"
#include "FilePath.h"
#include "RobotFormats/ResourcePath.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace ambient {
namespace {

namespace fs = std::filesystem;

} // namespace

void refuseXml(const std::string& path, const tinyxml2::XMLElement& element, const std::string& why) {
    throw RobotFileError(xmlPlace(path, element) + ": " + why);
}

const tinyxml2::XMLElement& requiredChild(const tinyxml2::XMLElement& element, const char* name,
                                          const std::string& path) {
    const tinyxml2::XMLElement* child = element.FirstChildElement(name);
    if (!child) refuseXml(path, element, std::string("has no <") + name + ">");
    return *child;
}

std::string requiredAttribute(const tinyxml2::XMLElement& element, const char* name, const std::string& path) {
    const char* text = element.Attribute(name);
    if (!text || !*text) refuseXml(path, element, std::string("has no attribute '") + name + "'");
    return text;
}

std::vector<double> requiredNumbers(const std::string& text, std::size_t count, const std::string& name,
                                    const tinyxml2::XMLElement& element, const std::string& path) {
    std::vector<double> numbers;
    for (const char* at = text.c_str(); at[std::strspn(at, kXmlSpace)] != '\0';)
        numbers.push_back(nextXmlNumber(at, path, element));
    if (numbers.size() != count)
        refuseXml(path, element,
                  (name.empty() ? "" : name + ": ") + "needs " + std::to_string(count) + " number" +
                      (count == 1 ? "" : "s") + ", got '" + text + "'");
    return numbers;
}

double requirePositive(double value, const std::string& name, const tinyxml2::XMLElement& element,
                       const std::string& path) {
    if (value > 0.0) return value;
    char text[40];
    std::snprintf(text, sizeof text, " %g is not above 0", value);
    refuseXml(path, element, name + text);
}

Vector3 requireDirection(const Vector3& direction, const tinyxml2::XMLElement& element, const std::string& path) {
    if (!(direction.norm() > 1e-9)) refuseXml(path, element, "the axis is zero");
    return direction.normalized();
}

Vector3 requireScale(const Vector3& scale, const tinyxml2::XMLElement& element, const std::string& path) {
    if (!(scale.cwiseAbs().minCoeff() > 0.0)) refuseXml(path, element, "a factor of the scale is 0");
    return scale;
}

Quaternion rollPitchYaw(const Vector3& angles) {
    return Eigen::AngleAxisd(angles.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vector3::UnitY()) *
           Eigen::AngleAxisd(angles.x(), Vector3::UnitX());
}

RobotInertia inertiaOf(double mass, const std::array<double, 6>& moments, const Pose& linkFromInertia,
                       const tinyxml2::XMLElement& element, const std::string& path) {
    RobotInertia inertia;
    inertia.mass = mass;
    inertia.centerOfMass = linkFromInertia.position;
    Matrix3 given;
    given << moments[0], moments[1], moments[2], moments[1], moments[3], moments[4], moments[2], moments[4], moments[5];
    const Vector3 principal = Eigen::SelfAdjointEigenSolver<Matrix3>(given, Eigen::EigenvaluesOnly).eigenvalues();
    constexpr double rounding = 1e-12;
    if (principal(0) < -rounding * std::max(principal(2), 0.0))
        requirePositive(principal(0), "the smallest principal moment of inertia", element, path);
    inertia.isOfShapes = !(principal(0) > rounding * principal(2));
    if (inertia.isOfShapes) return inertia;
    // The identity rotation leaves the numbers unchanged.
    const Matrix3 turn = linkFromInertia.orientation.toRotationMatrix();
    inertia.moments = turn.isIdentity(0.0) ? given : Matrix3(turn * given * turn.transpose());
    return inertia;
}

std::string meshPathOf(const std::string& name, const std::string& folder, const tinyxml2::XMLElement& element,
                       const std::string& path) {
    const fs::path base = fs::absolute(folder.empty() ? fs::path(".") : pathFromUtf8(folder)).lexically_normal();
    fs::path found;
    const auto after = [&name](const char* scheme) {
        const std::size_t length = std::strlen(scheme);
        return name.compare(0, length, scheme) == 0 ? name.substr(length) : std::string();
    };
    std::string packageAndFile;
    for (const char* scheme : {"package://", "model://", "models://"})
        if (packageAndFile.empty()) packageAndFile = after(scheme);
    const std::string plain = after("file://").empty() ? name : after("file://");
    if (packageAndFile.empty())
        found = pathOfUri(utf8Of(base), plain);
    else
        found = inPackage(packageAndFile, base);
    if (found.empty() && decodedUri(packageAndFile) != packageAndFile)
        found = inPackage(decodedUri(packageAndFile), base);
    if ((found.empty() || !fs::is_regular_file(found)) && !packageAndFile.empty())
        refuseXml(path, element,
                  "there is no file '" + name +
                      "' beside or above the file, nor on the search path: " + searchPathText());
    if (found.empty() || !fs::is_regular_file(found)) refuseXml(path, element, "there is no file '" + name + "'");
    return utf8Of(found.lexically_normal());
}

Matrix6 addedMassIn(const tinyxml2::XMLElement& element, const std::string& path) {
    LinearFirst numbers{};
    std::array<bool, 21> given{};
    for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
        std::size_t index = 0;
        while (index < 21 && std::strcmp(child->Name(), kLinearFirstNames[index]) != 0)
            ++index;
        if (index == 21) throw RobotFileError(xmlPlace(path, *child) + " is not an element of <fluid_added_mass>");
        if (given[index]) throw RobotFileError(xmlPlace(path, *child) + " appears twice");
        given[index] = true;
        numbers[index] = requiredNumbers(child->GetText() ? child->GetText() : "", 1, "", *child, path)[0];
    }
    return fromLinearFirst(numbers).matrix();
}

} // namespace ambient
