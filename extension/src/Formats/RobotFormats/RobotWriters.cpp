// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotWriters.h"

#include "AmbientFluid/Math/LinearFirst.h"
#include "RobotFormats/MjcfWriter.h"
#include "RobotFormats/XmlWriting.h"

#include <cctype>
#include <cstdio>

namespace ambient {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

void addFluidAddedMass(XMLElement& parent, const RobotLink& link) {
    XMLElement& element = addXml(parent, "fluid_added_mass");
    const LinearFirst numbers = toLinearFirst(link.addedMass);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        addXml(element, kLinearFirstNames[i], xmlText(numbers[i]));
}

std::string whatFor(const RobotLink& link) {
    return "Added mass of " + link.mesh + " in a fluid of " + xmlText(link.fluidDensity) +
           " kg/m^3, about the link's origin in its axes, those of the mesh; mass and inertia of a uniform solid of " +
           xmlText(link.body.mass) + " kg. Units: m, kg.";
}

/// Names of the moments of inertia in both formats, with their indices.
constexpr std::array<const char*, 6> kInertiaNames = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
double inertiaAt(const Matrix3& inertia, int index) {
    constexpr int rows[] = {0, 0, 0, 1, 1, 2}, columns[] = {0, 1, 2, 1, 2, 2};
    return inertia(rows[index], columns[index]);
}

void addSdfShape(XMLElement& parent, const char* kind, const RobotLink& link) {
    XMLElement& shape = addXml(parent, kind);
    shape.SetAttribute("name", kind);
    XMLElement& mesh = addXml(addXml(shape, "geometry"), "mesh");
    addXml(mesh, "uri", link.mesh);
    addXml(mesh, "scale", xmlText({link.scale, link.scale, link.scale}));
}

void addUrdfShape(XMLElement& parent, const char* kind, const RobotLink& link) {
    XMLElement& mesh = addXml(addXml(addXml(parent, kind), "geometry"), "mesh");
    mesh.SetAttribute("filename", link.mesh.c_str());
    mesh.SetAttribute("scale", xmlText({link.scale, link.scale, link.scale}).c_str());
}

std::string misfitOf(const EllipsoidFluidFit& fit) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "Misfit of the ellipsoid, relative root mean square: added mass %.3f, drag and lift over all "
                  "directions %.3f, torque of spins %.3f, force that spin adds %.3f (1: not represented). MuJoCo's "
                  "model has no moments due to motion without spin, except those of the added mass.",
                  fit.addedMassMisfit, fit.dragMisfit, fit.angularMisfit, fit.magnusMisfit);
    return text;
}

} // namespace

std::string linkNameOf(const std::string& meshFile) {
    const std::size_t begin = meshFile.find_last_of("/\\") + 1; // npos + 1 is 0
    const std::size_t dot = meshFile.find_last_of('.');
    std::string name = meshFile.substr(begin, dot == std::string::npos || dot <= begin ? dot : dot - begin);
    for (char& letter : name)
        if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '-') letter = '_';
    return name.empty() ? "body" : name;
}

std::string sdfOf(const RobotLink& link) {
    XMLDocument document;
    document.InsertEndChild(document.NewDeclaration());
    XMLElement& root = addXml(document, "sdf");
    root.SetAttribute("version", "1.10");
    XMLElement& model = addXml(root, "model");
    model.SetAttribute("name", link.name.c_str());
    XMLElement& body = addXml(model, "link");
    body.SetAttribute("name", link.name.c_str());
    addXmlComment(body, whatFor(link));
    XMLElement& inertial = addXml(body, "inertial");
    addXml(inertial, "mass", xmlText(link.body.mass));
    addXml(inertial, "pose", xmlText(link.body.centerOfMass) + " 0 0 0");
    XMLElement& inertia = addXml(inertial, "inertia");
    for (int i = 0; i < 6; ++i)
        addXml(inertia, kInertiaNames[i], xmlText(inertiaAt(link.body.inertia, i)));
    addFluidAddedMass(inertial, link);
    addSdfShape(body, "collision", link);
    addSdfShape(body, "visual", link);
    return printedXml(document);
}

std::string urdfOf(const RobotLink& link) {
    XMLDocument document;
    document.InsertEndChild(document.NewDeclaration());
    XMLElement& robot = addXml(document, "robot");
    robot.SetAttribute("name", link.name.c_str());
    XMLElement& body = addXml(robot, "link");
    body.SetAttribute("name", link.name.c_str());
    XMLElement& inertial = addXml(body, "inertial");
    XMLElement& origin = addXml(inertial, "origin");
    origin.SetAttribute("xyz", xmlText(link.body.centerOfMass).c_str());
    origin.SetAttribute("rpy", "0 0 0");
    addXml(inertial, "mass").SetAttribute("value", xmlText(link.body.mass).c_str());
    XMLElement& inertia = addXml(inertial, "inertia");
    for (int i = 0; i < 6; ++i)
        inertia.SetAttribute(kInertiaNames[i], xmlText(inertiaAt(link.body.inertia, i)).c_str());
    addUrdfShape(body, "visual", link);
    addUrdfShape(body, "collision", link);
    XMLElement& gazebo = addXml(robot, "gazebo");
    gazebo.SetAttribute("reference", link.name.c_str());
    addXmlComment(gazebo, whatFor(link) +
                              " URDF has no element for added mass, and URDF readers skip this one, the "
                              "<fluid_added_mass> of SDFormat 1.10. In SDF, move it into the <inertial> of the link.");
    addFluidAddedMass(gazebo, link);
    return printedXml(document);
}

std::string mjcfOf(const RobotLink& link, const EllipsoidFluidFit& fit) {
    XMLDocument document;
    XMLElement& root = addXml(document, "mujoco");
    root.SetAttribute("model", link.name.c_str());
    addXmlComment(root, whatFor(link) +
                            " MuJoCo models the fluid with an ellipsoid: the semi-axes give the nearest added mass, "
                            "the coefficients (blunt drag, slender drag, angular drag, Kutta lift, Magnus lift) fit "
                            "the forces without skin friction, hence viscosity 0. MuJoCo uses the gyroscopic terms "
                            "of the added mass, not its inertia.");
    addXmlComment(root, misfitOf(fit));
    XMLElement& option = addXml(root, "option");
    option.SetAttribute("density", xmlText(link.fluidDensity).c_str());
    option.SetAttribute("viscosity", "0");
    option.SetAttribute("integrator", "implicit");
    XMLElement& body = addXml(addXml(root, "worldbody"), "body");
    body.SetAttribute("name", link.name.c_str());
    addXml(body, "freejoint");
    const Matrix3& j = link.body.inertia;
    XMLElement& inertial = addXml(body, "inertial");
    inertial.SetAttribute("pos", xmlText(link.body.centerOfMass).c_str());
    inertial.SetAttribute("mass", xmlText(link.body.mass).c_str());
    inertial.SetAttribute("fullinertia", xmlText({j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)}).c_str());
    XMLElement& geom = addXml(body, "geom");
    geom.SetAttribute("name", (link.name + "_fluid").c_str());
    setMjcfFluid(geom, fit);
    return printedXml(document);
}

} // namespace ambient
