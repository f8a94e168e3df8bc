// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

template <class Row>
std::vector<Row> readRows(const WorldObject& object, const std::string& key, std::size_t numbers,
                          Row (*rowOf)(const std::vector<double>&)) {
    std::vector<Row> rows;
    for (const WorldValue& row : object.list(key))
        rows.push_back(rowOf(row.numbers(numbers, numbers)));
    if (object.has(key) && rows.size() < 2) object.at(key).refuse("needs two rows or more");
    return rows;
}

/// What follows from thrusts at rest, if the entry has any.
ThrusterDef readRest(const WorldObject& object, std::vector<ThrustPoint> table) {
    const ThrusterDef usual;
    const double speed = object.positive("fastest_speed", usual.fastestSpeed);
    const double diameter = object.positive("diameter", usual.diameter);
    const double density = object.positive("table_density", usual.tableDensity);
    if (object.has("bollard")) {
        for (const char* key : {"thrust_coefficient", "astern", "open_water", "table"})
            if (object.has(key)) object.at(key).refuse("follows from 'bollard'");
        const std::vector<double> thrusts = object.at("bollard").numbers(2, 2);
        return thrusterFromBollard(thrusts[0], thrusts[1], speed, diameter, density);
    }
    if (object.has("table_density") && table.empty()) object.at("table_density").refuse("is of a 'table' or 'bollard'");
    ThrusterDef def;
    if (object.has("table") && !object.has("open_water") && !object.has("thrust_coefficient"))
        def = thrusterFromTable(table, speed, diameter, density);
    def.diameter = diameter;
    def.fastestSpeed = speed;
    def.tableDensity = density;
    def.table = std::move(table);
    return def;
}

/// Thruster and motor, without body and state.
ThrusterDef readThrusterDef(const WorldObject& object) {
    std::vector<ThrustPoint> table = readRows<ThrustPoint>(object, "table", 2, [](const std::vector<double>& n) {
        return ThrustPoint{n[0], n[1]};
    });
    ThrusterDef def;
    try {
        def = readRest(object, std::move(table));
    } catch (const WorldFileError&) {
        throw;
    } catch (const std::invalid_argument& error) {
        object.at(object.has("bollard") ? "bollard" : "table").refuse(error.what());
    }
    def.openWater = readRows<OpenWaterPoint>(object, "open_water", 3, [](const std::vector<double>& n) {
        return OpenWaterPoint{n[0], n[1], n[2]};
    });
    if (object.has("open_water"))
        for (const char* key : {"thrust_coefficient", "torque_coefficient", "free_advance_ratio"})
            if (object.has(key)) object.at(key).refuse("follows from 'open_water'");
    def.position = object.vector("position", def.position);
    def.axis = object.direction("axis", def.axis);
    def.thrustCoefficient = object.positive("thrust_coefficient", def.thrustCoefficient);
    def.torqueCoefficient = object.notNegative("torque_coefficient", def.torqueCoefficient);
    def.freeAdvanceRatio = object.positive("free_advance_ratio", def.freeAdvanceRatio);
    def.astern = object.within("astern", 1e-9, 1.0, def.astern);
    def.isRightHanded = object.flag("right_handed", def.isRightHanded);
    def.timeConstant = object.notNegative("time_constant", def.timeConstant);
    def.deadBand = object.notNegative("dead_band", def.deadBand);
    return def;
}

} // namespace

WorldThruster readThruster(const WorldValue& value, const WorldDescription& world) {
    const WorldObject object(value, "thruster");
    WorldThruster thruster;
    thruster.path = value.path;
    const auto isTaken = [&world](const std::string& name) {
        return std::any_of(world.thrusters.begin(), world.thrusters.end(),
                           [&name](const WorldThruster& other) { return other.name == name; });
    };
    std::size_t number = world.thrusters.size(); // more than that if some before were removed
    while (!object.has("name") && isTaken("thruster" + std::to_string(number)))
        ++number;
    thruster.name = object.text("name", "thruster" + std::to_string(number));
    if (isTaken(thruster.name)) object.refuse("'" + thruster.name + "' names another thruster already");
    thruster.body = readCarrierName(object.at("body"), world);
    thruster.def = readThrusterDef(object);
    const ThrusterDef& def = thruster.def;
    try {
        thruster.command = Thruster(def).neutralCommand();
    } catch (const std::invalid_argument& error) {
        object.refuse(error.what());
    }
    const bool hasTable = !def.table.empty();
    thruster.command = object.within("command", hasTable ? def.table.front().command : -def.fastestSpeed,
                                     hasTable ? def.table.back().command : def.fastestSpeed, thruster.command);
    thruster.speed = object.within("speed", -def.fastestSpeed, def.fastestSpeed, 0.0);
    return thruster;
}

} // namespace ambient
