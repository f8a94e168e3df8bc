// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "ReportJson.h"
#include "RobotFormats/ResourcePath.h"
#include "RobotFormats/RobotTree.h"
#include "RobotFormats/XacroFile.h"
#include "RobotMjcf.h"
#include "ToolCommands.h"
#include "ToolInput.h"
#include "Worlds/RobotBody.h"
#include "Worlds/RobotMeshes.h"
#include "Worlds/WorldMeshes.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace ambient {
namespace {

constexpr const char* kMotions[6] = {"roll", "pitch", "yaw", "surge", "sway", "heave"};

/// One link as the fluid sees it.
struct LinkReport {
    const WorldLink* link = nullptr;
    double mass = 0.0;                      ///< [kg]
    Vector3 centerOfMass = Vector3::Zero(); ///< frame of the link [m]
    std::optional<TriangleMesh> mesh;       ///< frame of the link
    double volume = 0.0;                    ///< [m^3]
};

/// What a plugin declares, beside the same from the shapes.
struct Comparison {
    const RobotDeclaration* declared = nullptr;
    const LinkReport* link = nullptr; ///< null: the robot has no such link
    std::optional<Matrix6> addedMass; ///< about the centre of mass, axes of the link
};

struct RobotReport {
    WorldArticulatedBody body;
    std::vector<LinkReport> links;
    std::vector<Comparison> comparisons;
    double mass = 0.0, volume = 0.0;
};

LinkReport reportOf(const WorldLink& link) {
    LinkReport report;
    report.link = &link;
    if (!link.shapes.empty()) report.mesh = meshOf(link.shapes, "");
    if (report.mesh) report.volume = enclosedVolume(*report.mesh);
    if (!report.mesh && !link.mass.mass) return report;
    const WorldMassFrame frame = massFrameOf(link.mass, report.mesh ? &*report.mesh : nullptr, link.path);
    report.mass = frame.mass;
    report.centerOfMass = frame.frameFromBody.position;
    return report;
}

Comparison comparisonOf(const RobotDeclaration& declared, const std::vector<LinkReport>& links, double density) {
    Comparison comparison;
    comparison.declared = &declared;
    for (const LinkReport& link : links)
        if (link.link->name == declared.link) comparison.link = &link;
    if (!comparison.link || !comparison.link->mesh) return comparison;
    AddedMassOptions options;
    options.discretisation = std::numeric_limits<double>::infinity();
    const AddedMass solved = computeAddedMass(*comparison.link->mesh, options);
    Pose linkFromCenter;
    linkFromCenter.position = comparison.link->centerOfMass;
    const Matrix6 perDensity = solved.perDensity.changeFrame(linkFromCenter).matrix();
    comparison.addedMass = Matrix6(declared.fluidDensity.value_or(density) * perDensity);
    return comparison;
}

RobotReport reportOf(const RobotTree& tree, double density, bool compares) {
    RobotReport report;
    report.body = articulatedBodyOf(tree, density);
    for (const auto mendIt : {&mendRobotMeshes, &joinFixedOverlaps})
        for (std::string& note : mendIt(report.body.links, ""))
            report.body.notes.push_back(std::move(note));
    for (const WorldLink& link : report.body.links) {
        report.links.push_back(reportOf(link));
        report.mass += report.links.back().mass;
        report.volume += report.links.back().volume;
    }
    for (const RobotDeclaration& declared : tree.declarations)
        if (compares) report.comparisons.push_back(comparisonOf(declared, report.links, density));
    return report;
}

const char* nameOf(WorldJointType type) {
    switch (type) {
    case WorldJointType::Hinge:
        return "hinge";
    case WorldJointType::Slider:
        return "slider";
    case WorldJointType::Ball:
        return "ball";
    case WorldJointType::Planar:
        return "planar";
    case WorldJointType::Fixed:
        break;
    }
    return "fixed";
}

std::string cell(const std::optional<double>& value) {
    if (!value) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", *value);
    return text;
}

void printComparison(const Comparison& comparison) {
    const RobotDeclaration& declared = *comparison.declared;
    std::printf("\n%s: %s for '%s'%s\n", declared.place.c_str(), declared.plugin.c_str(), declared.link.c_str(),
                comparison.link ? "" : ", which is no link of the tree");
    std::printf("  %-22s%14s%14s\n", "", "declared", "by the shapes");
    std::optional<double> volume;
    if (comparison.link && comparison.link->mesh) volume = comparison.link->volume;
    std::printf("  %-22s%14s%14s\n", "volume m^3", cell(declared.volume).c_str(), cell(volume).c_str());
    for (const int i : {3, 4, 5, 0, 1, 2}) {
        std::optional<double> given, own;
        if (declared.addedMass) given = (*declared.addedMass)(i, i);
        if (comparison.addedMass) own = (*comparison.addedMass)(i, i);
        const std::string name = std::string("added mass ") + kMotions[i];
        std::printf("  %-22s%14s%14s\n", name.c_str(), cell(given).c_str(), cell(own).c_str());
    }
    for (const auto& [name, damping] : {std::pair{"linear damping", &declared.linearDamping},
                                        std::pair{"quadratic damping", &declared.quadraticDamping}}) {
        if (!*damping) continue;
        std::printf("  %-22s", name);
        for (const int i : {3, 4, 5, 0, 1, 2})
            std::printf(" %.4g", (**damping)[i]);
        std::printf(" (declared only: surge, sway, heave, roll, pitch, yaw)\n");
    }
}

void printTable(const RobotOptions& options, const RobotReport& report) {
    std::printf("%s: %zu links, %.6g kg, shapes of %.6g m^3%s\n", options.path.c_str(), report.links.size(),
                report.mass, report.volume, report.body.hasFixedBase ? ", fixed base" : "");
    std::printf("  %-32s%-24s%-8s%12s%14s%8s\n", "link", "parent", "joint", "mass kg", "volume m^3", "shapes");
    for (const LinkReport& link : report.links) {
        const int parent = link.link->parent;
        const std::string above = parent < 0 ? "" : report.links[static_cast<std::size_t>(parent)].link->name;
        std::printf("  %-32s%-24s%-8s%12.5g%14.5g%8zu\n", link.link->name.c_str(), above.c_str(),
                    parent < 0 ? "" : nameOf(link.link->joint), link.mass, link.volume, link.link->shapes.size());
    }
    for (const Comparison& comparison : report.comparisons)
        printComparison(comparison);
    if (!report.comparisons.empty())
        std::printf(
            "\nAdded mass in kg and kg m^2 about the link's centre of mass, axes of the link. Worlds take the one by "
            "the shapes.\n");
}

Json jsonOf(const RobotOptions& options, const RobotReport& report) {
    Json links = Json::array(), declared = Json::array();
    for (const LinkReport& link : report.links) {
        const int parent = link.link->parent;
        links.push_back(
            {{"name", link.link->name},
             {"parent", parent < 0 ? Json() : Json(report.links[static_cast<std::size_t>(parent)].link->name)},
             {"joint", parent < 0 ? Json() : Json(nameOf(link.link->joint))},
             {"mass", link.mass},
             {"center_of_mass", toJson(link.centerOfMass)},
             {"volume", link.volume},
             {"shapes", link.link->shapes.size()}});
    }
    for (const Comparison& comparison : report.comparisons) {
        const RobotDeclaration& from = *comparison.declared;
        Json own = {{"volume", comparison.link ? Json(comparison.link->volume) : Json()},
                    {"added_mass", orNull(comparison.addedMass)}};
        declared.push_back({{"place", from.place},
                            {"plugin", from.plugin},
                            {"link", from.link},
                            {"volume", orNull(from.volume)},
                            {"added_mass", orNull(from.addedMass)},
                            {"by_shapes", std::move(own)}});
    }
    return {{"file", options.path},      {"fixed_base", report.body.hasFixedBase},
            {"mass", report.mass},       {"volume", report.volume},
            {"links", std::move(links)}, {"declared", std::move(declared)},
            {"notes", report.body.notes}};
}

} // namespace

void RobotFileOptions::apply() const {
    setSearchPath(searchPath);
    setXacroArguments(arguments);
}

void runRobot(const RobotOptions& options) {
    requirePositive(options.fluidDensity, "--fluid-density", "kg/m^3");
    options.robots.apply();
    const RobotTree tree = readRobotTree(options.path);
    const RobotReport report = reportOf(tree, options.fluidDensity, !options.mjcf);
    if (!options.quiet && !options.json)
        for (const std::string& note : report.body.notes)
            std::fprintf(stderr, "%s\n", note.c_str());
    if (options.mjcf)
        std::printf("%s", mjcfOf(tree, report.body.links, options.fluidDensity).c_str());
    else if (options.json)
        std::printf("%s\n", textOf(jsonOf(options, report)).c_str());
    else
        printTable(options, report);
}

} // namespace ambient
