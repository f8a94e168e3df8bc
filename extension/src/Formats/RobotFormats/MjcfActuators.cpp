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

/// Force of an actuator: gain control + bias[0] + bias[1] length + bias[2] rate.
struct AffineForce {
    double gain = 0.0;
    Vector3 bias = Vector3::Zero();
};

/// none: the actuator is of another kind
std::optional<AffineForce> forceOf(const MjcfFile& file, const XMLElement& element) {
    const std::string kind = element.Name();
    const auto isWord = [&](const char* name, const std::string& usual) {
        const char* given = file.text(element, "", name);
        return !given || given == usual;
    };
    if (kind == "motor") return AffineForce{1.0, Vector3::Zero()};
    if (kind == "position" || kind == "velocity") {
        const bool isPosition = kind == "position";
        const double k = isPosition ? file.number(element, "", "kp", 1.0) : 0.0;
        const double d = file.number(element, "", "kv", isPosition ? 0.0 : 1.0);
        return AffineForce{isPosition ? k : d, {0.0, -k, -d}};
    }
    if (kind != "general" || !isWord("gaintype", "fixed")) return std::nullopt;
    AffineForce force;
    const std::vector<double> gain = file.numbers(element, "", "gainprm", 1);
    force.gain = gain.empty() ? 1.0 : gain[0];
    if (isWord("biastype", "none")) return force;
    if (!isWord("biastype", "affine")) return std::nullopt;
    const std::vector<double> bias = file.numbers(element, "", "biasprm", 1);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, bias.size()); ++i)
        force.bias[static_cast<int>(i)] = bias[i];
    return force;
}

/// Takes an actuator of a joint. \returns whether it acts
bool takeActuator(const MjcfFile& file, const XMLElement& element, RobotJoint& joint) {
    const std::optional<AffineForce> affine = forceOf(file, element);
    if (!affine) return false;
    const std::vector<double> gears = file.numbers(element, "", "gear", 1);
    const double gear = gears.empty() ? 1.0 : gears[0]; // the length is that many times the joint's position
    const std::optional<double> force = limitOf(file, element, "force");
    std::optional<double> limit;
    if (force && gear != 0.0) limit = *force * std::fabs(gear);
    if (affine->bias.isZero(0.0)) {
        const double gain = std::fabs(affine->gain * gear);
        if (const std::optional<double> control = limitOf(file, element, "ctrl"); control && gain > 0.0)
            limit = smaller(limit, *control * gain);
        joint.effort = smaller(joint.effort, limit);
        return true;
    }
    if (joint.servo || joint.type == RobotJointType::Ball) return false;
    RobotServo servo;
    servo.stiffness = -gear * gear * affine->bias[1];
    servo.damping = -gear * gear * affine->bias[2];
    if (servo.stiffness > 0.0) servo.position = gear * affine->bias[0] / servo.stiffness;
    servo.limit = limit;
    const bool acts = servo.stiffness >= 0.0 && servo.damping >= 0.0 && (servo.stiffness > 0.0 || servo.damping > 0.0);
    if (!acts) return false;
    joint.effort = smaller(joint.effort, limit);
    joint.servo = servo;
    return true;
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
