// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>

namespace ambient {
namespace {

/// The names of all bodies and links that move.
std::vector<std::string> bodyNames(const WorldDescription& world) {
    std::vector<std::string> names;
    for (const WorldBody& body : world.bodies)
        if (!body.isStatic) names.push_back(body.name);
    for (const WorldArticulatedBody& body : world.articulatedBodies) {
        if (!body.hasFixedBase) names.push_back(body.name);
        for (std::size_t i = 0; i < body.links.size(); ++i)
            if (i > 0 || !body.hasFixedBase) names.push_back(body.name + "/" + body.links[i].name);
    }
    return names;
}

void readEnds(const WorldObject& object, const WorldDescription& world, WorldMooring& mooring) {
    mooring.first.body = readCarrierName(object.at("body"), world);
    mooring.first.point = object.vector("point", Vector3::Zero());
    if (object.has("anchor") == object.has("to")) object.refuse("needs either the key 'anchor' or the key 'to'");
    if (object.has("to_point") && !object.has("to")) object.at("to_point").refuse("belongs to the key 'to'");
    if (object.has("to")) {
        mooring.second.body = readCarrierName(object.at("to"), world);
        mooring.second.point = object.vector("to_point", Vector3::Zero());
    } else {
        mooring.second.point = object.at("anchor").vector();
    }
}

/// A weight or a mass, and for cables the diameter.
void readSection(const WorldObject& object, WorldMooring& mooring) {
    CableDef& cable = mooring.cable;
    if (object.has("weight") == object.has("mass")) object.refuse("needs either the key 'weight' or the key 'mass'");
    const bool needsDiameter = mooring.isCable || object.has("mass");
    if (needsDiameter && !object.has("diameter")) object.refuse("needs the key 'diameter'");
    cable.diameter = object.positive("diameter", cable.diameter);
    if (object.has("weight")) mooring.weight = object.notNegative("weight", 0.0);
    if (object.has("mass")) cable.mass = object.positive("mass", cable.mass);
    if (mooring.isCable) return;
    for (const char* key : {"normal_drag", "tangential_drag", "added_mass", "segments", "points", "velocities"})
        if (object.has(key)) object.at(key).refuse("belongs to the kind 'cable'");
}

std::vector<Vector3> readVectors(const WorldObject& object, const std::string& key) {
    std::vector<Vector3> all;
    for (const WorldValue& value : object.list(key))
        all.push_back(value.vector());
    return all;
}

void readShape(const WorldObject& object, WorldMooring& mooring) {
    WorldMooringShape& shape = mooring.shape;
    shape.points = readVectors(object, "points");
    shape.velocities = readVectors(object, "velocities");
    const std::size_t count = static_cast<std::size_t>(mooring.cable.segments) + 1;
    if (object.has("points") && shape.points.size() != count)
        object.at("points").refuse("has " + std::to_string(shape.points.size()) + " points; " + std::to_string(count) +
                                   " belong to " + std::to_string(count - 1) + " segments");
    if (object.has("velocities") && shape.velocities.size() != shape.points.size())
        object.at("velocities").refuse("is not as long as points");
    const int last = mooring.isCable ? mooring.cable.segments - 1 : 0;
    for (const WorldValue& value : object.list("parted")) {
        const double segment = value.number();
        if (!(segment >= 0.0 && segment <= last) || segment != static_cast<int>(segment))
            value.refuse("is no number of a segment, 0 to " + std::to_string(last));
        shape.parted.push_back(static_cast<int>(segment));
    }
}

} // namespace

std::string readCarrierName(const WorldValue& value, const WorldDescription& world) {
    const std::string name = value.text();
    const std::vector<std::string> known = bodyNames(world);
    if (std::find(known.begin(), known.end(), name) == known.end())
        value.refuse("'" + name + "' is no body or link that moves" + didYouMean(name, known));
    return name;
}

WorldMooring readMooring(const WorldValue& value, const WorldDescription& world) {
    const WorldObject object(value, "mooring");
    WorldMooring mooring;
    mooring.path = value.path;
    mooring.name = object.text("name", "mooring" + std::to_string(world.moorings.size()));
    for (const WorldMooring& other : world.moorings)
        if (other.name == mooring.name) object.refuse("'" + mooring.name + "' names another mooring already");
    mooring.isCable = object.choice("kind", {"catenary", "cable"}, "catenary") == "cable";
    readEnds(object, world, mooring);
    CableDef& cable = mooring.cable;
    cable.length = object.positive("length", cable.length);
    readSection(object, mooring);
    cable.stiffness = object.positive("stiffness", cable.stiffness);
    if (mooring.isCable && cable.stiffness > kLargestCableStiffness)
        object.at("stiffness").refuse("is above 1e12, the most of a moving cable");
    cable.breakingLoad = object.positive("breaking_load", cable.breakingLoad);
    if (object.has("seabed")) mooring.seabed = object.at("seabed").number();
    cable.seabedFriction = object.notNegative("seabed_friction", mooring.isCable ? cable.seabedFriction : 0.0);
    cable.normalDrag = object.notNegative("normal_drag", cable.normalDrag);
    cable.tangentialDrag = object.notNegative("tangential_drag", cable.tangentialDrag);
    cable.addedMass = object.notNegative("added_mass", cable.addedMass);
    cable.segments = object.whole("segments", 1, 1000, cable.segments);
    readShape(object, mooring);
    if (object.has("winch")) {
        const WorldObject winch(object.at("winch"), "mooring_winch");
        mooring.winch = {winch.positive("length", 1.0), winch.notNegative("rate", 0.0),
                         winch.notNegative("start", 0.0)};
    }
    return mooring;
}

} // namespace ambient
