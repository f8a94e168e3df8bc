// SPDX-License-Identifier: Zlib
#include "scenes/parts/ArmRobot.h"

#include <cstdio>

namespace samples {
namespace {

std::string formatted(const char* format, double a, double b = 0.0, double c = 0.0, double d = 0.0) {
    char text[300];
    std::snprintf(text, sizeof text, format, a, b, c, d);
    return text;
}

std::string inertial(double mass, double xx, double yy, double zz) {
    return formatted("      <mass value=\"%.9g\"/>\n"
                     "      <inertia ixx=\"%.9g\" ixy=\"0\" ixz=\"0\" iyy=\"%.9g\" iyz=\"0\" izz=\"%.9g\"/>\n",
                     mass, xx, yy, zz);
}

/// A link whose origin is its joint. \param origin element of its shape and of its axes
std::string link(const std::string& name, const std::string& origin, const std::string& inertial,
                 const std::string& shape) {
    return "  <link name=\"" + name + "\">\n    <inertial>\n      " + origin + "\n" + inertial +
           "    </inertial>\n    <collision>\n      " + origin + "\n      <geometry>" + shape +
           "</geometry>\n    </collision>\n  </link>\n";
}

std::string rod(const std::string& name, double mass, double radius, double length, const std::string& origin) {
    const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
    return link(name, origin, inertial(mass, across, across, 0.5 * mass * radius * radius),
                formatted("<cylinder radius=\"%.9g\" length=\"%.9g\"/>", radius, length));
}

std::string block(const std::string& name, double mass, double x, double y, double z, const std::string& origin) {
    return link(
        name, origin,
        inertial(mass, mass * (y * y + z * z) / 12.0, mass * (x * x + z * z) / 12.0, mass * (x * x + y * y) / 12.0),
        formatted("<box size=\"%.9g %.9g %.9g\"/>", x, y, z));
}

/// \param place xyz of the child's frame in the parent's \param rest further elements
std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& place, const std::string& rest) {
    return "  <joint name=\"" + name + "\" type=\"" + type + "\">\n    <origin xyz=\"" + place +
           "\"/>\n    <parent link=\"" + parent + "\"/>\n    <child link=\"" + child + "\"/>\n" + rest + "  </joint>\n";
}

std::string axis(const char* direction, double lower, double upper, double effort) {
    return std::string("    <axis xyz=\"") + direction + "\"/>\n" +
           formatted("    <limit lower=\"%.9g\" upper=\"%.9g\" effort=\"%.9g\" velocity=\"2\"/>\n", lower, upper,
                     effort) +
           "    <dynamics damping=\"0.5\"/>\n";
}

} // namespace

std::string armRobot(double payload) {
    const std::string alongX = R"(<origin xyz="0.25 0 0" rpy="0 1.5707963267948966 0"/>)";
    return "<?xml version=\"1.0\"?>\n<robot name=\"arm-under-water\">\n  <link name=\"world\"/>\n" +
           rod("post", 20.0, 0.12, 0.3, R"(<origin xyz="0 0 0.15"/>)") +
           rod("shoulder", 7.0, 0.08, 0.2, R"(<origin xyz="0 0 0.12"/>)") + rod("upper_arm", 6.5, 0.05, 0.44, alongX) +
           rod("forearm", 4.5, 0.04, 0.44, alongX) +
           block("hand", 1.2, 0.08, 0.1, 0.06, R"(<origin xyz="0.06 0 0"/>)") +
           block("finger", 0.3, 0.1, 0.02, 0.05, R"(<origin xyz="0.05 0 0"/>)") +
           block("payload", payload, 0.12, 0.12, 0.12, R"(<origin xyz="0.06 0 0"/>)") +
           joint("stand", "fixed", "world", "post", "0 0 0", "") +
           joint("yaw", "revolute", "post", "shoulder", "0 0 0.3", axis("0 0 1", -3.0, 3.0, 120.0)) +
           joint("lift", "revolute", "shoulder", "upper_arm", "0.05 0 0.26", axis("0 1 0", -1.6, 1.0, 150.0)) +
           joint("elbow", "revolute", "upper_arm", "forearm", "0.5 0 0", axis("0 1 0", -2.2, 0.5, 80.0)) +
           joint("wrist", "continuous", "forearm", "hand", "0.5 0 0", axis("1 0 0", 0.0, 0.0, 20.0)) +
           joint("grip", "prismatic", "hand", "finger", "0.11 0.09 0", axis("0 -1 0", 0.0, 0.02, 40.0)) +
           joint("hold", "fixed", "hand", "payload", "0.11 0 0", "") + "</robot>\n";
}

} // namespace samples
