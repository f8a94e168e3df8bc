// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotWriters.h"

#include "AmbientFluid/Math/LinearFirst.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <initializer_list>

namespace ambient {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

/// Shortest text with the same number on reading.
std::string textOf(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number + 0.0).ptr};
}

std::string textOf(std::initializer_list<double> numbers) {
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : " ") + textOf(number);
    return text;
}

std::string textOf(const Vector3& v) {
    return textOf({v.x(), v.y(), v.z()});
}

XMLElement& add(tinyxml2::XMLNode& parent, const char* name, const std::string& text = "") {
    XMLElement& element = *parent.GetDocument()->NewElement(name);
    if (!text.empty()) element.SetText(text.c_str());
    parent.InsertEndChild(&element);
    return element;
}

/// Breaks a comment into lines of about 100 characters; XML comments must not contain "--".
void comment(tinyxml2::XMLNode& parent, std::string text) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--"))
        text.replace(at, 2, "- -");
    std::size_t begin = 0;
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1))
        if (std::min(text.find(' ', at + 1), text.size()) - begin > 100) {
            text[at] = '\n';
            begin = at;
        }
    parent.InsertEndChild(parent.GetDocument()->NewComment((" " + text + " ").c_str()));
}

std::string printed(const XMLDocument& document) {
    tinyxml2::XMLPrinter printer;
    document.Print(&printer);
    return printer.CStr();
}

void addFluidAddedMass(XMLElement& parent, const RobotLink& link) {
    XMLElement& element = add(parent, "fluid_added_mass");
    const LinearFirst numbers = toLinearFirst(link.addedMass);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        add(element, kLinearFirstNames[i], textOf(numbers[i]));
}

std::string whatFor(const RobotLink& link) {
    return "Added mass of " + link.mesh + " in a fluid of " + textOf(link.fluidDensity) +
           " kg/m^3, about the link's origin in its axes, those of the mesh; mass and inertia of a uniform solid of " +
           textOf(link.body.mass) + " kg. Units: m, kg.";
}

/// Names of the moments of inertia in both formats, with their indices.
constexpr std::array<const char*, 6> kInertiaNames = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
double inertiaAt(const Matrix3& inertia, int index) {
    constexpr int rows[] = {0, 0, 0, 1, 1, 2}, columns[] = {0, 1, 2, 1, 2, 2};
    return inertia(rows[index], columns[index]);
}

void addSdfShape(XMLElement& parent, const char* kind, const RobotLink& link) {
    XMLElement& shape = add(parent, kind);
    shape.SetAttribute("name", kind);
    XMLElement& mesh = add(add(shape, "geometry"), "mesh");
    add(mesh, "uri", link.mesh);
    add(mesh, "scale", textOf({link.scale, link.scale, link.scale}));
}

void addUrdfShape(XMLElement& parent, const char* kind, const RobotLink& link) {
    XMLElement& mesh = add(add(add(parent, kind), "geometry"), "mesh");
    mesh.SetAttribute("filename", link.mesh.c_str());
    mesh.SetAttribute("scale", textOf({link.scale, link.scale, link.scale}).c_str());
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
    XMLElement& root = add(document, "sdf");
    root.SetAttribute("version", "1.10");
    XMLElement& model = add(root, "model");
    model.SetAttribute("name", link.name.c_str());
    XMLElement& body = add(model, "link");
    body.SetAttribute("name", link.name.c_str());
    comment(body, whatFor(link));
    XMLElement& inertial = add(body, "inertial");
    add(inertial, "mass", textOf(link.body.mass));
    add(inertial, "pose", textOf(link.body.centerOfMass) + " 0 0 0");
    XMLElement& inertia = add(inertial, "inertia");
    for (int i = 0; i < 6; ++i)
        add(inertia, kInertiaNames[i], textOf(inertiaAt(link.body.inertia, i)));
    addFluidAddedMass(inertial, link);
    addSdfShape(body, "collision", link);
    addSdfShape(body, "visual", link);
    return printed(document);
}

std::string urdfOf(const RobotLink& link) {
    XMLDocument document;
    document.InsertEndChild(document.NewDeclaration());
    XMLElement& robot = add(document, "robot");
    robot.SetAttribute("name", link.name.c_str());
    XMLElement& body = add(robot, "link");
    body.SetAttribute("name", link.name.c_str());
    XMLElement& inertial = add(body, "inertial");
    XMLElement& origin = add(inertial, "origin");
    origin.SetAttribute("xyz", textOf(link.body.centerOfMass).c_str());
    origin.SetAttribute("rpy", "0 0 0");
    add(inertial, "mass").SetAttribute("value", textOf(link.body.mass).c_str());
    XMLElement& inertia = add(inertial, "inertia");
    for (int i = 0; i < 6; ++i)
        inertia.SetAttribute(kInertiaNames[i], textOf(inertiaAt(link.body.inertia, i)).c_str());
    addUrdfShape(body, "visual", link);
    addUrdfShape(body, "collision", link);
    XMLElement& gazebo = add(robot, "gazebo");
    gazebo.SetAttribute("reference", link.name.c_str());
    comment(gazebo, whatFor(link) +
                        " URDF has no element for added mass, and URDF readers skip this one, the "
                        "<fluid_added_mass> of SDFormat 1.10. In SDF, move it into the <inertial> of the link.");
    addFluidAddedMass(gazebo, link);
    return printed(document);
}

std::string mjcfOf(const RobotLink& link, const EllipsoidFluidFit& fit) {
    XMLDocument document;
    XMLElement& root = add(document, "mujoco");
    root.SetAttribute("model", link.name.c_str());
    comment(root, whatFor(link) +
                      " MuJoCo models the fluid with an ellipsoid: the semi-axes give the nearest added mass, "
                      "the coefficients (blunt drag, slender drag, angular drag, Kutta lift, Magnus lift) fit "
                      "the forces without skin friction, hence viscosity 0. MuJoCo uses the gyroscopic terms "
                      "of the added mass, not its inertia.");
    comment(root, misfitOf(fit));
    XMLElement& option = add(root, "option");
    option.SetAttribute("density", textOf(link.fluidDensity).c_str());
    option.SetAttribute("viscosity", "0");
    option.SetAttribute("integrator", "implicit");
    XMLElement& body = add(add(root, "worldbody"), "body");
    body.SetAttribute("name", link.name.c_str());
    add(body, "freejoint");
    const Matrix3& j = link.body.inertia;
    XMLElement& inertial = add(body, "inertial");
    inertial.SetAttribute("pos", textOf(link.body.centerOfMass).c_str());
    inertial.SetAttribute("mass", textOf(link.body.mass).c_str());
    inertial.SetAttribute("fullinertia", textOf({j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)}).c_str());
    XMLElement& geom = add(body, "geom");
    geom.SetAttribute("name", (link.name + "_fluid").c_str());
    geom.SetAttribute("type", "ellipsoid");
    geom.SetAttribute("size", textOf(fit.semiAxes).c_str());
    geom.SetAttribute("pos", textOf(fit.meshFromEllipsoid.position).c_str());
    const Quaternion& q = fit.meshFromEllipsoid.orientation;
    geom.SetAttribute("quat", textOf({q.w(), q.x(), q.y(), q.z()}).c_str());
    geom.SetAttribute("fluidshape", "ellipsoid");
    const EllipsoidFluidCoefficients& c = fit.coefficients;
    geom.SetAttribute("fluidcoef",
                      textOf({c.bluntDrag, c.slenderDrag, c.angularDrag, c.kuttaLift, c.magnusLift}).c_str());
    return printed(document);
}

} // namespace ambient
