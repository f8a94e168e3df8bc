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

/// The frame of the <pose> in an element; `frame` is the attribute's name of versions 1.5 and 1.6.
std::string sdfFrameOfPose(const XMLElement& element) {
    const XMLElement* pose = element.FirstChildElement("pose");
    for (const char* attribute : {"relative_to", "frame"})
        if (const char* name = pose ? pose->Attribute(attribute) : nullptr; name && *name) return name;
    return "";
}

bool sdfFlag(const XMLElement& parent, const char* name, const std::string& path) {
    const XMLElement* element = parent.FirstChildElement(name);
    if (!element) return false;
    std::string text = sdfText(*element, path);
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    refuseXml(path, *element, "'" + text + "' is neither true nor false");
}

/// Places of links, joints and frames in the frame of the model.
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
        return modelFromFrame(frame, element, depth) * sdfPose(element, m_path);
    }

    /// Place of a frame that an element names; empty: the model.
    Pose modelFromFrame(const std::string& frame, const XMLElement& element, int depth = 0) const {
        if (frame.empty() || frame == "__model__" || frame == kRobotWorld) return {};
        const auto found = m_elements.find(frame);
        if (found == m_elements.end()) refuseXml(m_path, element, "there is no frame '" + frame + "'");
        return modelFrom(*found->second, depth + 1);
    }

    /// Pose of a part of a link in the frame of the link.
    Pose linkFrom(const XMLElement& part, const XMLElement& link) const {
        const Pose pose = sdfPose(part, m_path);
        const std::string frame = sdfFrameOfPose(part);
        if (frame.empty() || link.Attribute("name", frame.c_str())) return pose;
        return modelFrom(link).inverse() * modelFromFrame(frame, part) * pose;
    }

    std::string childOf(const XMLElement& joint) const {
        return sdfText(requiredChild(joint, "child", m_path), m_path);
    }

  private:
    const std::string& m_path;
    std::map<std::string, const XMLElement*> m_elements;
};

/// Density of shapes from which an automatic inertia follows; the default is SDF's, that of water.
RobotInertia sdfAutomatic(const XMLElement& link, const XMLElement& inertial, const std::string& path) {
    constexpr double water = 1000.0;
    const auto densityIn = [&path](const XMLElement& element, double otherwise) {
        return element.FirstChildElement("density") ? sdfPositive(element, "density", path) : otherwise;
    };
    RobotInertia inertia;
    const double ofLink = densityIn(inertial, water);
    for (const auto* c = link.FirstChildElement("collision"); c; c = c->NextSiblingElement("collision")) {
        const double density = densityIn(*c, ofLink);
        if (inertia.density && *inertia.density != density)
            refuseXml(path, *c, "its density is not that of the link's other shapes: only one density is read");
        inertia.density = density;
    }
    if (!inertia.density) refuseXml(path, inertial, "is automatic, but the link has no <collision>");
    inertia.mass = *inertia.density; // of one cubic metre, until the shapes are known
    return inertia;
}

/// The <inertial> of a link; what is missing in it has SDF's defaults.
RobotInertia sdfInertial(const XMLElement& link, const XMLElement& inertial, const std::string& path,
                         const ModelFrames& frames) {
    if (inertial.BoolAttribute("auto", false)) return sdfAutomatic(link, inertial, path);
    const double mass = inertial.FirstChildElement("mass") ? sdfPositive(inertial, "mass", path) : 1.0;
    const XMLElement* inertia = inertial.FirstChildElement("inertia");
    std::array<double, 6> moments{};
    constexpr const char* names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    for (std::size_t i = 0; i < 6; ++i) // SDF: moments default to 1, products to 0
        moments[i] = sdfOptional(inertia, names[i], i == 0 || i == 3 || i == 5 ? 1.0 : 0.0, path);
    return inertiaOf(mass, moments, frames.linkFrom(inertial, link), inertia ? *inertia : inertial, path);
}

/// Three numbers above 0 in a child element.
Vector3 sdfSizes(const XMLElement& parent, const char* name, const std::string& what, const std::string& path) {
    const XMLElement& element = requiredChild(parent, name, path);
    const std::vector<double> n = requiredNumbers(sdfText(element, path), 3, "", element, path);
    for (double size : n)
        requirePositive(size, what, element, path);
    return {n[0], n[1], n[2]};
}

RobotGeometry sdfGeometry(const XMLElement& collision, const Pose& linkFromCollision, const std::string& path,
                          const std::string& folder) {
    const XMLElement& geometry = requiredChild(collision, "geometry", path);
    const XMLElement* kind = geometry.FirstChildElement();
    if (!kind) refuseXml(path, geometry, "is empty");
    RobotGeometry shape;
    shape.place = xmlPlace(path, *kind);
    shape.linkFromGeometry = linkFromCollision;
    const std::string name = kind->Name();
    if (name == "box") {
        shape.size = sdfSizes(*kind, "size", "the size", path);
    } else if (name == "ellipsoid") {
        shape.kind = RobotGeometry::Kind::Ellipsoid;
        shape.size = sdfSizes(*kind, "radii", "the radius", path);
    } else if (name == "sphere") {
        shape.kind = RobotGeometry::Kind::Sphere;
        shape.size.x() = sdfPositive(*kind, "radius", path);
    } else if (name == "cylinder" || name == "capsule" || name == "cone") {
        shape.kind = name == "capsule" ? RobotGeometry::Kind::Capsule
                     : name == "cone"  ? RobotGeometry::Kind::Cone
                                       : RobotGeometry::Kind::Cylinder;
        shape.size = {sdfPositive(*kind, "radius", path), sdfPositive(*kind, "length", path), 0.0};
    } else if (name == "mesh") {
        shape.kind = RobotGeometry::Kind::Mesh;
        const XMLElement& uri = requiredChild(*kind, "uri", path);
        shape.file = meshPathOf(sdfText(uri, path), folder, uri, path);
        if (const XMLElement* scale = kind->FirstChildElement("scale")) {
            const std::vector<double> n = requiredNumbers(sdfText(*scale, path), 3, "", *scale, path);
            shape.scale = requireScale({n[0], n[1], n[2]}, *scale, path);
        }
    } else {
        refuseXml(path, *kind, "is no box, cylinder, sphere, capsule, ellipsoid, cone or mesh");
    }
    return shape;
}

RobotTreeLink sdfLink(const XMLElement& element, const std::string& path, const std::string& folder,
                      const ModelFrames& frames, std::vector<std::string>& notes) {
    RobotTreeLink link;
    link.place = xmlPlace(path, element);
    link.name = requiredAttribute(element, "name", path);
    const XMLElement* inertial = element.FirstChildElement("inertial");
    if (inertial) {
        link.mass = sdfInertial(element, *inertial, path, frames);
        if (const XMLElement* added = inertial->FirstChildElement("fluid_added_mass"))
            link.addedMass = addedMassIn(*added, path);
    }
    for (const auto* c = element.FirstChildElement("collision"); c; c = c->NextSiblingElement("collision"))
        link.shapes.push_back(sdfGeometry(*c, frames.linkFrom(*c, element), path, folder));
    const bool hasMass = inertial && (link.mass->density || inertial->FirstChildElement("mass"));
    if (!hasMass && !link.shapes.empty()) {
        if (!link.mass) link.mass = RobotInertia{1.0, Vector3::Zero(), Matrix3::Identity(), false, {}};
        notes.push_back(link.place + ": '" + link.name + "' has no <mass>: it has 1 kg, as SDF says");
    }
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

/// Turn of the frame in which the axis of a joint is given. \param isOld whether the file has a version up to 1.4
Quaternion modelFromAxis(const XMLElement& joint, const XMLElement& axis, const XMLElement& xyz, bool isOld,
                         const std::string& path, const ModelFrames& frames) {
    if (const char* name = xyz.Attribute("expressed_in"); name && *name)
        return frames.modelFromFrame(name, xyz).orientation;
    const bool isOfModel =
        axis.FirstChildElement("use_parent_model_frame") ? sdfFlag(axis, "use_parent_model_frame", path) : isOld;
    return isOfModel ? Quaternion(Quaternion::Identity()) : frames.modelFrom(joint).orientation;
}

RobotParts::Joint sdfJoint(const XMLElement& element, bool isOld, const std::string& path, const ModelFrames& frames,
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
    joint.joint.axis = frames.modelFromFrame(joint.child, element).orientation.conjugate() *
                       (modelFromAxis(element, *axis, xyz, isOld, path, frames) * direction);
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

/// The first model of a file. Notes tell of others.
const XMLElement& modelIn(const XMLElement& sdf, const std::string& path, std::vector<std::string>& notes) {
    const XMLElement* parent = &sdf;
    if (!sdf.FirstChildElement("model") && sdf.FirstChildElement("world")) parent = sdf.FirstChildElement("world");
    const XMLElement* model = parent->FirstChildElement("model");
    if (!model) refuseXml(path, sdf, "has no <model>");
    for (const char* kind : {"model", "include"})
        if (const XMLElement* nested = model->FirstChildElement(kind))
            refuseXml(path, *nested, "is not read in a model");
    for (const auto* other = model->NextSiblingElement("model"); other; other = other->NextSiblingElement("model"))
        notes.push_back(xmlPlace(path, *other) + ": only the first model is read");
    if (sdfFlag(*model, "static", path)) refuseXml(path, *model, "is static: nothing moves");
    return *model;
}

/// Whether axes are in the frame of the model by default: in versions up to 1.4.
bool isOldSdf(const XMLElement& sdf) {
    const char* version = sdf.Attribute("version");
    double number = 0.0;
    if (!version || numberFromText(version, version + std::strlen(version), number).ec != std::errc()) return false;
    return std::string(version).find('.') == 1 && std::string(version).size() == 3 && number < 1.45;
}

/// Moves the origins of links to their joints, those of parents before those of joints are taken.
void moveOrigins(RobotParts& parts, const std::vector<const XMLElement*>& joints, const ModelFrames& frames,
                 std::map<std::string, Pose>& modelFromLink) {
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        const auto child = std::find_if(parts.links.begin(), parts.links.end(),
                                        [&](const RobotTreeLink& link) { return link.name == parts.joints[i].child; });
        if (child == parts.links.end()) continue;
        Pose& place = modelFromLink[child->name];
        const Vector3 origin = frames.modelFrom(*joints[i]).position;
        moveOrigin(*child, place.orientation.conjugate() * (origin - place.position));
        place.position = origin;
    }
}

} // namespace

RobotParts readSdf(const XMLElement& sdf, const std::string& path, const std::string& folder) {
    RobotParts parts;
    const XMLElement& model = modelIn(sdf, path, parts.notes);
    parts.name = requiredAttribute(model, "name", path);
    parts.place = xmlPlace(path, model);
    const ModelFrames frames(model, path);
    const bool isOld = isOldSdf(sdf);
    std::map<std::string, Pose> modelFromLink;
    for (const auto* link = model.FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
        parts.links.push_back(sdfLink(*link, path, folder, frames, parts.notes));
        modelFromLink[parts.links.back().name] = frames.modelFrom(*link);
    }
    std::vector<const XMLElement*> elements;
    for (const auto* joint = model.FirstChildElement("joint"); joint; joint = joint->NextSiblingElement("joint")) {
        parts.joints.push_back(sdfJoint(*joint, isOld, path, frames, parts.notes));
        elements.push_back(joint);
    }
    const bool namesWorld = std::any_of(parts.joints.begin(), parts.joints.end(),
                                        [](const RobotParts::Joint& joint) { return joint.parent == kRobotWorld; });
    if (namesWorld && !modelFromLink.count(kRobotWorld)) {
        RobotTreeLink world;
        world.place = parts.place;
        world.name = kRobotWorld;
        parts.links.insert(parts.links.begin(), world);
    }
    moveOrigins(parts, elements, frames, modelFromLink);
    for (RobotParts::Joint& joint : parts.joints)
        joint.parentFromChild = modelFromLink[joint.parent].inverse() * modelFromLink[joint.child];
    const Pose fileFromModel = sdfPose(model, path);
    for (const RobotTreeLink& link : parts.links)
        if (std::none_of(parts.joints.begin(), parts.joints.end(),
                         [&link](const RobotParts::Joint& joint) { return joint.child == link.name; }))
            parts.fileFromRoot = fileFromModel * modelFromLink[link.name];
    return parts;
}

} // namespace ambient
