// SPDX-License-Identifier: Zlib
#include "Human.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Quaternion;
using ambient::Vector3;

/// A part of the body. Lengths in metres, at rest.
struct HumanPart {
    const char* name;
    int parent;
    double share;    ///< of the mass
    Vector3 joint;   ///< from the parent's joint (of the trunk: its centre)
    Vector3 centre;  ///< from the own joint
    double half;     ///< half its length, along `axis`
    int axis;        ///< 1: y, 2: z
    double flatness; ///< of its section: x over the other width
};

constexpr double kHumanMass = 73.0;

const std::vector<HumanPart>& humanParts() {
    static const std::vector<HumanPart> all = [] {
        std::vector<HumanPart> list = {
            {"trunk", -1, 0.435, {0, 0, 0}, {0, 0, 0}, 0.36, 1, 1.35},
            {"head", 0, 0.069, {0, 0.36, 0}, {0, 0.13, 0}, 0.14, 1, 0.93},
        };
        for (const double side : {1.0, -1.0}) {
            const bool isLeft = side > 0.0;
            const int first = static_cast<int>(list.size());
            list.push_back({isLeft ? "left_upper_arm" : "right_upper_arm",
                            0,
                            0.027,
                            {0.2 * side, 0.27, 0},
                            {0, -0.15, 0},
                            0.16,
                            1,
                            1.0});
            list.push_back({isLeft ? "left_forearm" : "right_forearm",
                            first,
                            0.016,
                            {0, -0.29, 0},
                            {0, -0.135, 0},
                            0.145,
                            1,
                            1.0});
            list.push_back(
                {isLeft ? "left_hand" : "right_hand", first + 1, 0.006, {0, -0.26, 0}, {0, -0.09, 0}, 0.095, 1, 2.2});
            list.push_back(
                {isLeft ? "left_thigh" : "right_thigh", 0, 0.142, {0.09 * side, -0.3, 0}, {0, -0.2, 0}, 0.22, 1, 1.0});
            list.push_back(
                {isLeft ? "left_shank" : "right_shank", first + 3, 0.043, {0, -0.4, 0}, {0, -0.2, 0}, 0.21, 1, 1.0});
            list.push_back({isLeft ? "left_foot" : "right_foot",
                            first + 4,
                            0.014,
                            {0, -0.41, 0},
                            {0, -0.02, 0.08},
                            0.125,
                            2,
                            1.5});
        }
        return list;
    }();
    return all;
}

/// Turns of the joints of one side at a phase of the stroke, about x [rad].
struct StrokePose {
    double arm = 0.0;              ///< of the shoulder: 0 down, pi over the head, from there to the front
    double elbow = 0.0;            ///< bent
    double thigh = 0.0;            ///< forwards
    double knee = 0.0, foot = 1.2; ///< bent; pointed
};

constexpr double kFullTurn = 2.0 * ambient::kPi;

/// A bump from 0 to 1 and back while the phase goes from `from` to `to`, smooth at both ends.
double strokeBump(double phase, double from, double to) {
    const double share = (phase - from) / (to - from);
    return share > 0.0 && share < 1.0 ? 0.5 - 0.5 * std::cos(kFullTurn * share) : 0.0;
}

/// \param phase of the own side, 0 to 1: 0 with the arm over the head
StrokePose strokePoseOf(const std::string& stroke, double phase) {
    // The arms go over the head, through the water, down, and back through the air: in the crawl in front of the body,
    // in the backstroke behind it. Six kicks in a cycle: legs swing forwards bent and back straight.
    const bool isCrawl = stroke == "crawl";
    StrokePose pose;
    pose.arm = ambient::kPi + (isCrawl ? kFullTurn : -kFullTurn) * phase;
    pose.elbow = isCrawl ? strokeBump(phase, 0.5, 1.0) : 0.0;
    pose.thigh = 0.22 * std::sin(3.0 * kFullTurn * phase);
    pose.knee = 0.2 + 0.2 * std::cos(3.0 * kFullTurn * phase + 0.5);
    return pose;
}

/// Turn of a part away from its parent. A positive angle takes the front to the feet, and a hanging arm to the back.
Quaternion partTurn(const std::string& name, const std::string& stroke, double phase) {
    phase += name.rfind("right", 0) == 0 ? 0.5 : 0.0;
    const StrokePose pose = strokePoseOf(stroke, phase - std::floor(phase));
    const auto isPart = [&name](const char* part) { return name.find(part) != std::string::npos; };
    const double angle = isPart("upper_arm") ? pose.arm
                         : isPart("forearm") ? -pose.elbow
                         : isPart("thigh")   ? -pose.thigh
                         : isPart("shank")   ? pose.knee
                         : isPart("foot")    ? pose.foot
                                             : 0.0;
    return Quaternion(Eigen::AngleAxisd(angle, Vector3::UnitX()));
}

} // namespace

ambient::WorldArticulatedBody makeHuman(double density, int faces) {
    ambient::WorldArticulatedBody human;
    human.path = human.name = "human";
    for (const HumanPart& part : humanParts()) {
        ambient::WorldLink link;
        link.path = "human/" + std::string(part.name);
        link.name = part.name;
        link.parent = part.parent;
        link.parentFromLink.position = part.joint;
        link.joint = ambient::WorldJointType::Ball;
        ambient::WorldShape shape;
        shape.path = link.path;
        shape.kind = ambient::WorldShape::Kind::Ellipsoid;
        shape.faces = faces;
        const double area =
            3.0 * part.share * kHumanMass / density / (4.0 * ambient::kPi * part.half); // of both other half lengths
        const double across = std::sqrt(area * part.flatness), other = area / across;
        shape.size = part.axis == 1 ? Vector3(across, part.half, other) : Vector3(across, other, part.half);
        shape.bodyFromShape.position = part.centre;
        link.shapes = {shape};
        link.mass.mass = part.share * kHumanMass;
        human.links.push_back(link);
    }
    return human;
}

std::vector<std::string> humanNames() {
    std::vector<std::string> names;
    for (const HumanPart& part : humanParts())
        names.emplace_back(part.name);
    return names;
}

std::vector<int> humanParents() {
    std::vector<int> parents;
    for (const HumanPart& part : humanParts())
        parents.push_back(part.parent);
    return parents;
}

const std::vector<std::string>& strokeNames() {
    static const std::vector<std::string> names = {"crawl", "backstroke"};
    return names;
}

ambient::SkeletonMotion makeStroke(const std::string& stroke, double period) {
    constexpr int samples = 48;
    ambient::SkeletonMotion motion;
    for (const HumanPart& part : humanParts())
        motion.joints.push_back({part.name, part.parent, part.joint, {}});
    for (int i = 0; i <= samples; ++i) {
        motion.times.push_back(period * i / samples);
        motion.rootPositions.push_back(Vector3::Zero());
        for (ambient::SkeletonMotion::Joint& joint : motion.joints) {
            const Quaternion own = partTurn(joint.name, stroke, double(i) / samples);
            joint.rootFromJoint.push_back(own);
            if (joint.parent >= 0)
                joint.rootFromJoint.back() =
                    motion.joints[static_cast<std::size_t>(joint.parent)].rootFromJoint.back() * own;
        }
    }
    return motion;
}

} // namespace samples
