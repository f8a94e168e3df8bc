// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfActuators.h"

#include <algorithm>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

/// The largest size of a range that counts; none: no limit.
std::optional<double> limitOf(const MjcfFile& file, const XMLElement& element, const std::string& kind) {
    const std::vector<double> range = file.numbers(element, "", (kind + "range").c_str(), 2);
    const bool isLimited = file.flag(element, "", (kind + "limited").c_str(), file.hasAutoLimits() && !range.empty());
    if (!isLimited || range.empty()) return std::nullopt;
    const double largest = std::max(std::fabs(range[0]), std::fabs(range[1]));
    return largest > 0.0 ? std::optional<double>(largest) : std::nullopt;
}

std::optional<double> smaller(std::optional<double> a, std::optional<double> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
}

/// Takes an actuator of a joint. \returns whether it acts
bool takeActuator(const MjcfFile& file, const XMLElement& element, RobotJoint& joint) {
    const std::string kind = element.Name();
    const std::vector<double> gears = file.numbers(element, "", "gear", 1);
    const double gear = gears.empty() ? 1.0 : std::fabs(gears[0]);
    const std::optional<double> force = limitOf(file, element, "force");
    std::optional<double> limit;
    if (force) limit = *force * gear;
    if (kind == "motor") {
        if (const std::optional<double> control = limitOf(file, element, "ctrl"))
            limit = smaller(limit, *control * gear);
        joint.effort = smaller(joint.effort, limit);
        return true;
    }
    if ((kind != "position" && kind != "velocity") || joint.servo || joint.type == RobotJointType::Ball) return false;
    RobotServo servo;
    const bool isPosition = kind == "position";
    servo.stiffness = isPosition ? gear * gear * file.number(element, "", "kp", 1.0) : 0.0;
    servo.damping = gear * gear * file.number(element, "", "kv", isPosition ? 0.0 : 1.0);
    servo.limit = limit;
    joint.effort = smaller(joint.effort, limit);
    if (servo.stiffness > 0.0 || servo.damping > 0.0) joint.servo = servo;
    return servo.stiffness >= 0.0 && servo.damping >= 0.0;
}

} // namespace

void readMjcfActuators(const MjcfFile& file, RobotParts& parts) {
    for (const XMLElement* element : file.section("actuator")) {
        const char* name = file.text(*element, "", "joint");
        const auto joint =
            std::find_if(parts.joints.begin(), parts.joints.end(),
                         [name](const RobotParts::Joint& known) { return name && known.joint.name == name; });
        if (joint == parts.joints.end() || !takeActuator(file, *element, joint->joint))
            parts.notes.push_back(file.place(*element) + ": has no effect" +
                                  (name ? std::string(" on '") + name + "'" : ": it moves no joint"));
    }
}

} // namespace ambient
