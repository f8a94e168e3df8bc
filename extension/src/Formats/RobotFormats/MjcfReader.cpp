// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/LinearFirst.h"
#include "RobotFormats/MjcfActuators.h"
#include "RobotFormats/MjcfFile.h"
#include "RobotFormats/MjcfGeoms.h"
#include "RobotFormats/MjcfWriter.h"

#include <algorithm>
#include <set>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

/// Reads the bodies of the file.
class BodyReader {
  public:
    BodyReader(const MjcfFile& file, RobotParts& parts) : m_file(file), m_parts(parts) {}

    /// All bodies on the world, which is the first link.
    void read() {
        RobotTreeLink world;
        world.place = m_file.place(m_file.root());
        world.name = kRobotWorld;
        m_names.insert(world.name);
        m_parts.links.push_back(world);
        int geoms = 0;
        for (const XMLElement* e : m_file.section("worldbody"))
            readWorldPart(*e, {}, "", geoms);
        if (geoms > 0)
            m_parts.notes.push_back(
                world.place + ": " + std::to_string(geoms) +
                " geoms of the world are left out; walls and static bodies of a world are in their place");
    }

  private:
    /// A body while its parts are collected.
    struct Body {
        RobotTreeLink link;
        std::vector<std::pair<const XMLElement*, std::string>> joints; ///< with their class
        std::vector<std::pair<const XMLElement*, std::string>> bodies;
        std::vector<Pose> places; ///< of the <frame> around each of the bodies
        MjcfGeoms geoms;
        std::optional<RobotInertia> given;
    };

    void readWorldPart(const XMLElement& element, const Pose& place, const std::string& around, int& geoms) {
        m_file.requireClass(element);
        if (isXml(element, "geom")) ++geoms;
        if (isXml(element, "body")) readBody(element, kRobotWorld, place, Vector3::Zero(), around);
        if (isXml(element, "frame"))
            for (const XMLElement* e : m_file.children(element))
                readWorldPart(*e, place * m_file.pose(element, around), classIn(element, around), geoms);
        noteUnread(element);
    }

    /// Elements that make bodies, which are not read.
    void noteUnread(const XMLElement& element) {
        for (const char* kind : {"composite", "flexcomp", "replicate", "attach", "plugin"})
            if (isXml(element, kind)) m_parts.notes.push_back(m_file.place(element) + ": is left out: it is not read");
    }

    static std::string classIn(const XMLElement& element, const std::string& around) {
        const char* own = element.Attribute("childclass");
        return own ? own : around;
    }

    std::string freeName(const XMLElement& body) {
        const char* given = body.Attribute("name");
        std::string name = given && *given ? given : "body" + std::to_string(m_parts.links.size());
        while (!given && m_names.count(name))
            name += "_";
        m_names.insert(name);
        return name;
    }

    /// \param parentFromFrame of a <frame> around the body \param origin of the parent's link in its body's frame
    void readBody(const XMLElement& element, const std::string& parent, const Pose& parentFromFrame,
                  const Vector3& origin, const std::string& around) {
        if (element.Attribute("mocap", "true")) {
            m_parts.notes.push_back(m_file.place(element) + ": is left out: it is moved from outside (mocap)");
            return;
        }
        const std::string inner = classIn(element, around);
        if (element.DoubleAttribute("gravcomp", 0.0) != 0.0)
            m_parts.notes.push_back(m_file.place(element) + ": gravcomp has no effect: the body has its weight");
        Body body{{}, {}, {}, {}, MjcfGeoms(m_file), {}};
        body.link.place = m_file.place(element);
        body.link.name = freeName(element);
        for (const XMLElement* e : m_file.children(element))
            collect(*e, {}, inner, body);
        finishMass(body);
        Pose linkFromParent = parentFromFrame * m_file.pose(element, around);
        linkFromParent.position -= origin;
        const Vector3 shift = addJoints(body, parent, linkFromParent);
        for (std::size_t i = 0; i < body.bodies.size(); ++i)
            readBody(*body.bodies[i].first, body.link.name, body.places[i], shift, body.bodies[i].second);
    }

    void collect(const XMLElement& element, const Pose& bodyFromFrame, const std::string& around, Body& body) {
        m_file.requireClass(element);
        if (isXml(element, "joint") || isXml(element, "freejoint")) {
            body.joints.emplace_back(&element, around);
        } else if (isXml(element, "geom")) {
            body.geoms.add(element, bodyFromFrame, around, m_parts.notes);
        } else if (isXml(element, "body")) {
            body.bodies.emplace_back(&element, around);
            body.places.push_back(bodyFromFrame);
        } else if (isXml(element, "inertial")) {
            body.given = inertialOf(element);
        } else if (isXml(element, "frame")) {
            for (const XMLElement* e : m_file.children(element))
                collect(*e, bodyFromFrame * m_file.pose(element, around), classIn(element, around), body);
        }
        noteUnread(element);
    }

    RobotInertia inertialOf(const XMLElement& element) {
        const std::string& path = m_file.pathOf(element);
        const double mass = requirePositive(m_file.number(element, "", "mass", 0.0), "mass", element, path);
        const std::vector<double> diagonal = m_file.numbers(element, "", "diaginertia", 3);
        const std::vector<double> full = m_file.numbers(element, "", "fullinertia", 6);
        std::array<double, 6> moments{};
        if (!full.empty()) // xx, yy, zz, xy, xz, yz
            moments = {full[0], full[3], full[4], full[1], full[5], full[2]};
        else if (!diagonal.empty())
            moments = {diagonal[0], 0.0, 0.0, diagonal[1], 0.0, diagonal[2]};
        return inertiaOf(mass, moments, m_file.pose(element, ""), element, path);
    }

    void finishMass(Body& body) {
        body.link.shapes = body.geoms.shapes();
        const bool ofGeoms = m_file.inertiaFromGeom().value_or(!body.given);
        body.link.mass = ofGeoms ? body.geoms.mass(m_parts.notes) : body.given;
        if (!body.link.mass) body.link.mass = body.given;
        if (!body.link.mass && !body.link.shapes.empty()) m_parts.standing.insert(body.link.name);
    }

    /// Adds the body's link with its joints. \returns the origin of the link in the frame of the body
    Vector3 addJoints(Body& body, const std::string& parent, const Pose& parentFromBody) {
        RobotParts::Joint joint;
        joint.parent = parent;
        joint.parentFromChild = parentFromBody;
        joint.joint.place = body.link.place;
        joint.joint.name = body.link.name + "_fixed";
        Vector3 origin = Vector3::Zero();
        for (std::size_t i = 0; i < body.joints.size(); ++i) {
            const bool isLast = i + 1 == body.joints.size();
            const Vector3 place = readJoint(*body.joints[i].first, body.joints[i].second, body, joint);
            joint.parentFromChild.position += joint.parentFromChild.orientation * (place - origin);
            origin = place;
            if (isLast) break;
            RobotTreeLink light = lightCopy(body.link, body.link.name + "_" + std::to_string(i + 1), joint.joint.place);
            m_names.insert(light.name);
            joint.child = light.name;
            m_parts.joints.push_back(joint);
            m_parts.links.push_back(light);
            joint = {};
            joint.parent = light.name;
        }
        moveOrigin(body.link, origin);
        joint.child = body.link.name;
        m_parts.joints.push_back(joint);
        m_parts.links.push_back(body.link);
        return origin;
    }

    /// \returns the place of the joint in the frame of the body
    Vector3 readJoint(const XMLElement& element, const std::string& around, const Body& body,
                      RobotParts::Joint& joint) {
        RobotJoint& read = joint.joint;
        read.place = m_file.place(element);
        const char* name = element.Attribute("name");
        read.name = name ? name : body.link.name + "_joint" + std::to_string(m_parts.joints.size());
        const char* given = isXml(element, "freejoint") ? "free" : m_file.text(element, around, "type");
        const std::string type = given ? given : "hinge";
        joint.isFloating = type == "free";
        if (joint.isFloating && joint.parent != kRobotWorld)
            m_file.refuse(element, "'" + read.name + "' is free, but its body hangs on '" + joint.parent + "'");
        if (joint.isFloating) return Vector3::Zero();
        if (type == "hinge" || type == "slide")
            read.type = type == "hinge" ? RobotJointType::Hinge : RobotJointType::Slider;
        else if (type == "ball")
            read.type = RobotJointType::Ball;
        else
            m_file.refuse(element, "'" + read.name + "' has the unknown type '" + type + "'");
        const std::vector<double> axis = m_file.numbers(element, around, "axis", 3);
        read.axis = axis.empty() ? Vector3(Vector3::UnitZ())
                                 : requireDirection({axis[0], axis[1], axis[2]}, element, m_file.pathOf(element));
        readForces(element, around, read);
        const std::vector<double> place = m_file.numbers(element, around, "pos", 3);
        return place.empty() ? Vector3(Vector3::Zero()) : Vector3(place[0], place[1], place[2]);
    }

    /// Limits, resistance and springs. Positions are counted from that of the file, `ref`.
    void readForces(const XMLElement& element, const std::string& around, RobotJoint& joint) {
        const bool turns = joint.type == RobotJointType::Hinge;
        const auto length = [&](double given) { return turns ? m_file.angle(given) : given; };
        const double start = length(m_file.number(element, around, "ref", 0.0));
        const std::vector<double> range = m_file.numbers(element, around, "range", 2);
        const bool isLimited = m_file.flag(element, around, "limited", m_file.hasAutoLimits() && !range.empty());
        if (isLimited && range.empty()) m_file.refuse(element, "is limited, but has no range");
        if (isLimited && joint.type == RobotJointType::Ball)
            m_parts.notes.push_back(joint.place + ": the range of the ball joint '" + joint.name + "' has no effect");
        else if (isLimited && range[0] < range[1])
            joint.limits = {length(range[0]) - start, length(range[1]) - start};
        joint.damping = std::max(0.0, m_file.number(element, around, "damping", 0.0));
        joint.friction = std::max(0.0, m_file.number(element, around, "frictionloss", 0.0));
        RobotServo spring;
        spring.stiffness = std::max(0.0, m_file.number(element, around, "stiffness", 0.0));
        spring.position = length(m_file.number(element, around, "springref", 0.0)) - start;
        if (spring.stiffness > 0.0 && joint.type != RobotJointType::Ball) joint.servo = spring;
        if (spring.stiffness > 0.0 && joint.type == RobotJointType::Ball)
            m_parts.notes.push_back(joint.place + ": the spring of the ball joint '" + joint.name + "' has no effect");
        if (m_file.text(element, around, "springdamper"))
            m_parts.notes.push_back(joint.place + ": springdamper of '" + joint.name +
                                    "' has no effect; stiffness and damping have");
        const std::vector<double> force = m_file.numbers(element, around, "actuatorfrcrange", 2);
        if (!force.empty()) joint.effort = std::max(std::fabs(force[0]), std::fabs(force[1]));
        if (joint.effort && !(*joint.effort > 0.0)) joint.effort.reset();
        joint.armature = std::max(0.0, m_file.number(element, around, "armature", 0.0));
    }

    const MjcfFile& m_file;
    RobotParts& m_parts;
    std::set<std::string> m_names;
};

/// Gives links the added masses that mjcfOf() has left in <custom>.
void readAddedMasses(const MjcfFile& file, RobotParts& parts) {
    for (const XMLElement* e : file.section("custom")) {
        const char* name = isXml(*e, "numeric") ? e->Attribute("name") : nullptr;
        for (RobotTreeLink& link : parts.links) {
            if (!name || mjcfAddedMassName(link.name) != name) continue;
            const std::vector<double> given = file.numbers(*e, "", "data", 21);
            LinearFirst numbers{};
            std::copy_n(given.begin(), std::min(given.size(), numbers.size()), numbers.begin());
            link.addedMass = fromLinearFirst(numbers).matrix();
        }
    }
}

/// Scales the masses of all bodies to the sum that <compiler> sets.
void setTotalMass(const MjcfFile& file, RobotParts& parts) {
    if (!file.totalMass()) return;
    double sum = 0.0;
    bool isKnown = true;
    for (const RobotTreeLink& link : parts.links) {
        if (link.mass) sum += link.mass->mass;
        isKnown = isKnown && !(link.mass && link.mass->density);
    }
    if (!isKnown || !(sum > 0.0)) {
        parts.notes.push_back(parts.place + ": settotalmass has no effect: a body has the density of a mesh");
        return;
    }
    for (RobotTreeLink& link : parts.links)
        if (link.mass) {
            link.mass->mass *= *file.totalMass() / sum;
            link.mass->moments *= *file.totalMass() / sum;
        }
}

/// Takes an equality of two joints with a straight polynomial as a gear. \returns whether it acts
bool takeEquality(const MjcfFile& file, const XMLElement& element, RobotParts& parts) {
    const char *follower = element.Attribute("joint1"), *leader = element.Attribute("joint2");
    if (!isXml(element, "joint") || !follower || !leader) return false;
    std::vector<double> terms = file.numbers(element, "", "polycoef", 1);
    if (terms.empty()) terms = {0.0, 1.0};
    terms.resize(std::max<std::size_t>(2, terms.size()), 0.0);
    const bool isStraight = std::all_of(terms.begin() + 2, terms.end(), [](double term) { return term == 0.0; });
    const auto joint = std::find_if(parts.joints.begin(), parts.joints.end(),
                                    [follower](const auto& known) { return known.joint.name == follower; });
    if (!isStraight || terms[1] == 0.0 || joint == parts.joints.end() || joint->joint.mimic) return false;
    joint->joint.mimic = {file.place(element), leader, terms[1], terms[0]};
    return true;
}

void readEqualities(const MjcfFile& file, RobotParts& parts) {
    for (const XMLElement* e : file.section("equality"))
        if (file.flag(*e, "", "active", true) && !takeEquality(file, *e, parts))
            parts.notes.push_back(file.place(*e) + ": the equality has no effect");
}

/// Keeps the largest free body with all that hangs on it; without a free body all stay.
void chooseRobot(RobotParts& parts) {
    const RobotParts::Joint* best = nullptr;
    std::size_t most = 0;
    for (const RobotParts::Joint& joint : parts.joints)
        if (const std::size_t size = joint.isFloating ? linksOfTree(parts, joint.child).size() : 0; size > most) {
            best = &joint;
            most = size;
        }
    if (!best) return;
    const std::string root = best->child;
    const auto others =
        std::remove_if(parts.joints.begin(), parts.joints.end(), [&root](const RobotParts::Joint& joint) {
            return joint.parent == kRobotWorld && joint.child != root;
        });
    parts.joints.erase(others, parts.joints.end());
    keepOneTree(parts, kRobotWorld);
}

/// Lines about sections without effect.
void noteSections(const MjcfFile& file, std::vector<std::string>& notes) {
    constexpr const char* unread[] = {"tendon", "deformable", "contact", "keyframe", "extension"};
    for (const XMLElement* e : file.children(file.root()))
        for (const char* name : unread)
            if (isXml(*e, name) && e->FirstChildElement()) notes.push_back(file.place(*e) + ": has no effect");
}

} // namespace

RobotParts readMjcf(const XMLElement& mujoco, const std::string& path, const std::string& folder) {
    RobotParts parts;
    const MjcfFile file(mujoco, path, folder);
    parts.name = mujoco.Attribute("model") ? mujoco.Attribute("model") : "robot";
    parts.place = xmlPlace(path, mujoco);
    BodyReader(file, parts).read();
    if (parts.links.size() < 2) file.refuse(mujoco, "has no <body>");
    setTotalMass(file, parts);
    parts.notes.insert(parts.notes.end(), file.unreadCompiler().begin(), file.unreadCompiler().end());
    readMjcfActuators(file, parts);
    readEqualities(file, parts);
    readAddedMasses(file, parts);
    noteSections(file, parts.notes);
    chooseRobot(parts);
    return parts;
}

} // namespace ambient
