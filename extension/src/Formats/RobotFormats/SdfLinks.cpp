// SPDX-License-Identifier: Zlib
#include "RobotFormats/SdfParts.h"
#include "RobotFormats/SdfText.h"

namespace ambient {
namespace {

using tinyxml2::XMLElement;

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

/// The <inertial> of a link; what is missing in it has SDF's defaults. None: the mass 0.
std::optional<RobotInertia> sdfInertial(const XMLElement& link, const XMLElement& inertial, const std::string& path,
                                        const SdfFrames& frames) {
    if (inertial.BoolAttribute("auto", false)) return sdfAutomatic(link, inertial, path);
    const double mass = sdfOptional(&inertial, "mass", 1.0, path);
    if (mass == 0.0) return std::nullopt;
    if (mass < 0.0) sdfPositive(inertial, "mass", path);
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

} // namespace

RobotTreeLink sdfLink(const XMLElement& element, const std::string& path, const std::string& folder,
                      const SdfFrames& frames, RobotParts& parts) {
    RobotTreeLink link;
    link.place = xmlPlace(path, element);
    link.name = requiredAttribute(element, "name", path);
    if (element.FirstChildElement("gravity") && !sdfFlag(element, "gravity", path))
        parts.notes.push_back(link.place + ": <gravity> has no effect: '" + link.name + "' has its weight");
    if (sdfFlag(element, "kinematic", path))
        parts.notes.push_back(link.place + ": <kinematic> has no effect: '" + link.name + "' moves by its loads");
    const XMLElement* inertial = element.FirstChildElement("inertial");
    if (inertial) {
        link.mass = sdfInertial(element, *inertial, path, frames);
        if (!link.mass) parts.standing.insert(link.name);
        if (const XMLElement* added = inertial->FirstChildElement("fluid_added_mass"))
            link.addedMass = addedMassIn(*added, path);
    }
    for (const auto* c = element.FirstChildElement("collision"); c; c = c->NextSiblingElement("collision"))
        if (!isLeftOut(*c, path, parts.notes) && !hasNoSize(*c, path, parts.notes))
            link.shapes.push_back(sdfGeometry(*c, frames.linkFrom(*c, element), path, folder));
    if (showsItsShape(element))
        for (const auto* v = element.FirstChildElement("visual"); v; v = v->NextSiblingElement("visual"))
            addVisual(link, parts.notes, [&] { return sdfGeometry(*v, frames.linkFrom(*v, element), path, folder); });
    const bool hasMass = inertial && (!link.mass || link.mass->density || inertial->FirstChildElement("mass"));
    if (!hasMass && !link.shapes.empty()) {
        if (!link.mass) link.mass = RobotInertia{1.0, Vector3::Zero(), Matrix3::Identity(), false, false, {}};
        parts.notes.push_back(link.place + ": '" + link.name + "' has no <mass>: it has 1 kg, as SDF says");
    }
    return link;
}

} // namespace ambient
