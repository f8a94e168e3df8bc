// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotXml.h"

#include "AmbientFluid/Math/LinearFirst.h"
#include "FileBytes.h"
#include "FilePath.h"
#include "RobotFormats/ResourcePath.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>

namespace ambient {
namespace {

namespace fs = std::filesystem;

/// The text with quotes around all values of attributes that have none.
std::string withQuotes(const std::string& text) {
    std::string quoted;
    bool isInTag = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (text.compare(i, 4, "<!--") == 0) {
            const std::size_t end = std::min(text.find("-->", i), text.size());
            quoted.append(text, i, end - i);
            i = end - 1;
            continue;
        }
        if (letter == '<') isInTag = true;
        if (letter == '>') isInTag = false;
        quoted += letter;
        if (!isInTag) continue;
        if (letter == '"' || letter == '\'') {
            const std::size_t end = std::min(text.find(letter, i + 1), text.size() - 1);
            quoted.append(text, i + 1, end - i);
            i = end;
        } else if (letter == '=' && i + 1 < text.size() && !std::strchr("\"' \t\r\n<>", text[i + 1])) {
            std::size_t end = std::min(text.find_first_of(" \t\r\n<>", i), text.size());
            if (text.compare(end - 1, 2, "/>") == 0) --end;
            quoted += '"' + text.substr(i + 1, end - i - 1) + '"';
            i = end - 1;
        }
    }
    return quoted;
}

/// The model and its file, MODEL/PATH, of an address at Gazebo's Fuel, .../models/MODEL/VERSION/files/PATH; else empty.
std::string ofFuel(const std::string& address) {
    const std::size_t models = address.find("/models/"), files = address.find("/files/");
    if (models == std::string::npos || files == std::string::npos || files < models) return "";
    const std::size_t first = models + std::strlen("/models/");
    return address.substr(first, address.find('/', first) - first) + "/" +
           address.substr(files + std::strlen("/files/"));
}

/// The file for an absolute path of another machine, as xacro writes them there, in a package of the same name here;
/// empty: there is none.
fs::path ofAnotherMachine(const fs::path& path, const fs::path& folder) {
    const std::string names = path.relative_path().generic_u8string();
    for (std::size_t at = names.find('/'); at != std::string::npos; at = names.find('/', at + 1)) {
        const std::string tail = names.substr(at + 1);
        if (tail.find('/') == std::string::npos) break;
        if (const fs::path found = inPackage(tail, folder); isFileAt(found)) return found;
    }
    return {};
}

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
    constexpr double rounding = 1e-12, slip = 1e-2; // of a file's few digits, or of its program
    constexpr double least = 1e-15; // square of a radius of gyration beside which a robot is any size [m^2]
    const bool isZero = given.diagonal().isZero(0.0) || principal.cwiseAbs().maxCoeff() <= least * mass;
    if (!isZero && principal(0) < -slip * std::max(principal(2), 0.0))
        requirePositive(principal(0), "the smallest principal moment of inertia", element, path);
    inertia.isOfShapes = isZero || !(principal(0) > rounding * principal(2));
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
    if (packageAndFile.empty() && name.rfind("http", 0) == 0) packageAndFile = ofFuel(name);
    const std::string plain = after("file://").empty() ? name : after("file://");
    if (packageAndFile.empty())
        found = pathOfUri(utf8Of(base), plain);
    else
        found = inPackage(packageAndFile, base);
    // file://NAME/PATH without a third slash is Gazebo's too: in a folder NAME of the search path.
    if (packageAndFile.empty() && plain != name && !isFileAt(found))
        if (const fs::path inSearchPath = inPackage(plain, base); !inSearchPath.empty()) found = inSearchPath;
    if (found.empty() && decodedUri(packageAndFile) != packageAndFile)
        found = inPackage(decodedUri(packageAndFile), base);
    if (packageAndFile.empty() && pathFromUtf8(plain).is_absolute() && !isFileAt(found))
        found = ofAnotherMachine(found, base);
    if ((found.empty() || !isFileAt(found)) && !packageAndFile.empty())
        refuseXml(path, element,
                  "there is no file '" + name +
                      "' beside or above the file, nor on the search path: " + searchPathText());
    if (found.empty() || !isFileAt(found)) refuseXml(path, element, "there is no file '" + name + "'");
    return utf8Of(found.lexically_normal());
}

bool isLeftOut(const tinyxml2::XMLElement& collision, const std::string& path, std::vector<std::string>& notes) {
    const tinyxml2::XMLElement* geometry = collision.FirstChildElement("geometry");
    for (const char* kind : {"plane", "heightmap", "empty", "polyline", "image"})
        if (const auto* shape = geometry ? geometry->FirstChildElement(kind) : nullptr) {
            const bool isOutline = isXml(*shape, "polyline") || isXml(*shape, "image");
            notes.push_back(xmlPlace(path, *shape) + ": is left out: " +
                            (isOutline ? "outlines are not read; give a mesh or boxes"
                                       : "no body has this shape; a wall of the world is a plane"));
            return true;
        }
    return false;
}

bool hasNoSize(const tinyxml2::XMLElement& collision, const std::string& path, std::vector<std::string>& notes) {
    const tinyxml2::XMLElement* geometry = collision.FirstChildElement("geometry");
    const tinyxml2::XMLElement* kind = geometry ? geometry->FirstChildElement() : nullptr;
    for (const char* name : {"radius", "length", "size", "radii"}) {
        const char* text = kind ? kind->Attribute(name) : nullptr;
        const tinyxml2::XMLElement* child = kind ? kind->FirstChildElement(name) : nullptr;
        if (!text && child) text = child->GetText();
        for (const char* at = text; at && at[std::strspn(at, kXmlSpace)] != '\0';) {
            if (nextXmlNumber(at, path, *kind) != 0.0) continue;
            notes.push_back(xmlPlace(path, *kind) + ": is left out: its " + name + " is '" + text + "'");
            return true;
        }
    }
    return false;
}

/// Whether a link of URDF hangs on a joint that is not fixed.
static bool moves(const tinyxml2::XMLElement& link, const tinyxml2::XMLElement& robot) {
    const char* name = link.Attribute("name");
    for (const auto* joint = robot.FirstChildElement("joint"); joint && name;
         joint = joint->NextSiblingElement("joint")) {
        const tinyxml2::XMLElement* child = joint->FirstChildElement("child");
        const char *of = child ? child->Attribute("link") : nullptr, *type = joint->Attribute("type");
        if (of && type && std::strcmp(of, name) == 0)
            return std::strcmp(type, "fixed") != 0 && std::strcmp(type, "floating") != 0;
    }
    return false;
}

bool showsItsShape(const tinyxml2::XMLElement& link) {
    if (link.FirstChildElement("collision") || !link.FirstChildElement("visual")) return false;
    if (link.FirstChildElement("inertial")) return true;
    const tinyxml2::XMLElement* robot = link.Parent() ? link.Parent()->ToElement() : nullptr;
    if (robot && isXml(*robot, "robot") && moves(link, *robot)) return true;
    for (const auto* other = robot ? robot->FirstChildElement("link") : nullptr; other;
         other = other->NextSiblingElement("link"))
        if (other->FirstChildElement("collision")) return false;
    return true;
}

void addVisual(RobotTreeLink& link, std::vector<std::string>& notes, const std::function<RobotGeometry()>& read) {
    try {
        RobotGeometry shape = read();
        shape.isVisual = true;
        if (link.shapes.empty() && !link.place.empty())
            notes.push_back(link.place + ": '" + link.name +
                            "' has no <collision>: its visual shapes are in their place");
        link.shapes.push_back(std::move(shape));
    } catch (const RobotFileError& error) {
        notes.push_back(std::string(error.what()) + ": the visual shape is left out");
    }
}

void loadRobotXml(tinyxml2::XMLDocument& document, const std::string& path) {
    std::optional<std::string> text = bytesOfFile(path);
    if (!text) throw RobotFileError(path + ": cannot be read");
    parseRobotXml(document, *std::move(text), path);
}

void parseRobotXml(tinyxml2::XMLDocument& document, std::string text, const std::string& path) {
    // Comments before the declaration are common; the blanks keep the numbers of the lines.
    const std::size_t first = text.find("<?xml");
    if (first != std::string::npos && first > 0)
        for (std::size_t i = first; i < text.size(); ++i) {
            const bool isEnd = text[i] == '>';
            if (text[i] != '\n') text[i] = ' ';
            if (isEnd) break;
        }
    if (document.Parse(text.c_str(), text.size()) == tinyxml2::XML_SUCCESS) return;
    if (document.ErrorID() == tinyxml2::XML_ERROR_PARSING_ATTRIBUTE) {
        // Values without quotes are common too, since Gazebo's reader takes them. A refusal is that of the text as it
        // was.
        tinyxml2::XMLDocument quoted;
        const std::string mended = withQuotes(text);
        if (quoted.Parse(mended.c_str(), mended.size()) == tinyxml2::XML_SUCCESS) {
            document.Parse(mended.c_str(), mended.size());
            return;
        }
    }
    if (document.ErrorLineNum() == 0) throw RobotFileError(path + ": cannot be read");
    throw RobotFileError(path + ":" + std::to_string(document.ErrorLineNum()) + ": is no XML: " + document.ErrorName());
}

void moveOrigin(RobotTreeLink& link, const Vector3& shift) {
    Pose newFromOld;
    newFromOld.position = -shift;
    if (link.mass) link.mass->centerOfMass -= shift;
    for (RobotGeometry& shape : link.shapes)
        shape.linkFromGeometry = newFromOld * shape.linkFromGeometry;
    if (link.addedMass) link.addedMass = SpatialInertia(*link.addedMass).changeFrame(newFromOld.inverse()).matrix();
}

RobotTreeLink lightCopy(const RobotTreeLink& of, const std::string& name, const std::string& place) {
    constexpr double share = 1e-4;
    RobotTreeLink link;
    link.place = place;
    link.name = name;
    RobotInertia inertia;
    const double mass = of.mass && !of.mass->density ? of.mass->mass : 1.0;
    const bool hasMoments = of.mass && !of.mass->isOfShapes && !of.mass->density;
    inertia.mass = share * mass;
    inertia.moments = share * (hasMoments ? of.mass->moments : Matrix3(0.01 * mass * Matrix3::Identity()));
    link.mass = inertia;
    return link;
}

std::set<std::string> linksOfTree(const RobotParts& parts, const std::string& root) {
    std::set<std::string> found = {root};
    for (std::size_t before = 0; before != found.size();) {
        before = found.size();
        for (const RobotParts::Joint& joint : parts.joints)
            if (found.count(joint.parent)) found.insert(joint.child);
    }
    return found;
}

void keepOneTree(RobotParts& parts, const std::string& root) {
    std::set<std::string> kept = linksOfTree(parts, root);
    // A joint from an unknown link stays, for the tree to refuse it.
    for (const RobotParts::Joint& joint : parts.joints)
        if (std::none_of(parts.links.begin(), parts.links.end(),
                         [&joint](const RobotTreeLink& link) { return link.name == joint.parent; }))
            kept.insert(joint.parent);
    const auto isLeftOut = [&kept](const std::string& name) { return kept.count(name) == 0; };
    for (const RobotTreeLink& link : parts.links)
        if (isLeftOut(link.name))
            parts.notes.push_back(link.place + ": '" + link.name + "' is left out: no joint joins it to '" + root +
                                  "'");
    const auto erase = [](auto& list, auto test) {
        list.erase(std::remove_if(list.begin(), list.end(), test), list.end());
    };
    erase(parts.links, [&](const RobotTreeLink& link) { return isLeftOut(link.name); });
    erase(parts.joints, [&](const RobotParts::Joint& joint) { return isLeftOut(joint.parent); });
}

std::string shortText(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
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
