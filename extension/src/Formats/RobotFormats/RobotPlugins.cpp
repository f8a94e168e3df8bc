// SPDX-License-Identifier: Zlib
#include "RobotFormats/RobotPlugins.h"

#include <algorithm>

namespace ambient {
namespace {

using tinyxml2::XMLElement;

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

std::string textOf(const XMLElement& parent, const char* name) {
    const XMLElement* child = parent.FirstChildElement(name);
    return child ? textWithin(*child) : "";
}

std::optional<double> numberOf(const XMLElement& parent, const char* name, const std::string& path) {
    const XMLElement* child = parent.FirstChildElement(name);
    if (!child) return std::nullopt;
    return requiredNumbers(textOf(parent, name), 1, "", *child, path)[0];
}

std::vector<double> numbersOf(const XMLElement& parent, const char* name, std::size_t least, const std::string& path) {
    const XMLElement* child = parent.FirstChildElement(name);
    if (!child) return {};
    std::vector<double> numbers;
    const std::string text = textOf(parent, name);
    for (const char* at = text.c_str(); at[std::strspn(at, kXmlSpace)] != '\0';)
        numbers.push_back(nextXmlNumber(at, path, *child));
    if (numbers.size() < least)
        refuseXml(path, *child, "needs " + std::to_string(least) + " numbers, got '" + text + "'");
    return numbers;
}

/// Six numbers in the order of the marine literature, forces first, as this library has them.
Vector6 angularFirst(const std::vector<double>& n) {
    Vector6 all;
    all << n[3], n[4], n[5], n[0], n[1], n[2];
    return all;
}

Matrix6 angularFirst(const Matrix6& m) {
    Matrix6 turned;
    turned << m.bottomRightCorner<3, 3>(), m.bottomLeftCorner<3, 3>(), m.topRightCorner<3, 3>(),
        m.topLeftCorner<3, 3>();
    return turned;
}

/// Six numbers, or the diagonal of 36.
std::optional<Vector6> dampingOf(const XMLElement& model, const char* name, const std::string& path) {
    const std::vector<double> n = numbersOf(model, name, 6, path);
    if (n.empty()) return std::nullopt;
    if (n.size() < 36) return angularFirst(n);
    return angularFirst(std::vector<double>{n[0], n[7], n[14], n[21], n[28], n[35]});
}

/// Links of UUV Simulator's underwater objects.
void readUnderwaterObject(const XMLElement& plugin, const std::string& file, const std::string& path,
                          RobotParts& parts) {
    for (const auto* link = plugin.FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
        RobotDeclaration declared;
        declared.place = xmlPlace(path, *link);
        declared.plugin = file;
        declared.link = requiredAttribute(*link, "name", path);
        declared.volume = numberOf(*link, "volume", path);
        declared.fluidDensity = numberOf(plugin, "fluid_density", path);
        if (const XMLElement* model = link->FirstChildElement("hydrodynamic_model")) {
            const std::vector<double> added = numbersOf(*model, "added_mass", 36, path);
            if (added.size() >= 36) {
                Matrix6 linearFirst;
                for (int i = 0; i < 36; ++i)
                    linearFirst(i / 6, i % 6) = added[static_cast<std::size_t>(i)];
                declared.addedMass = angularFirst(linearFirst);
            }
            declared.linearDamping = dampingOf(*model, "linear_damping", path);
            declared.quadraticDamping = dampingOf(*model, "quadratic_damping", path);
        }
        parts.declarations.push_back(std::move(declared));
    }
}

/// Gazebo's hydrodynamics, whose names are the derivatives of the marine literature: xDotU is the force along x over
/// the acceleration along x, minus the added mass.
void readHydrodynamics(const XMLElement& plugin, const std::string& file, const std::string& path, RobotParts& parts) {
    constexpr const char* force[] = {"x", "y", "z", "k", "m", "n"};
    constexpr const char* motion[] = {"U", "V", "W", "P", "Q", "R"};
    RobotDeclaration declared;
    declared.place = xmlPlace(path, plugin);
    declared.plugin = file;
    declared.link = textOf(plugin, "link_name");
    declared.fluidDensity = numberOf(plugin, "water_density", path);
    Matrix6 added = Matrix6::Zero();
    std::vector<double> linear(6), quadratic(6);
    bool hasAdded = false;
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
            const std::string name = std::string(force[i]) + "Dot" + motion[j];
            if (const auto value = numberOf(plugin, name.c_str(), path)) {
                added(static_cast<int>(i), static_cast<int>(j)) = -*value;
                hasAdded = true;
            }
        }
    for (std::size_t i = 0; i < 6; ++i) {
        const std::string once = std::string(force[i]) + motion[i],
                          twice = std::string(force[i]) + motion[i] + "abs" + motion[i];
        const std::string other = std::string(force[i]) + motion[i] + motion[i]; // of older versions
        linear[i] = numberOf(plugin, once.c_str(), path).value_or(0.0);
        quadratic[i] =
            numberOf(plugin, twice.c_str(), path).value_or(numberOf(plugin, other.c_str(), path).value_or(0.0));
    }
    if (hasAdded) declared.addedMass = angularFirst(added);
    declared.linearDamping = angularFirst(linear);
    declared.quadraticDamping = angularFirst(quadratic);
    parts.declarations.push_back(std::move(declared));
}

/// The numbers of a thruster, for a note.
std::string thrusterText(const XMLElement& plugin) {
    std::string text;
    const auto add = [&text](const std::string& name, const std::string& value) {
        if (!value.empty()) text += (text.empty() ? "" : ", ") + name + " " + value;
    };
    for (const char* name :
         {"joint_name", "jointName", "linkName", "thrust_coefficient", "propeller_diameter", "max_thrust_cmd"})
        add(name, textOf(plugin, name));
    if (const XMLElement* curve = plugin.FirstChildElement("conversion"))
        for (const auto* part = curve->FirstChildElement(); part; part = part->NextSiblingElement())
            add(part->Name(), textOf(*curve, part->Name()).substr(0, 60));
    return text;
}

/// Counts a plugin without effect.
void count(const XMLElement& plugin, const std::string& file, const std::string& path, RobotParts& parts) {
    for (RobotParts::Plugin& known : parts.plugins)
        if (known.file == file) {
            ++known.count;
            return;
        }
    const bool isThruster = contains(file, "thruster") || contains(file, "Thruster");
    parts.plugins.push_back({xmlPlace(path, plugin), file, isThruster ? thrusterText(plugin) : "", 1});
}

} // namespace

void readPlugins(const XMLElement& parent, const std::string& path, RobotParts& parts) {
    for (const auto* plugin = parent.FirstChildElement("plugin"); plugin;
         plugin = plugin->NextSiblingElement("plugin")) {
        const char* given = plugin->Attribute("filename");
        const std::string file = given ? given : "without a file",
                          name = plugin->Attribute("name") ? plugin->Attribute("name") : "";
        if (contains(file, "underwater_object"))
            readUnderwaterObject(*plugin, file, path, parts);
        else if (contains(file, "hydrodynamics") || contains(name, "::Hydrodynamics"))
            readHydrodynamics(*plugin, file, path, parts);
        else
            count(*plugin, file, path, parts);
    }
}

std::string noteOf(const RobotParts::Plugin& plugin) {
    const std::string times = plugin.count > 1 ? ", " + std::to_string(plugin.count) + " times," : "";
    const std::string rest = plugin.what.empty() ? "" : "; a thruster of a world is in its place: " + plugin.what;
    return plugin.place + ": the plugin " + plugin.file + times + " has no effect" + rest;
}

} // namespace ambient
