// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

namespace ambient {

WorldThruster readThruster(const WorldValue& value, const WorldDescription& world) {
    const WorldObject object(value, "thruster");
    WorldThruster thruster;
    thruster.path = value.path;
    thruster.name = object.text("name", "thruster" + std::to_string(world.thrusters.size()));
    for (const WorldThruster& other : world.thrusters)
        if (other.name == thruster.name) object.refuse("'" + thruster.name + "' names another thruster already");
    thruster.body = readCarrierName(object.at("body"), world);
    ThrusterDef& def = thruster.def;
    def.position = object.vector("position", def.position);
    def.axis = object.direction("axis", def.axis);
    def.diameter = object.positive("diameter", def.diameter);
    def.thrustCoefficient = object.positive("thrust_coefficient", def.thrustCoefficient);
    def.torqueCoefficient = object.notNegative("torque_coefficient", def.torqueCoefficient);
    def.freeAdvanceRatio = object.positive("free_advance_ratio", def.freeAdvanceRatio);
    def.astern = object.within("astern", 1e-9, 1.0, def.astern);
    def.isRightHanded = object.flag("right_handed", def.isRightHanded);
    def.timeConstant = object.notNegative("time_constant", def.timeConstant);
    def.fastestSpeed = object.positive("fastest_speed", def.fastestSpeed);
    thruster.command = object.within("command", -def.fastestSpeed, def.fastestSpeed, 0.0);
    thruster.speed = object.within("speed", -def.fastestSpeed, def.fastestSpeed, 0.0);
    return thruster;
}

} // namespace ambient
