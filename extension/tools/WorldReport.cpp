// SPDX-License-Identifier: Zlib
#include "WorldReport.h"

#include "AmbientFluid/Coupling/CoupledTree.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

/// The medium of a body; null: a vacuum.
const FluidMedium* mediumOf(const FileWorld::Moving& moving, btFluidAction& fluid) {
    if (!moving.multiBody) return fluid.getFluidBody(moving.body)->getMedium().get();
    return fluid.getFluidMultiBodies().find(moving.multiBody)->getMedium().get();
}

/// Density of the fluid that a body displaces when it is wholly under [kg/m^3].
double densityUnder(const FluidMedium* medium, const Vector3& place) {
    if (!medium) return 0.0;
    const DividedMedium* divided = medium->divided();
    return (divided ? divided->below() : *medium).sample(place, 0.0).density;
}

WeightReport weightOf(const FileWorld::Moving& moving, WorldSimulation& simulation) {
    const Pose worldFromShown = simulation.content().motionOf(moving).worldFromShown;
    WeightReport report;
    report.name = moving.name;
    report.mass = moving.mass;
    report.water = moving.cavity.waterMass();
    report.centerOfMass = worldFromShown.position;
    const bool isWet = moving.model || moving.deforming;
    if (!isWet || !moving.mesh) return report;
    const MassProperties solid = solidMassProperties(*moving.mesh, 1.0);
    report.volume = moving.model ? moving.model->displacedVolume() : solid.mass;
    report.centerOfVolume = worldFromShown * solid.centerOfMass;
    report.density = densityUnder(mediumOf(moving, simulation.fluid()), report.centerOfVolume);
    report.displaced = report.volume * report.density;
    if (moving.model) {
        const Pose bodyFromShown{moving.shownFromBody.conjugate(), Vector3::Zero()};
        report.addedMass =
            moving.model->addedMassPerDensity().changeFrame(bodyFromShown).scaled(report.density).matrix();
    }
    return report;
}

WeightReport sumOf(const std::string& name, std::vector<WeightReport> links) {
    WeightReport sum;
    sum.name = name;
    for (const WeightReport& link : links) {
        sum.mass += link.mass;
        sum.water += link.water;
        sum.volume += link.volume;
        sum.displaced += link.displaced;
        sum.centerOfMass += link.mass * link.centerOfMass;
        sum.centerOfVolume += link.volume * link.centerOfVolume;
    }
    sum.centerOfMass /= sum.mass;
    if (sum.volume > 0.0) {
        sum.centerOfVolume /= sum.volume;
        sum.density = sum.displaced / sum.volume;
    }
    sum.links = std::move(links);
    return sum;
}

std::string rowOf(const WeightReport& body, bool hasSurface, const char* indent) {
    char text[160];
    const std::string name = indent + body.name;
    if (body.volume > 0.0)
        std::snprintf(text, sizeof text, "%-28s %11.5g %14.5g %14.5g %9.4f  ", name.c_str(), body.mass, body.density,
                      body.displaced, body.ratio());
    else
        std::snprintf(text, sizeof text, "%-28s %11.5g %14s %14s %9s  ", name.c_str(), body.mass, "-", "-", "-");
    std::string row = text + fateOf(body, hasSurface) + "\n";
    if (!(body.water > 0.0)) return row;
    std::snprintf(text, sizeof text, "%s  of which %.5g kg are water inside\n", indent, body.water);
    return row + text;
}

Json jsonOf(const WeightReport& body, bool hasSurface) {
    Json json = {{"name", body.name},
                 {"mass", body.mass},
                 {"flooded_mass", body.water},
                 {"volume", body.volume},
                 {"fluid_density", body.density},
                 {"displaced_mass", body.displaced},
                 {"ratio", body.ratio()},
                 {"fate", fateOf(body, hasSurface)},
                 {"center_of_mass", toJson(body.centerOfMass)}};
    if (body.volume > 0.0) json["center_of_volume"] = toJson(body.centerOfVolume);
    if (body.addedMass) json["added_mass"] = toJson(*body.addedMass);
    for (const WeightReport& link : body.links)
        json["links"].push_back(jsonOf(link, hasSurface));
    return json;
}

Json jsonOf(const std::vector<WeightReport>& list, bool hasSurface) {
    Json all = Json::array();
    for (const WeightReport& body : list)
        all.push_back(jsonOf(body, hasSurface));
    return all;
}

} // namespace

WorldReport reportOf(const std::string& file, const WorldDescription& world, WorldSimulation& simulation) {
    WorldReport report;
    report.file = file;
    report.name = world.name;
    report.hasSurface = world.medium.hasSurface;
    const FileWorld& content = simulation.content();
    std::vector<std::vector<WeightReport>> links(content.trees().size());
    for (const FileWorld::Moving& moving : content.moving()) {
        if (!moving.multiBody) {
            report.bodies.push_back(weightOf(moving, simulation));
            continue;
        }
        std::size_t tree = 0;
        while (content.multiBodies()[tree].get() != moving.multiBody)
            ++tree;
        links[tree].push_back(weightOf(moving, simulation));
    }
    for (std::size_t i = 0; i < links.size(); ++i)
        if (!links[i].empty()) report.articulated.push_back(sumOf(content.trees()[i].name, std::move(links[i])));
    return report;
}

std::string fateOf(const WeightReport& body, bool hasSurface) {
    constexpr double kEqual = 1e-3;
    if (!(body.volume > 0.0)) return "not in the fluid";
    if (std::abs(body.ratio() - 1.0) <= kEqual) return "hovers";
    if (body.ratio() < 1.0) return "sinks";
    return hasSurface ? "floats" : "rises";
}

std::string weightTable(const WorldReport& report) {
    char line[200];
    std::snprintf(line, sizeof line, "%-28s %11s %14s %14s %9s\n", "", "mass [kg]", "fluid [kg/m^3]", "displaces [kg]",
                  "ratio");
    std::string text = report.file + ": \"" + report.name +
                       "\", bodies beside the fluid that they displace if they are wholly under\n" + line;
    for (const WeightReport& body : report.bodies)
        text += rowOf(body, report.hasSurface, "");
    for (const WeightReport& body : report.articulated) {
        text += rowOf(body, report.hasSurface, "");
        for (const WeightReport& link : body.links)
            text += rowOf(link, report.hasSurface, "  ");
        if (!(body.volume > 0.0)) continue;
        const Vector3 up = body.centerOfVolume - body.centerOfMass;
        std::snprintf(line, sizeof line, "  centre of volume from the centre of mass: (%.4g, %.4g, %.4g) m\n", up.x(),
                      up.y(), up.z());
        text += line;
    }
    return text;
}

Json weightJson(const WorldReport& report) {
    return {{"file", report.file},
            {"world", report.name},
            {"has_surface", report.hasSurface},
            {"bodies", jsonOf(report.bodies, report.hasSurface)},
            {"articulated_bodies", jsonOf(report.articulated, report.hasSurface)}};
}

} // namespace ambient
