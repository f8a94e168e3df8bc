// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

WorldJointTarget readTarget(const WorldObject& object) {
    WorldJointTarget target;
    if (object.has("target_position") == object.has("target_velocity"))
        object.refuse("needs one of the keys 'target_position' and 'target_velocity'");
    target.rate = object.number("target_velocity", 0.0);
    target.isVelocity = object.has("target_velocity");
    if (!object.has("target_position")) return target;
    const WorldValue position = object.at("target_position");
    if (!position.value.is_object()) {
        target.offset = position.number();
        return target;
    }
    const WorldObject oscillation(position, "oscillation");
    target.offset = oscillation.number("offset", 0.0);
    target.amplitude = oscillation.number("amplitude", 0.0);
    target.frequency = oscillation.positive("frequency", 1.0);
    target.phase = oscillation.number("phase", 0.0);
    return target;
}

WorldMotor readLinkMotor(const WorldObject& object, bool isPrescribed) {
    WorldMotor motor;
    motor.target = readTarget(object);
    motor.stiffness = object.notNegative("stiffness", 0.0);
    motor.damping = object.notNegative("damping", 0.0);
    if (object.has("max_force")) motor.limit = object.positive("max_force", 1.0);
    if (!isPrescribed && motor.stiffness == 0.0 && motor.damping == 0.0)
        object.refuse("needs the key 'stiffness' or 'damping', above 0");
    if (!isPrescribed && object.has("target_position") && motor.stiffness == 0.0)
        object.refuse("needs the key 'stiffness', above 0, to reach a position");
    return motor;
}

void readStart(const WorldObject& object, WorldLink& link) {
    const bool isBall = link.joint == WorldJointType::Ball, isFixed = link.joint == WorldJointType::Fixed;
    for (const char* key : {"initial_position", "initial_velocity", "motor"})
        if (isFixed && object.has(key)) object.at(key).refuse("the joint is fixed");
    if (isBall && object.has("motor")) object.at("motor").refuse("only hinges and sliders have one");
    if (isBall) {
        if (object.has("initial_position")) link.initialTurn = object.at("initial_position").quaternion();
        link.initialSpin = object.vector("initial_velocity", Vector3::Zero());
    } else {
        link.initialPosition = object.number("initial_position", 0.0);
        link.initialVelocity = object.number("initial_velocity", 0.0);
    }
}

/// A gear and the names of its links.
struct ReadGear {
    std::string path, follower, leader;
    WorldGear gear;
    std::string startPath; ///< of the key for the position at the start; empty: there is none
};

bool hasOneRate(const WorldLink& link) {
    return link.joint == WorldJointType::Hinge || link.joint == WorldJointType::Slider;
}

void readDriveTrain(const WorldObject& joint, WorldLink& link, std::optional<ReadGear>& gear) {
    if (joint.has("armature")) {
        if (link.joint == WorldJointType::Fixed) joint.at("armature").refuse("the joint is fixed");
        link.train.armature = joint.notNegative("armature", 0.0);
    }
    if (!joint.has("gear")) return;
    const WorldValue value = joint.at("gear");
    if (!hasOneRate(link)) value.refuse("only hinges and sliders have one");
    const WorldObject object(value, "gear");
    gear = ReadGear{value.path, link.name, object.text("link", ""), {}, ""};
    gear->gear.ratio = object.number("ratio", 1.0);
    gear->gear.offset = object.number("offset", 0.0);
    if (gear->gear.ratio == 0.0) object.at("ratio").refuse("0 is no ratio of a gear");
    if (joint.has("initial_position")) gear->startPath = joint.at("initial_position").path;
}

void readLinkJoint(const WorldValue& value, bool isPrescribed, WorldLink& link, std::optional<ReadGear>& gear) {
    const WorldObject object(value, "link_joint");
    link.joint = readJointType(object);
    if (hasOneRate(link) && !object.has("axis")) object.refuse("needs the key 'axis'");
    link.axis = object.direction("axis", link.axis);
    link.limits = readLimits(object, link.joint);
    readStart(object, link);
    if (object.has("motor")) link.motor = readLinkMotor(WorldObject(object.at("motor"), "link_motor"), isPrescribed);
    readDriveTrain(object, link, gear);
}

/// A link and the name of its parent; empty: none.
struct ReadLink {
    WorldLink link;
    std::string parent;
    std::optional<ReadGear> gear;
};

void requireLinkMass(const WorldObject& object, const WorldLink& link, bool isFixed) {
    if (isFixed) return;
    if (link.mass.mass && *link.mass.mass == 0.0) object.at("mass").refuse("0 is not above 0");
    if (!link.mass.mass && !link.mass.density) object.refuse("needs the key 'mass' or 'density'");
    if (!link.shapes.empty()) return;
    if (!link.mass.mass || !link.mass.inertia) object.refuse("without a shape it needs the keys 'mass' and 'inertia'");
}

void readLinkWaves(const WorldObject& object, bool isFixed, WorldLink& link) {
    if (!object.has("waves_made")) return;
    const WorldValue value = object.at("waves_made");
    if (value.value.is_boolean() && !value.value.get<bool>()) return;
    link.makesWaves = true;
    if (value.value.is_object())
        link.waveFiles = readWaveFiles(value);
    else
        object.choice("waves_made", {"radiation"}, "");
    if (isFixed) value.refuse("the base is fixed");
    if (link.shapes.empty()) value.refuse("the link has no shape");
    if (link.flow.porosity > 0.0) value.refuse("a porous link makes no waves");
}

ReadLink readLink(const WorldValue& value, bool isPrescribed, bool hasFixedBase) {
    const WorldObject object(value, "link");
    ReadLink read;
    WorldLink& link = read.link;
    link.path = value.path;
    link.name = object.text("name", "");
    read.parent = object.text("parent", "");
    const bool isBase = read.parent.empty();
    for (const char* key : {"joint", "position", "orientation"})
        if (isBase && object.has(key))
            object.at(key).refuse("a link without a parent is placed by the articulated body, and has no joint");
    link.parentFromLink = object.pose();
    if (object.has("joint")) readLinkJoint(object.at("joint"), isPrescribed, link, read.gear);
    if (object.has("shape")) link.shapes = {readShape(object.at("shape"), false)};
    link.mass = readMass(object);
    link.touch = readTouch(object);
    link.flow = readSurfaceFlow(object);
    requireLinkMass(object, link, isBase && hasFixedBase);
    if (!link.mass.flooding.shapes.empty() && link.shapes.empty()) object.at("flooded").refuse("the link has no shape");
    if (!link.mass.flooding.shapes.empty() && link.flow.porosity > 0.0)
        object.at("flooded").refuse("water runs out of a porous link");
    readLinkWaves(object, isBase && hasFixedBase, link);
    return read;
}

void requireNames(const WorldValue& list, const std::vector<ReadLink>& links) {
    WorldNames names;
    std::vector<std::string> known;
    for (const ReadLink& read : links) {
        names.take(read.link.name, read.link.path);
        known.push_back(read.link.name);
    }
    std::string base;
    for (const ReadLink& read : links) {
        if (read.parent.empty() && !base.empty())
            throw WorldFileError(read.link.path + ": needs the key 'parent', since " + base + " is without one");
        if (read.parent.empty()) base = read.link.path;
        if (!read.parent.empty() && std::find(known.begin(), known.end(), read.parent) == known.end())
            throw WorldFileError(read.link.path + ".parent: there is no link '" + read.parent + "'" +
                                 didYouMean(read.parent, known));
    }
    if (links.empty()) list.refuse("is empty");
    if (base.empty()) list.refuse("all links have a parent, so that they form a cycle");
}

/// Parents before children, else in the order of the file.
std::vector<WorldLink> inOrder(std::vector<ReadLink> waiting) {
    std::vector<WorldLink> links;
    const auto indexOf = [&links](const std::string& name) {
        for (std::size_t i = 0; i < links.size(); ++i)
            if (links[i].name == name) return static_cast<int>(i);
        return -1;
    };
    while (!waiting.empty()) {
        const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const ReadLink& read) {
            return read.parent.empty() || indexOf(read.parent) >= 0;
        });
        if (next == waiting.end())
            throw WorldFileError(waiting.front().link.path + ".parent: the link is part of a cycle");
        next->link.parent = next->parent.empty() ? -1 : indexOf(next->parent);
        links.push_back(next->link);
        waiting.erase(next);
    }
    return links;
}

/// Gives a link its gear. A joint that follows another one stands and moves as its gear has it.
void joinGear(const ReadGear& read, const std::vector<ReadGear>& all, std::vector<WorldLink>& links) {
    std::vector<std::string> known;
    WorldLink* follower = nullptr;
    WorldGear gear = read.gear;
    gear.leader = -1;
    for (std::size_t i = 0; i < links.size(); ++i) {
        known.push_back(links[i].name);
        if (links[i].name == read.follower) follower = &links[i];
        if (links[i].name == read.leader) gear.leader = static_cast<int>(i);
    }
    const auto refuse = [&read](const std::string& why) { throw WorldFileError(read.path + ".link: " + why); };
    if (gear.leader < 0) refuse("there is no link '" + read.leader + "'" + didYouMean(read.leader, known));
    const WorldLink& leader = links[static_cast<std::size_t>(gear.leader)];
    if (&leader == follower) refuse("the joint of '" + read.leader + "' cannot follow itself");
    if (gear.leader == 0 || !hasOneRate(leader)) refuse("the joint of '" + read.leader + "' is no hinge and no slider");
    if (std::any_of(all.begin(), all.end(), [&read](const ReadGear& other) { return other.follower == read.leader; }))
        refuse("the joint of '" + read.leader + "' follows another one: name the first of the chain");
    const double start = gear.ratio * leader.initialPosition + gear.offset;
    if (!read.startPath.empty() && std::fabs(follower->initialPosition - start) > 1e-5 * (1.0 + std::fabs(start)))
        throw WorldFileError(read.startPath + ": by the gear it is " + std::to_string(start));
    follower->initialPosition = start;
    follower->initialVelocity = gear.ratio * leader.initialVelocity;
    follower->train.gear = gear;
}

std::vector<WorldLink> readLinks(const WorldValue& list, const WorldArticulatedBody& body) {
    std::vector<ReadLink> read;
    for (const WorldValue& link : list.elements())
        read.push_back(readLink(link, body.isPrescribed, body.hasFixedBase));
    requireNames(list, read);
    std::stable_partition(read.begin(), read.end(), [](const ReadLink& link) { return link.parent.empty(); });
    std::vector<ReadGear> gears;
    for (const ReadLink& one : read)
        if (one.gear) gears.push_back(*one.gear);
    std::vector<WorldLink> links = inOrder(std::move(read));
    for (const ReadGear& gear : gears)
        joinGear(gear, gears, links);
    const auto isWet = [](const WorldLink& link) { return !link.shapes.empty(); };
    if (links.size() < 2) list.refuse("has one link only: that is a body");
    if (std::none_of(links.begin(), links.end(), isWet)) list.refuse("none has a shape");
    return links;
}

void readRobotMotors(const WorldObject& object, WorldArticulatedBody& body) {
    for (const WorldValue& value : object.list("motors")) {
        const WorldObject motor(value, "robot_motor");
        body.motors.push_back({value.path, motor.text("link", ""), readLinkMotor(motor, body.isPrescribed)});
    }
}

void readAccuracy(const WorldObject& object, WorldArticulatedBody& body) {
    const std::string inertia = object.choice("link_inertia", {"isolated", "coupled", "posed"}, "isolated");
    body.linkInertia = inertia == "posed"     ? LinkInertia::Posed
                       : inertia == "coupled" ? LinkInertia::Coupled
                                              : LinkInertia::Isolated;
    if (object.has("tolerance")) body.tolerance = object.positive("tolerance", 1.0);
    body.isSingle = object.flag("single_precision", false);
    body.detail = object.choice("detail", {"full", "game"}, "full") == "game" ? ModelDetail::Game : ModelDetail::Full;
    if (body.detail == ModelDetail::Game && body.linkInertia != LinkInertia::Isolated)
        object.at("detail").refuse("links that feel each other have all their faces");
}

} // namespace

WorldArticulatedBody readArticulatedBody(const WorldValue& value, const std::string& defaultName) {
    const WorldObject object(value, "articulated_body");
    WorldArticulatedBody body;
    body.path = value.path;
    body.name = object.text("name", defaultName);
    body.hasFixedBase = object.flag("fixed_base", false);
    body.worldFromBase = object.pose();
    body.velocity.linear = object.vector("velocity", Vector3::Zero());
    body.velocity.angular = object.vector("angular_velocity", Vector3::Zero());
    for (const char* key : {"velocity", "angular_velocity"})
        if (body.hasFixedBase && object.has(key)) object.at(key).refuse("the base is fixed");
    body.isPrescribed = object.choice("drive", {"servo", "prescribed"}, "servo") == "prescribed";
    body.collides = object.flag("collide", true);
    body.isCoupled = object.flag("coupled", false);
    if (object.has("links") == object.has("robot")) object.refuse("needs one of the keys 'links' and 'robot'");
    readAccuracy(object, body);
    if (object.has("links") && object.has("motors"))
        object.at("motors").refuse("is for a robot's file; a link has its motor in its joint");
    readRobotMotors(object, body);
    if (object.has("robot"))
        body.robotFile = object.text("robot", "");
    else
        body.links = readLinks(object.at("links"), body);
    for (const WorldLink& link : body.links)
        if (link.flow.porosity > 0.0 && body.linkInertia != LinkInertia::Isolated)
            throw WorldFileError(link.path + ".porosity: links that feel each other through the fluid are solid");
    for (const WorldLink& link : body.links)
        if (link.makesWaves && body.linkInertia != LinkInertia::Isolated)
            throw WorldFileError(link.path + ".waves_made: links that feel each other through the fluid make none");
    return body;
}

} // namespace ambient
