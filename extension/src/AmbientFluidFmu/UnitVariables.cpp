// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitVariables.h"

#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "Worlds/MotorPath.h"
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <set>

namespace ambient {
namespace {

using Kind = UnitVariable::Kind;
using Variables = std::vector<UnitVariable>;

struct Component {
    const char *name, *unit, *description;
};

constexpr Component kMotion[] = {
    {"x", "m", "place of the centre of mass"},       {"y", "m", "place of the centre of mass"},
    {"z", "m", "place of the centre of mass"},       {"qx", "1", "orientation, a quaternion"},
    {"qy", "1", "orientation, a quaternion"},        {"qz", "1", "orientation, a quaternion"},
    {"qw", "1", "orientation, a quaternion"},        {"vx", "m/s", "velocity of the centre of mass"},
    {"vy", "m/s", "velocity of the centre of mass"}, {"vz", "m/s", "velocity of the centre of mass"},
    {"wx", "rad/s", "angular velocity, world axes"}, {"wy", "rad/s", "angular velocity, world axes"},
    {"wz", "rad/s", "angular velocity, world axes"}};
constexpr Component kForce[] = {{"fx", "N", "force at the centre of mass, world axes"},
                                {"fy", "N", "force at the centre of mass, world axes"},
                                {"fz", "N", "force at the centre of mass, world axes"},
                                {"tx", "N.m", "torque, world axes"},
                                {"ty", "N.m", "torque, world axes"},
                                {"tz", "N.m", "torque, world axes"}};
constexpr Component kCurrent[] = {{"x", "m/s", "current beside that of the file, world axes"},
                                  {"y", "m/s", "current beside that of the file, world axes"},
                                  {"z", "m/s", "current beside that of the file, world axes"}};

template <std::size_t count>
void add(Variables& all, Kind kind, std::size_t part, const std::string& name, const Component (&components)[count]) {
    for (std::size_t k = 0; k < count; ++k)
        all.push_back({kind, part, static_cast<int>(k), name + "." + components[k].name, components[k].unit,
                       components[k].description});
}

bool isAngle(const WorldLink& link) {
    return link.joint == WorldJointType::Hinge;
}

/// The links of all articulated bodies whose joints have one position. \param see called with the multi-body and link
template <class See>
void forEachJoint(const WorldDescription& world, See&& see) {
    for (std::size_t i = 0; i < world.articulatedBodies.size(); ++i) {
        const std::vector<WorldLink>& links = world.articulatedBodies[i].links;
        for (std::size_t k = 1; k < links.size(); ++k)
            if (isAngle(links[k]) || links[k].joint == WorldJointType::Slider) see(i, static_cast<int>(k));
    }
}

const WorldLink& linkOf(const WorldDescription& world, std::size_t body, int link) {
    return world.articulatedBodies[body].links[static_cast<std::size_t>(link)];
}

void addJoints(Variables& all, const WorldDescription& world) {
    forEachJoint(world, [&](std::size_t body, int link) {
        const WorldLink& read = linkOf(world, body, link);
        all.push_back({Kind::Joint, body, link, world.articulatedBodies[body].name + "." + read.name,
                       isAngle(read) ? "rad" : "m", isAngle(read) ? "angle of the joint" : "shift of the joint"});
    });
}

void addTargets(Variables& all, const WorldDescription& world, const WorldSimulation& simulation) {
    forEachJoint(world, [&](std::size_t body, int link) {
        const WorldLink& read = linkOf(world, body, link);
        if (!read.motor || world.articulatedBodies[body].isPrescribed) return;
        const UnitJoint joint = unitJoint(simulation, body, link);
        const bool isRate = read.motor->target.isVelocity;
        all.push_back({Kind::Target, body, link, world.articulatedBodies[body].name + "." + read.name + ".target",
                       std::string(isAngle(read) ? "rad" : "m") + (isRate ? "/s" : ""),
                       isRate ? "rate that the motor holds" : "position that the motor holds",
                       joint.motor->target(joint.position).value_or(0.0)});
    });
}

void addWaves(Variables& all, const WorldMedium& medium) {
    for (std::size_t i = 0; i < medium.waves.size(); ++i)
        all.push_back({Kind::Wave, i, 0, "waves." + std::to_string(i) + ".amplitude", "m", "amplitude of the wave",
                       medium.waves[i].amplitude});
    if (!medium.sea) return;
    const SeaDef& sea = medium.sea->def;
    all.push_back({Kind::Sea, 0, 0, "sea.height", "m", "significant height of the sea", sea.significantHeight});
    all.push_back({Kind::Sea, 0, 1, "sea.period", "s", "period of the peak of the sea's spectrum", sea.peakPeriod});
}

void requireNames(const Variables& all) {
    std::set<std::string> names;
    for (const UnitVariable& variable : all) {
        if (!names.insert(variable.name).second)
            throw WorldFileError("the unit would have two variables '" + variable.name +
                                 "': a body, a joint or a thruster needs another name");
        if (std::any_of(variable.name.begin(), variable.name.end(),
                        [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
            throw WorldFileError("'" + variable.name + "': a unit takes no control characters in names");
    }
}

} // namespace

UnitJoint unitJoint(const WorldSimulation& simulation, std::size_t multiBody, int link) {
    const FileWorld& content = simulation.content();
    const btFluidMultiBody& wet =
        *simulation.fluid().getFluidMultiBodies().find(content.multiBodies()[multiBody].get());
    return {wet, wet.motion().body().firstPosition(link), content.motors()[multiBody].get()};
}

Variables unitVariables(const WorldDescription& world, const WorldSimulation& simulation) {
    Variables all;
    const std::vector<FileWorld::Moving>& moving = simulation.content().moving();
    for (std::size_t i = 0; i < moving.size(); ++i)
        add(all, Kind::Motion, i, moving[i].name, kMotion);
    addJoints(all, world);
    for (std::size_t i = 0; i < moving.size(); ++i)
        add(all, Kind::Force, i, moving[i].name, kForce);
    addTargets(all, world, simulation);
    for (std::size_t i = 0; i < world.thrusters.size(); ++i) {
        const bool hasTable = !world.thrusters[i].def.table.empty();
        all.push_back({Kind::Thruster, i, 0, world.thrusters[i].name + ".command", hasTable ? "1" : "1/s",
                       hasTable ? "command of the thruster's table" : "revolutions per second of the propeller",
                       world.thrusters[i].command});
    }
    if (simulation.takesCurrent()) add(all, Kind::Current, 0, "current", kCurrent);
    if (world.forces.model != "rbd" && !world.grid) addWaves(all, world.medium);
    requireNames(all);
    return all;
}

WorldMedium unitMedium(const WorldDescription& world, const Variables& variables, const std::vector<double>& values) {
    WorldMedium medium = world.medium;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (variables[i].kind == Kind::Wave) medium.waves[variables[i].part].amplitude = values[i];
        if (variables[i].kind != Kind::Sea) continue;
        SeaDef& sea = medium.sea->def;
        (variables[i].component == 0 ? sea.significantHeight : sea.peakPeriod) = values[i];
    }
    return medium;
}

} // namespace ambient
