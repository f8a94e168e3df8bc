// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotXml.h"

#include <algorithm>
#include <map>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

std::string sdfText(const XMLElement& element, const std::string& path) {
    const std::string text = element.GetText() ? element.GetText() : "";
    const std::size_t first = text.find_first_not_of(kXmlSpace);
    if (first == std::string::npos) refuseXml(path, element, "is empty");
    return text.substr(first, text.find_last_not_of(kXmlSpace) + 1 - first);
}

double sdfNumber(const XMLElement& element, const std::string& path) {
    return requiredNumbers(sdfText(element, path), 1, "", element, path)[0];
}

double sdfOptional(const XMLElement* parent, const char* name, double otherwise, const std::string& path) {
    const XMLElement* element = parent ? parent->FirstChildElement(name) : nullptr;
    return element ? sdfNumber(*element, path) : otherwise;
}

double sdfPositive(const XMLElement& parent, const char* name, const std::string& path) {
    const XMLElement& element = requiredChild(parent, name, path);
    return requirePositive(sdfNumber(element, path), "the number", element, path);
}

/// The pose of the <pose> in an element, without its `relative_to`.
Pose sdfPose(const XMLElement& element, const std::string& path) {
    Pose pose;
    const XMLElement* child = element.FirstChildElement("pose");
    if (!child || !child->GetText()) return pose;
    if (child->Attribute("rotation_format")) refuseXml(path, *child, "rotation_format is not read");
    const std::vector<double> n = requiredNumbers(child->GetText(), 6, "", *child, path);
    const double degrees = child->BoolAttribute("degrees", false) ? kPi / 180.0 : 1.0;
    pose.position = {n[0], n[1], n[2]};
    pose.orientation = rollPitchYaw(degrees * Vector3(n[3], n[4], n[5]));
    return pose;
}

std::string sdfFrameOfPose(const XMLElement& element) {
    const XMLElement* pose = element.FirstChildElement("pose");
    const char* name = pose ? pose->Attribute("relative_to") : nullptr;
    return name ? name : "";
}

RobotInertia sdfInertial(const XMLElement& inertial, const std::string& path) {
    const double mass = sdfPositive(inertial, "mass", path);
    const XMLElement& inertia = requiredChild(inertial, "inertia", path);
    std::array<double, 6> moments{};
    constexpr const char* names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    for (std::size_t i = 0; i < 6; ++i) // SDF: moments default to 1, products to 0
        moments[i] = sdfOptional(&inertia, names[i], i == 0 || i == 3 || i == 5 ? 1.0 : 0.0, path);
    return inertiaOf(mass, moments, sdfPose(inertial, path), inertia, path);
}

RobotGeometry sdfGeometry(const XMLElement& collision, const std::string& path, const std::string& folder) {
    const XMLElement& geometry = requiredChild(collision, "geometry", path);
    const XMLElement* kind = geometry.FirstChildElement();
    if (!kind) refuseXml(path, geometry, "is empty");
    RobotGeometry shape;
    shape.place = xmlPlace(path, *kind);
    shape.linkFromGeometry = sdfPose(collision, path);
    const std::string name = kind->Name();
    if (name == "box") {
        const XMLElement& size = requiredChild(*kind, "size", path);
        const std::vector<double> n = requiredNumbers(sdfText(size, path), 3, "", size, path);
        for (int i = 0; i < 3; ++i)
            shape.size[i] = requirePositive(n[static_cast<std::size_t>(i)], "the size", size, path);
    } else if (name == "sphere") {
        shape.kind = RobotGeometry::Kind::Sphere;
        shape.size.x() = sdfPositive(*kind, "radius", path);
    } else if (name == "cylinder" || name == "capsule") {
        shape.kind = name == "capsule" ? RobotGeometry::Kind::Capsule : RobotGeometry::Kind::Cylinder;
        shape.size = {sdfPositive(*kind, "radius", path), sdfPositive(*kind, "length", path), 0.0};
    } else if (name == "mesh") {
        shape.kind = RobotGeometry::Kind::Mesh;
        const XMLElement& uri = requiredChild(*kind, "uri", path);
        shape.file = meshPathOf(sdfText(uri, path), folder, uri, path);
        if (const XMLElement* scale = kind->FirstChildElement("scale")) {
            const std::vector<double> n = requiredNumbers(sdfText(*scale, path), 3, "", *scale, path);
            for (int i = 0; i < 3; ++i)
                shape.scale[i] = requirePositive(n[static_cast<std::size_t>(i)], "the scale", *scale, path);
        }
    } else {
        refuseXml(path, *kind, "is no box, cylinder, sphere, capsule or mesh");
    }
    return shape;
}

RobotTreeLink sdfLink(const XMLElement& element, const std::string& path, const std::string& folder) {
    RobotTreeLink link;
    link.place = xmlPlace(path, element);
    link.name = requiredAttribute(element, "name", path);
    if (const XMLElement* inertial = element.FirstChildElement("inertial")) {
        link.mass = sdfInertial(*inertial, path);
        if (const XMLElement* added = inertial->FirstChildElement("fluid_added_mass"))
            link.addedMass = addedMassIn(*added, path);
    }
    for (const auto* c = element.FirstChildElement("collision"); c; c = c->NextSiblingElement("collision"))
        link.shapes.push_back(sdfGeometry(*c, path, folder));
    return link;
}

void sdfType(const XMLElement& element, const std::string& path, RobotJoint& joint) {
    const std::string type = requiredAttribute(element, "type", path);
    if (type == "revolute" || type == "continuous")
        joint.type = RobotJointType::Hinge;
    else if (type == "prismatic")
        joint.type = RobotJointType::Slider;
    else if (type != "fixed")
        refuseXml(path, element,
                  "'" + joint.name + "' has the type '" + type +
                      "', which is not read; fixed, revolute, continuous and prismatic are");
}

void sdfLimits(const XMLElement& element, const XMLElement& axis, const std::string& path, RobotJoint& joint) {
    constexpr double unlimited = 1e16; // SDF's own default
    const XMLElement* limit = axis.FirstChildElement("limit");
    const double lower = sdfOptional(limit, "lower", -unlimited, path),
                 upper = sdfOptional(limit, "upper", unlimited, path);
    if (lower > upper) refuseXml(path, *limit, "lower is above upper");
    const bool isBounded = joint.type == RobotJointType::Slider || element.Attribute("type", "revolute");
    if (isBounded && (lower > -unlimited || upper < unlimited)) joint.limits = {lower, upper};
    if (const double effort = sdfOptional(limit, "effort", -1.0, path); effort > 0.0) joint.effort = effort;
}

/// Places of links and joints in the frame of the model.
class ModelFrames {
  public:
    ModelFrames(const XMLElement& model, const std::string& path) : m_path(path) {
        for (const char* kind : {"link", "joint", "frame"})
            for (const auto* e = model.FirstChildElement(kind); e; e = e->NextSiblingElement(kind))
                m_elements[requiredAttribute(*e, "name", path)] = e;
    }

    /// \param depth of the chain of frames so far
    Pose modelFrom(const XMLElement& element, int depth = 0) const {
        if (depth > 200) refuseXml(m_path, element, "its pose depends on itself");
        std::string frame = sdfFrameOfPose(element);
        if (frame.empty() && std::strcmp(element.Name(), "joint") == 0) frame = childOf(element);
        if (frame.empty() && element.Attribute("attached_to")) frame = element.Attribute("attached_to");
        const Pose pose = sdfPose(element, m_path);
        if (frame.empty() || frame == "__model__" || frame == kRobotWorld) return pose;
        const auto found = m_elements.find(frame);
        if (found == m_elements.end()) refuseXml(m_path, element, "there is no frame '" + frame + "'");
        return modelFrom(*found->second, depth + 1) * pose;
    }

    Pose modelFrom(const std::string& link) const {
        const auto found = m_elements.find(link);
        return found == m_elements.end() ? Pose() : modelFrom(*found->second);
    }

    std::string childOf(const XMLElement& joint) const {
        return sdfText(requiredChild(joint, "child", m_path), m_path);
    }

  private:
    const std::string& m_path;
    std::map<std::string, const XMLElement*> m_elements;
};

RobotParts::Joint sdfJoint(const XMLElement& element, const std::string& path, const ModelFrames& frames,
                           std::vector<std::string>& notes) {
    RobotParts::Joint joint;
    joint.joint.place = xmlPlace(path, element);
    joint.joint.name = requiredAttribute(element, "name", path);
    sdfType(element, path, joint.joint);
    joint.parent = sdfText(requiredChild(element, "parent", path), path);
    joint.child = frames.childOf(element);
    const XMLElement* axis = element.FirstChildElement("axis");
    if (joint.joint.type == RobotJointType::Fixed || !axis) return joint;
    const XMLElement& xyz = requiredChild(*axis, "xyz", path);
    const std::vector<double> n = requiredNumbers(sdfText(xyz, path), 3, "", xyz, path);
    const Vector3 direction = requireDirection({n[0], n[1], n[2]}, xyz, path);
    const char* expressedIn = xyz.Attribute("expressed_in");
    const Quaternion modelFromAxis =
        expressedIn && *expressedIn ? frames.modelFrom(expressedIn).orientation : frames.modelFrom(element).orientation;
    joint.joint.axis = frames.modelFrom(joint.child).orientation.conjugate() * (modelFromAxis * direction);
    sdfLimits(element, *axis, path, joint.joint);
    if (const XMLElement* dynamics = axis->FirstChildElement("dynamics")) {
        joint.joint.damping = sdfOptional(dynamics, "damping", 0.0, path);
        if (joint.joint.damping < 0.0) refuseXml(path, *dynamics, "damping is below 0");
        for (const char* name : {"friction", "spring_stiffness"})
            if (sdfOptional(dynamics, name, 0.0, path) != 0.0)
                notes.push_back(xmlPlace(path, *dynamics) + ": " + name + " has no effect");
    }
    return joint;
}

/// Moves the origin of a link's frame to its joint; the axes stay.
void moveOrigin(RobotTreeLink& link, const Vector3& shift) {
    Pose newFromOld;
    newFromOld.position = -shift;
    if (link.mass) link.mass->centerOfMass -= shift;
    for (RobotGeometry& shape : link.shapes)
        shape.linkFromGeometry = newFromOld * shape.linkFromGeometry;
    if (link.addedMass) link.addedMass = SpatialInertia(*link.addedMass).changeFrame(newFromOld.inverse()).matrix();
}

} // namespace

RobotParts readSdf(const XMLElement& sdf, const std::string& path, const std::string& folder) {
    const XMLElement* model = sdf.FirstChildElement("model");
    if (const XMLElement* world = sdf.FirstChildElement("world"); world && !model)
        model = world->FirstChildElement("model");
    if (!model) refuseXml(path, sdf, "has no <model>");
    for (const char* kind : {"model", "include"})
        if (const XMLElement* nested = model->FirstChildElement(kind))
            refuseXml(path, *nested, "is not read in a model");
    RobotParts parts;
    parts.name = requiredAttribute(*model, "name", path);
    parts.place = xmlPlace(path, *model);
    const ModelFrames frames(*model, path);
    std::map<std::string, Pose> modelFromLink;
    for (const auto* link = model->FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
        parts.links.push_back(sdfLink(*link, path, folder));
        modelFromLink[parts.links.back().name] = frames.modelFrom(*link);
    }
    std::vector<const XMLElement*> elements;
    for (const auto* joint = model->FirstChildElement("joint"); joint; joint = joint->NextSiblingElement("joint")) {
        parts.joints.push_back(sdfJoint(*joint, path, frames, parts.notes));
        elements.push_back(joint);
    }
    const auto linkOf = [&parts](const std::string& name) {
        return std::find_if(parts.links.begin(), parts.links.end(),
                            [&name](const RobotTreeLink& link) { return link.name == name; });
    };
    const bool isFixed =
        model->FirstChildElement("static") && sdfText(requiredChild(*model, "static", path), path) == "true";
    const bool namesWorld = std::any_of(parts.joints.begin(), parts.joints.end(),
                                        [](const RobotParts::Joint& joint) { return joint.parent == kRobotWorld; });
    if (isFixed) refuseXml(path, *model, "is static: nothing moves");
    if (namesWorld && linkOf(kRobotWorld) == parts.links.end()) {
        RobotTreeLink world;
        world.place = parts.place;
        world.name = kRobotWorld;
        parts.links.insert(parts.links.begin(), world);
    }
    // The origins of the links move to their joints, those of the parents before those of the joints are taken.
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        const auto child = linkOf(parts.joints[i].child);
        if (child == parts.links.end()) continue;
        Pose& place = modelFromLink[child->name];
        const Vector3 origin = frames.modelFrom(*elements[i]).position;
        moveOrigin(*child, place.orientation.conjugate() * (origin - place.position));
        place.position = origin;
    }
    for (RobotParts::Joint& joint : parts.joints)
        joint.parentFromChild = modelFromLink[joint.parent].inverse() * modelFromLink[joint.child];
    for (const RobotTreeLink& link : parts.links)
        if (std::none_of(parts.joints.begin(), parts.joints.end(),
                         [&link](const RobotParts::Joint& joint) { return joint.child == link.name; }))
            parts.fileFromRoot = modelFromLink[link.name];
    return parts;
}

} // namespace ambient
