// SPDX-License-Identifier: Zlib
#include "scenes/parts/Human.h"

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

/// Turns of the joints of one side at a phase of the stroke [rad].
struct StrokePose {
    double arm = 0.0;                        ///< of the shoulder: 0 down, pi over the head, by the front
    double armOut = 0.0, armTwist = 0.0;     ///< then to the own side, in a plane with both shoulders; about its axis
    double elbow = 0.0;                      ///< bent
    double thigh = 0.0;                      ///< forwards
    double thighOut = 0.0, thighTwist = 0.0; ///< to the own side; heels away from each other
    double knee = 0.0, foot = 1.2, footOut = 0.0; ///< bent; pointed; toes to the own side
    double head = 0.0;                            ///< bowed
};

constexpr double kFullTurn = 2.0 * ambient::kPi;

/// A bump from 0 to 1 and back between the phases `from` and `to`, smooth at both ends.
double strokeBump(double phase, double from, double to) {
    const double share = (phase - from) / (to - from);
    return share > 0.0 && share < 1.0 ? 0.5 - 0.5 * std::cos(kFullTurn * share) : 0.0;
}

/// A phase at which a joint rests, and its angle there [rad].
struct StrokeKey {
    double phase, angle;
};

/// A smooth path through keys, in the order of their phases and round the cycle.
double strokeThrough(double phase, const std::vector<StrokeKey>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const StrokeKey &from = keys[i], &to = keys[(i + 1) % keys.size()];
        const double end = to.phase + (i + 1 == keys.size() ? 1.0 : 0.0);
        const double now = phase < from.phase ? phase + 1.0 : phase;
        if (now <= end)
            return from.angle + (to.angle - from.angle) *
                                    (0.5 - 0.5 * std::cos(ambient::kPi * (now - from.phase) / (end - from.phase)));
    }
    return keys.back().angle;
}

/// \param phase of the own side, 0 to 1: 0 with the arm over the head
StrokePose alternatingStroke(bool isCrawl, double phase) {
    // The arms go over the head, through the water, down, and back through the air: in the crawl in front of the body,
    // in the backstroke behind it. Six kicks in a cycle: legs swing forwards bent and back straight.
    StrokePose pose;
    pose.arm = ambient::kPi + (isCrawl ? kFullTurn : -kFullTurn) * phase;
    pose.elbow = isCrawl ? strokeBump(phase, 0.5, 1.0) : 0.0;
    pose.thigh = 0.22 * std::sin(3.0 * kFullTurn * phase);
    pose.knee = 0.2 + 0.2 * std::cos(3.0 * kFullTurn * phase + 0.5);
    return pose;
}

StrokePose breaststroke(double phase) {
    // The stretched arms sweep out and down; the elbows come under the chest, and the forearms go ahead lengthwise. The
    // legs bend behind the trunk with pointed feet and kick with the soles turned backwards and the toes outwards.
    constexpr double pull = 0.03, spread = 0.235, tucked = 0.44, ahead = 0.69; // of the arms
    constexpr double bend = 0.31, kick = 0.68, closed = 0.8;                   // of the legs
    StrokePose pose;
    pose.arm = ambient::kPi + strokeThrough(phase, {{pull, 0.0}, {spread, 0.3}, {tucked, 1.66}, {ahead, 0.0}});
    pose.armOut = strokeThrough(phase, {{pull, 0.0}, {spread, 0.46}, {tucked, 0.15}, {ahead, 0.0}});
    pose.elbow = strokeThrough(phase, {{pull, 0.0}, {spread, 0.2}, {tucked, 1.66}, {ahead, 0.0}});
    const double bent = strokeThrough(phase, {{bend, 0.0}, {kick, 1.0}, {closed, 0.0}});
    pose.thigh = 0.46 * bent;
    pose.thighOut = 0.75 * bent;
    pose.thighTwist = 0.4 * bent;
    pose.knee = 0.05 + 2.22 * bent;
    const double hooked =
        strokeThrough(phase, {{kick - 0.16, 0.0}, {kick - 0.02, 1.0}, {closed - 0.04, 1.0}, {closed + 0.08, 0.0}});
    pose.foot = 1.3 - 1.7 * hooked;
    pose.footOut = 0.73 * hooked;
    pose.head = 0.3;
    return pose;
}

StrokePose butterfly(double phase) {
    // Both arms pull through the water in front of the body and come back through the air on both sides. Two kicks in a
    // cycle, each a wave from the hips to the feet.
    constexpr double pulled = 0.33;
    StrokePose pose;
    if (phase < pulled) {
        const double way = ambient::kPi * (0.5 - 0.5 * std::cos(ambient::kPi * phase / pulled));
        pose.arm = ambient::kPi + way;
        pose.armOut = 0.7 * std::sin(way);
        pose.elbow = 0.12 * std::sin(way);
    } else {
        const double way = ambient::kPi * (0.5 - 0.5 * std::cos(ambient::kPi * (phase - pulled) / (1.0 - pulled)));
        pose.arm = 0.6 * std::sin(way);
        pose.armOut = -way;
        pose.armTwist = way;
    }
    const double wave = 2.0 * kFullTurn * (phase - 0.24);
    pose.thigh = 0.18 + 0.48 * std::sin(wave);
    pose.knee = 0.375 * (1.0 + std::cos(wave + 1.16));
    pose.foot = 1.3 + 0.31 * std::sin(wave + 1.66);
    pose.head = -0.1;
    return pose;
}

/// A cycle of a normal gait, of two steps: the heel touches at 0, the toes leave the ground at .6.
/// \param phase of the own side, 0 to 1
StrokePose walk(double phase) {
    StrokePose pose;
    pose.arm = -0.35 * std::cos(kFullTurn * phase);
    pose.elbow = 0.4;
    pose.thigh = strokeThrough(phase, {{0.0, 0.45}, {0.52, -0.2}, {0.85, 0.5}});
    pose.knee = strokeThrough(phase, {{0.0, 0.08}, {0.14, 0.28}, {0.4, 0.08}, {0.73, 1.05}, {0.97, 0.05}});
    pose.foot = strokeThrough(phase, {{0.0, 0.0}, {0.08, 0.12}, {0.45, -0.17}, {0.62, 0.33}, {0.8, 0.0}});
    return pose;
}

/// Turn of a part away from its parent.
Quaternion partTurn(const std::string& name, const std::string& stroke, double phase) {
    const bool isRight = name.rfind("right", 0) == 0, isCrawl = stroke == "crawl";
    const bool walks = stroke == kWalk, alternates = isCrawl || stroke == "backstroke";
    phase += isRight && (alternates || walks) ? 0.5 : 0.0;
    phase -= std::floor(phase);
    const StrokePose pose = walks                      ? walk(phase)
                            : alternates               ? alternatingStroke(isCrawl, phase)
                            : stroke == "breaststroke" ? breaststroke(phase)
                                                       : butterfly(phase);
    const auto isPart = [&name](const char* part) { return name.find(part) != std::string::npos; };
    // Joint angles of the left side. About x, a positive angle takes the front to the feet, and a hanging arm to the
    // back.
    const Vector3 turn = isPart("upper_arm") ? Vector3(pose.arm, pose.armTwist, -pose.armOut)
                         : isPart("forearm") ? Vector3(-pose.elbow, 0.0, 0.0)
                         : isPart("thigh")   ? Vector3(-pose.thigh, -pose.thighTwist, pose.thighOut)
                         : isPart("shank")   ? Vector3(pose.knee, 0.0, 0.0)
                         : isPart("foot")    ? Vector3(pose.foot, pose.footOut, 0.0)
                         : isPart("head")    ? Vector3(pose.head, 0.0, 0.0)
                                             : Vector3(0.0, 0.0, 0.0);
    const double side = isRight ? -1.0 : 1.0;
    Quaternion result(Eigen::AngleAxisd(turn.x(), Vector3::UnitX()));
    if (turn.y() != 0.0) result = result * Quaternion(Eigen::AngleAxisd(side * turn.y(), Vector3::UnitY()));
    if (turn.z() != 0.0) result = Quaternion(Eigen::AngleAxisd(side * turn.z(), Vector3::UnitZ())) * result;
    return result;
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

void startWith(ambient::WorldArticulatedBody& human, const ambient::SkeletonMotion& motion) {
    const std::vector<Quaternion> start = linkTurns(motion, humanNames(), humanParents()).front();
    for (std::size_t i = 1; i < human.links.size(); ++i)
        human.links[i].initialTurn = start[i];
}

ambient::WorldArticulatedBody withStiffHandsAndFeet(const ambient::WorldArticulatedBody& human,
                                                    const std::vector<Quaternion>& turns) {
    ambient::WorldArticulatedBody stiff = human;
    stiff.links.clear();
    std::vector<int> numbers; // of the links in `stiff`
    for (std::size_t i = 0; i < human.links.size(); ++i) {
        ambient::WorldLink link = human.links[i];
        const int parent = link.parent < 0 ? -1 : numbers[static_cast<std::size_t>(link.parent)];
        if (link.name.find("hand") == std::string::npos && link.name.find("foot") == std::string::npos) {
            numbers.push_back(static_cast<int>(stiff.links.size()));
            link.parent = parent;
            if (parent >= 0) link.initialTurn = turns[i];
            stiff.links.push_back(link);
            continue;
        }
        numbers.push_back(parent);
        ambient::WorldLink& limb = stiff.links[static_cast<std::size_t>(parent)];
        for (ambient::WorldShape& shape : link.shapes) {
            shape.bodyFromShape = ambient::Pose{turns[i], link.parentFromLink.position} * shape.bodyFromShape;
            limb.shapes.push_back(shape);
        }
        limb.mass.mass = *limb.mass.mass + *link.mass.mass;
    }
    return stiff;
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
    static const std::vector<std::string> names = {"crawl", "backstroke", "breaststroke", "butterfly"};
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
