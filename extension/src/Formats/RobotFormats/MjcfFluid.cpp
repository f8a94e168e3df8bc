// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfFluid.h"

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "RobotFormats/FluidAddedMassXml.h"
#include "RobotFormats/MjcfDefaults.h"
#include "RobotFormats/XmlNumbers.h"

#include <tinyxml2.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

const XMLElement* parentOf(const XMLElement& element) {
    return element.Parent() ? element.Parent()->ToElement() : nullptr;
}

/// Class of a geom that names none: of the bodies around it.
std::string classAround(const XMLElement& geom) {
    for (const XMLElement* body = parentOf(geom); body; body = parentOf(*body))
        if (const char* name = body->Attribute("childclass")) return name;
    return "";
}

/// Default attributes of geoms.
class Defaults {
  public:
    explicit Defaults(const XMLElement& root) {
        for (const XMLElement* e = root.FirstChildElement("default"); e; e = e->NextSiblingElement("default"))
            m_defaults.add(*e);
    }
    const char* attribute(const XMLElement& geom, const char* name) const {
        return m_defaults.attribute(geom, classAround(geom), name);
    }

  private:
    MjcfDefaults m_defaults;
};

[[noreturn]] void refuse(const std::string& path, const XMLElement& element, const std::string& why) {
    throw RobotFileError(xmlPlace(path, element) + ": " + why);
}

/// Reads a list of at least `least` and at most 4 numbers.
std::vector<double> numbersOf(const char* text, std::size_t least, const std::string& path, const XMLElement& geom,
                              const char* name) {
    std::vector<double> numbers;
    for (const char* at = text; at[std::strspn(at, kXmlSpace)] != '\0' && numbers.size() < 5;)
        numbers.push_back(nextXmlNumber(at, path, geom));
    if (numbers.size() < least || numbers.size() > 4)
        refuse(path, geom, std::string(name) + "=\"" + text + "\" does not have " + std::to_string(least) + " numbers");
    return numbers;
}

/// Semi-axes of the ellipsoid in place of a geom in MuJoCo's model [m].
Vector3 semiAxesOf(const XMLElement& geom, const Defaults& defaults, const std::string& path) {
    const char* given = defaults.attribute(geom, "type");
    const std::string type = given ? given : "sphere";
    const std::size_t count = type == "sphere"                          ? 1
                              : type == "capsule" || type == "cylinder" ? 2
                              : type == "ellipsoid" || type == "box"    ? 3
                                                                        : 0;
    if (count == 0)
        refuse(path, geom,
               "the ellipsoid of a geom of type \"" + type +
                   "\" is computed by MuJoCo only; use ellipsoid, box, sphere, capsule or cylinder with a size");
    const char* size = defaults.attribute(geom, "size");
    if (geom.Attribute("fromto") || !size) refuse(path, geom, "the geom has no size; give size, pos and quat");
    const std::vector<double> n = numbersOf(size, count, path, geom, "size");
    const Vector3 axes = count == 1          ? Vector3::Constant(n[0])
                         : count == 3        ? Vector3(n[0], n[1], n[2])
                         : type == "capsule" ? Vector3(n[0], n[0], n[0] + n[1])
                                             : Vector3(n[0], n[0], n[1]);
    if (!(axes.minCoeff() > 0.0)) refuse(path, geom, std::string("size=\"") + size + "\" is not positive");
    return axes;
}

Pose poseOf(const XMLElement& geom, const Defaults& defaults, const std::string& path) {
    for (const char* other : {"axisangle", "euler", "xyaxes", "zaxis"})
        if (defaults.attribute(geom, other))
            refuse(path, geom, std::string(other) + " is not read; give the orientation as quat, as MuJoCo saves it");
    Pose pose;
    if (const char* text = defaults.attribute(geom, "pos")) {
        const std::vector<double> n = numbersOf(text, 3, path, geom, "pos");
        pose.position = {n[0], n[1], n[2]};
    }
    if (const char* text = defaults.attribute(geom, "quat")) {
        const std::vector<double> n = numbersOf(text, 4, path, geom, "quat");
        pose.orientation = Quaternion(n[0], n[1], n[2], n[3]);
        if (!(pose.orientation.norm() > 0.0) || !std::isfinite(pose.orientation.norm()))
            refuse(path, geom, std::string("quat=\"") + text + "\" is not a rotation");
        pose.orientation.normalize();
    }
    return pose;
}

/// Added mass per unit density of the ellipsoid of a geom, in the frame of its body.
Matrix6 addedMassOf(const XMLElement& geom, const Defaults& defaults, const std::string& path) {
    const Vector3 axes = semiAxesOf(geom, defaults, path);
    const Pose pose = poseOf(geom, defaults, path);
    // Beyond this length no robot is meant, and the products below would leave the range of numbers.
    constexpr double kSmallest = 1e-30, kLargest = 1e30;
    if (axes.minCoeff() < kSmallest || axes.maxCoeff() > kLargest || pose.position.cwiseAbs().maxCoeff() > kLargest)
        refuse(path, geom, "its size and pos are not lengths of a body (1e-30 to 1e30 m)");
    return analyticEllipsoidAddedMass(axes).changeFrame(pose.inverse()).matrix();
}

/// Geoms of a body, without its child bodies, in the ellipsoid model.
std::vector<const XMLElement*> fluidGeomsOf(const XMLElement& body, const Defaults& defaults) {
    std::vector<const XMLElement*> geoms;
    for (const XMLElement* geom = body.FirstChildElement("geom"); geom; geom = geom->NextSiblingElement("geom")) {
        const char* shape = defaults.attribute(*geom, "fluidshape");
        if (shape && std::strcmp(shape, "ellipsoid") == 0) geoms.push_back(geom);
    }
    return geoms;
}

void collectBodies(const XMLElement& from, const std::string& name, const Defaults& defaults,
                   std::vector<std::vector<const XMLElement*>>& found) {
    const char* own = from.Attribute("name");
    if (isXml(from, "body") && (name.empty() || (own && name == own)))
        if (auto geoms = fluidGeomsOf(from, defaults); !geoms.empty()) found.push_back(std::move(geoms));
    for (const XMLElement* child = from.FirstChildElement(); child; child = child->NextSiblingElement())
        collectBodies(*child, name, defaults, found);
}

} // namespace

SpatialInertia readMjcfAddedMass(const XMLElement& root, const std::string& path, const std::string& body) {
    const Defaults defaults(root);
    std::vector<std::vector<const XMLElement*>> found;
    for (const XMLElement* world = root.FirstChildElement("worldbody"); world;
         world = world->NextSiblingElement("worldbody"))
        collectBodies(*world, body, defaults, found);
    const std::string where = body.empty() ? "" : " named '" + body + "'";
    if (found.empty())
        throw RobotFileError(path + ": there is no body" + where + " with a geom of fluidshape=\"ellipsoid\"" +
                             (root.FirstChildElement("include") ? "; files that it includes are not read" : ""));
    if (found.size() > 1)
        throw RobotFileError(path + ": there are " + std::to_string(found.size()) + " bodies" + where +
                             " with geoms of fluidshape=\"ellipsoid\"" + (body.empty() ? "; name a link" : ""));
    Matrix6 sum = Matrix6::Zero();
    for (const XMLElement* geom : found.front())
        sum += addedMassOf(*geom, defaults, path);
    return SpatialInertia(sum);
}

} // namespace ambient
