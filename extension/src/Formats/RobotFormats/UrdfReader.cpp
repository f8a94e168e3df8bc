// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotPlugins.h"
#include "RobotFormats/RobotXml.h"
#include "RobotFormats/XmlNumbers.h"

#include <algorithm>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

Vector3 urdfVector(const XMLElement& element, const char* name, const Vector3& otherwise, const std::string& path) {
    const char* text = element.Attribute(name);
    if (!text) return otherwise;
    const std::vector<double> numbers = requiredNumbers(text, 3, name, element, path);
    return {numbers[0], numbers[1], numbers[2]};
}

double urdfNumber(const XMLElement& element, const char* name, const std::string& path) {
    return requiredNumbers(requiredAttribute(element, name, path), 1, name, element, path)[0];
}

double urdfPositive(const XMLElement& element, const char* name, const std::string& path) {
    return requirePositive(urdfNumber(element, name, path), name, element, path);
}

double urdfOptional(const XMLElement& element, const char* name, const std::string& path) {
    return element.Attribute(name) ? urdfNumber(element, name, path) : 0.0;
}

/// The pose of the <origin> in an element.
Pose urdfOrigin(const XMLElement& element, const std::string& path) {
    Pose pose;
    const XMLElement* origin = element.FirstChildElement("origin");
    if (!origin) return pose;
    pose.position = urdfVector(*origin, "xyz", Vector3::Zero(), path);
    pose.orientation = rollPitchYaw(urdfVector(*origin, "rpy", Vector3::Zero(), path));
    return pose;
}

/// The mass of an <inertial>; none: 0, as of a frame or a part that stands.
std::optional<RobotInertia> urdfInertial(const XMLElement& inertial, const std::string& path) {
    const XMLElement& element = requiredChild(inertial, "mass", path);
    const double mass = urdfNumber(element, "value", path);
    if (mass == 0.0) return std::nullopt;
    requirePositive(mass, "value", element, path);
    const XMLElement& inertia = requiredChild(inertial, "inertia", path);
    std::array<double, 6> moments{};
    constexpr const char* names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    for (std::size_t i = 0; i < 6; ++i)
        moments[i] =
            i == 0 || i == 3 || i == 5 ? urdfNumber(inertia, names[i], path) : urdfOptional(inertia, names[i], path);
    return inertiaOf(mass, moments, urdfOrigin(inertial, path), inertia, path);
}

RobotGeometry urdfGeometry(const XMLElement& collision, const std::string& path, const std::string& folder) {
    const XMLElement& geometry = requiredChild(collision, "geometry", path);
    const XMLElement* kind = geometry.FirstChildElement();
    if (!kind) refuseXml(path, geometry, "is empty");
    RobotGeometry shape;
    shape.place = xmlPlace(path, *kind);
    shape.linkFromGeometry = urdfOrigin(collision, path);
    const std::string name = kind->Name();
    if (name == "box") {
        shape.size = urdfVector(*kind, "size", Vector3::Zero(), path);
        for (const double length : shape.size)
            requirePositive(length, "size", *kind, path);
    } else if (name == "sphere") {
        shape.kind = RobotGeometry::Kind::Sphere;
        shape.size.x() = urdfPositive(*kind, "radius", path);
    } else if (name == "cylinder" || name == "capsule") {
        shape.kind = name == "capsule" ? RobotGeometry::Kind::Capsule : RobotGeometry::Kind::Cylinder;
        shape.size = {urdfPositive(*kind, "radius", path), urdfPositive(*kind, "length", path), 0.0};
    } else if (name == "mesh") {
        shape.kind = RobotGeometry::Kind::Mesh;
        shape.file = meshPathOf(requiredAttribute(*kind, "filename", path), folder, *kind, path);
        shape.scale = requireScale(urdfVector(*kind, "scale", Vector3::Ones(), path), *kind, path);
    } else {
        refuseXml(path, *kind, "is no box, cylinder, sphere, capsule or mesh");
    }
    return shape;
}

RobotTreeLink urdfLink(const XMLElement& element, const std::string& path, const std::string& folder,
                       std::vector<std::string>& notes) {
    RobotTreeLink link;
    link.place = xmlPlace(path, element);
    link.name = requiredAttribute(element, "name", path);
    if (const XMLElement* inertial = element.FirstChildElement("inertial")) link.mass = urdfInertial(*inertial, path);
    for (const auto* c = element.FirstChildElement("collision"); c; c = c->NextSiblingElement("collision"))
        if (!isLeftOut(*c, path, notes) && !hasNoSize(*c, path, notes))
            link.shapes.push_back(urdfGeometry(*c, path, folder));
    if (!showsItsShape(element)) return link;
    for (const auto* v = element.FirstChildElement("visual"); v; v = v->NextSiblingElement("visual"))
        addVisual(link, notes, [&] { return urdfGeometry(*v, path, folder); });
    return link;
}

void urdfType(const XMLElement& element, const std::string& path, RobotParts::Joint& joint) {
    const std::string type = requiredAttribute(element, "type", path);
    joint.isFloating = type == "floating";
    if (type == "revolute" || type == "continuous")
        joint.joint.type = RobotJointType::Hinge;
    else if (type == "prismatic")
        joint.joint.type = RobotJointType::Slider;
    else if (type == "planar")
        joint.joint.type = RobotJointType::Planar;
    else if (type == "spherical")
        joint.joint.type = RobotJointType::Ball;
    else if (type != "fixed" && type != "floating")
        refuseXml(path, element,
                  "'" + joint.joint.name + "' has the unknown type '" + type +
                      "'; there are fixed, revolute, continuous, prismatic, planar, spherical and floating");
}

void urdfLimits(const XMLElement& element, const std::string& path, RobotJoint& joint,
                std::vector<std::string>& notes) {
    const XMLElement* limit = element.FirstChildElement("limit");
    if (!limit) return;
    const auto limitOf = [&](const char* name) {
        const char* text = limit->Attribute(name);
        return text ? xmlLimit(text, path, *limit) : 0.0;
    };
    const double lower = limitOf("lower"), upper = limitOf("upper");
    const bool isBounded = joint.type == RobotJointType::Slider ||
                           (joint.type == RobotJointType::Hinge && element.Attribute("type", "revolute"));
    if (isBounded && !(lower <= upper))
        notes.push_back(xmlPlace(path, *limit) + ": lower is above upper: '" + joint.name +
                        "' has no limits, as in Bullet");
    else if (isBounded && (lower > -kUnlimited || upper < kUnlimited))
        joint.limits = {lower, upper};
    if (const double effort = limitOf("effort"); effort > 0.0 && effort < kUnlimited) joint.effort = effort;
}

RobotParts::Joint urdfJoint(const XMLElement& element, const std::string& path, std::vector<std::string>& notes) {
    RobotParts::Joint joint;
    joint.joint.place = xmlPlace(path, element);
    joint.joint.name = requiredAttribute(element, "name", path);
    urdfType(element, path, joint);
    joint.parent = requiredAttribute(requiredChild(element, "parent", path), "link", path);
    joint.child = requiredAttribute(requiredChild(element, "child", path), "link", path);
    joint.parentFromChild = urdfOrigin(element, path);
    const bool hasAxis = joint.joint.type != RobotJointType::Fixed && joint.joint.type != RobotJointType::Ball;
    if (const XMLElement* axis = hasAxis ? element.FirstChildElement("axis") : nullptr)
        joint.joint.axis = requireDirection(urdfVector(*axis, "xyz", Vector3::UnitX(), path), *axis, path);
    urdfLimits(element, path, joint.joint, notes);
    if (const XMLElement* dynamics = element.FirstChildElement("dynamics")) {
        joint.joint.damping = urdfOptional(*dynamics, "damping", path);
        if (joint.joint.damping < 0.0) refuseXml(path, *dynamics, "damping is below 0");
        joint.joint.friction = urdfOptional(*dynamics, "friction", path);
        if (joint.joint.friction < 0.0) refuseXml(path, *dynamics, "friction is below 0");
    }
    if (const XMLElement* mimic = element.FirstChildElement("mimic"))
        joint.joint.mimic = {xmlPlace(path, *mimic), requiredAttribute(*mimic, "joint", path),
                             mimic->Attribute("multiplier") ? urdfNumber(*mimic, "multiplier", path) : 1.0,
                             urdfOptional(*mimic, "offset", path)};
    return joint;
}

/// Added mass in the <gazebo> extensions, which name their link.
void readAddedMasses(const XMLElement& robot, const std::string& path, RobotParts& parts) {
    for (const auto* gazebo = robot.FirstChildElement("gazebo"); gazebo;
         gazebo = gazebo->NextSiblingElement("gazebo")) {
        const XMLElement* element = gazebo->FirstChildElement("fluid_added_mass");
        if (!element) continue;
        const std::string name = requiredAttribute(*gazebo, "reference", path);
        const auto link = std::find_if(parts.links.begin(), parts.links.end(),
                                       [&name](const RobotTreeLink& known) { return known.name == name; });
        if (link == parts.links.end()) refuseXml(path, *gazebo, "there is no link '" + name + "'");
        link->addedMass = addedMassIn(*element, path);
    }
}

} // namespace

RobotParts readUrdf(const XMLElement& robot, const std::string& path, const std::string& folder) {
    RobotParts parts;
    parts.name = robot.Attribute("name") ? robot.Attribute("name") : "robot";
    parts.place = xmlPlace(path, robot);
    for (const auto* link = robot.FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
        parts.links.push_back(urdfLink(*link, path, folder, parts.notes));
        const RobotTreeLink& read = parts.links.back();
        if (link->FirstChildElement("inertial") && !read.mass) parts.standing.insert(read.name);
    }
    for (const auto* joint = robot.FirstChildElement("joint"); joint; joint = joint->NextSiblingElement("joint"))
        parts.joints.push_back(urdfJoint(*joint, path, parts.notes));
    readAddedMasses(robot, path, parts);
    for (const auto* gazebo = robot.FirstChildElement("gazebo"); gazebo; gazebo = gazebo->NextSiblingElement("gazebo"))
        readPlugins(*gazebo, path, parts);
    return parts;
}

} // namespace ambient
