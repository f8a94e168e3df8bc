// SPDX-License-Identifier: Zlib
#include "RobotFormats/SdfParts.h"
#include "RobotFormats/SdfText.h"
#include "RobotFormats/XmlNumbers.h"

#include <algorithm>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

/// Whether a joint has two axes.
bool hasTwoAxes(const std::string& type) {
    return type == "universal" || type == "revolute2";
}

void sdfType(const XMLElement& element, const std::string& path, RobotJoint& joint, std::vector<std::string>& notes) {
    const std::string type = requiredAttribute(element, "type", path);
    if (type == "revolute" || type == "continuous" || type == "screw" || hasTwoAxes(type))
        joint.type = RobotJointType::Hinge;
    else if (type == "prismatic")
        joint.type = RobotJointType::Slider;
    else if (type == "ball")
        joint.type = RobotJointType::Ball;
    else if (type != "fixed")
        refuseXml(path, element,
                  "'" + joint.name + "' has the type '" + type +
                      "', which is not read; fixed, revolute, continuous, prismatic, ball, universal, revolute2 and "
                      "screw are");
    if (type == "screw")
        notes.push_back(xmlPlace(path, element) + ": the thread of '" + joint.name + "' has no effect: it turns only");
}

void sdfLimits(const XMLElement& element, const XMLElement& axis, const std::string& path, RobotJoint& joint) {
    const XMLElement* limit = axis.FirstChildElement("limit");
    const auto limitOf = [&](const char* name, double otherwise) {
        const XMLElement* one = limit ? limit->FirstChildElement(name) : nullptr;
        return one ? xmlLimit(sdfText(*one, path), path, *one) : otherwise;
    };
    const double lower = limitOf("lower", -kUnlimited), upper = limitOf("upper", kUnlimited);
    if (lower > upper) refuseXml(path, *limit, "lower is above upper");
    const bool isBounded = joint.type == RobotJointType::Slider || !element.Attribute("type", "continuous");
    if (isBounded && (lower > -kUnlimited || upper < kUnlimited)) joint.limits = {lower, upper};
    if (const double effort = limitOf("effort", -1.0); effort > 0.0 && effort < kUnlimited) joint.effort = effort;
}

/// Turn of the frame in which the axis of a joint is given. \param isOld whether the file has a version up to 1.4
Quaternion modelFromAxis(const XMLElement& joint, const XMLElement& axis, const XMLElement* xyz, bool isOld,
                         const std::string& path, const SdfFrames& frames) {
    if (const char* name = xyz ? xyz->Attribute("expressed_in") : nullptr; name && *name)
        return frames.modelFromFrame(name, *xyz).orientation;
    const bool isOfModel =
        axis.FirstChildElement("use_parent_model_frame") ? sdfFlag(axis, "use_parent_model_frame", path) : isOld;
    return isOfModel ? Quaternion(Quaternion::Identity()) : frames.modelFrom(joint).orientation;
}

void sdfDynamics(const XMLElement& axis, const std::string& path, RobotJoint& joint) {
    const XMLElement* dynamics = axis.FirstChildElement("dynamics");
    if (!dynamics) return;
    joint.damping = sdfOptional(dynamics, "damping", 0.0, path);
    joint.friction = sdfOptional(dynamics, "friction", 0.0, path);
    RobotServo spring;
    spring.stiffness = sdfOptional(dynamics, "spring_stiffness", 0.0, path);
    spring.position = sdfOptional(dynamics, "spring_reference", 0.0, path);
    if (joint.damping < 0.0) refuseXml(path, *dynamics, "damping is below 0");
    if (joint.friction < 0.0) refuseXml(path, *dynamics, "friction is below 0");
    if (spring.stiffness < 0.0) refuseXml(path, *dynamics, "spring_stiffness is below 0");
    if (spring.stiffness > 0.0) joint.servo = spring;
}

void sdfMimic(const XMLElement& axis, const std::string& path, RobotJoint& joint) {
    const XMLElement* mimic = axis.FirstChildElement("mimic");
    if (!mimic) return;
    const double ratio = sdfOptional(mimic, "multiplier", 1.0, path),
                 start = sdfOptional(mimic, "reference", 0.0, path);
    joint.mimic = {xmlPlace(path, *mimic), requiredAttribute(*mimic, "joint", path), ratio,
                   sdfOptional(mimic, "offset", 0.0, path) - ratio * start};
}

/// One axis of a joint; `child` gives the axes of the direction.
void sdfAxis(const XMLElement& element, const XMLElement& axis, const std::string& child, bool isOld,
             const std::string& path, const SdfFrames& frames, RobotJoint& joint) {
    Vector3 direction = Vector3::UnitZ(); // SDF's default
    const XMLElement* xyz = axis.FirstChildElement("xyz");
    if (xyz) {
        const std::vector<double> n = requiredNumbers(sdfText(*xyz, path), 3, "", *xyz, path);
        direction = requireDirection({n[0], n[1], n[2]}, *xyz, path);
    }
    joint.axis = frames.modelFromFrame(child, element).orientation.conjugate() *
                 (modelFromAxis(element, axis, xyz, isOld, path, frames) * direction);
    sdfLimits(element, axis, path, joint);
    sdfDynamics(axis, path, joint);
    sdfMimic(axis, path, joint);
}

} // namespace

void readSdfJoint(const XMLElement& element, bool isOld, const std::string& path, const SdfFrames& frames,
                  SdfModel& model) {
    RobotParts::Joint joint;
    joint.joint.place = xmlPlace(path, element);
    joint.joint.name = requiredAttribute(element, "name", path);
    if (element.Attribute("type", "gearbox")) {
        model.parts.notes.push_back(joint.joint.place + ": the gearbox '" + joint.joint.name + "' has no effect");
        return;
    }
    sdfType(element, path, joint.joint, model.parts.notes);
    joint.parent = frames.linkOf(sdfText(requiredChild(element, "parent", path), path), element);
    joint.child = frames.linkOf(sdfText(requiredChild(element, "child", path), path), element);
    const Vector3 origin = frames.modelFrom(element).position;
    for (const RobotParts::Joint& other : model.parts.joints)
        if (other.child == joint.child) {
            model.parts.notes.push_back(joint.joint.place + ": '" + joint.joint.name + "' has no effect: '" +
                                        joint.child + "' is the child of '" + other.joint.name +
                                        "', and a loop of joints is not read");
            return;
        }
    const std::string child = joint.child;
    const XMLElement *first = element.FirstChildElement("axis"), *second = element.FirstChildElement("axis2");
    const bool turns = joint.joint.type != RobotJointType::Fixed && joint.joint.type != RobotJointType::Ball;
    if (turns && first) sdfAxis(element, *first, child, isOld, path, frames, joint.joint);
    const auto body = std::find_if(model.parts.links.begin(), model.parts.links.end(),
                                   [&child](const RobotTreeLink& link) { return link.name == child; });
    if (!turns || !second || !hasTwoAxes(element.Attribute("type")) || body == model.parts.links.end()) {
        model.parts.joints.push_back(joint);
        model.jointOrigins.push_back(origin);
        return;
    }
    // A light link turns with the first axis only.
    const RobotTreeLink light = lightCopy(*body, joint.joint.name + "_cross", joint.joint.place);
    model.modelFromLink[light.name] = {model.modelFromLink[child].orientation, origin};
    model.parts.links.push_back(light);
    joint.child = light.name;
    RobotParts::Joint other = joint;
    other.parent = light.name;
    other.child = child;
    other.joint.name += "_2";
    other.joint.limits.reset();
    other.joint.effort.reset();
    other.joint.servo.reset();
    other.joint.mimic.reset();
    sdfAxis(element, *second, child, isOld, path, frames, other.joint);
    for (const RobotParts::Joint& each : {joint, other}) {
        model.parts.joints.push_back(each);
        model.jointOrigins.push_back(origin);
    }
}

} // namespace ambient
