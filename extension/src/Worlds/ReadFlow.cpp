// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>

namespace ambient {
namespace {

WorldShear readShear(const WorldObject& object) {
    WorldShear shear;
    shear.velocity = object.at("velocity").vector();
    shear.ground = object.number("ground", 0.0);
    if (object.has("rate") + object.has("roughness") + object.has("exponent") != 1)
        object.refuse("needs one of the keys 'rate', 'roughness' and 'exponent'");
    if (object.has("rate")) {
        shear.rate = object.at("rate").vector();
        shear.height = object.number("height", 0.0);
        return shear;
    }
    shear.height = object.positive("height", shear.height);
    if (object.has("roughness")) shear.roughness = object.positive("roughness", 1.0);
    if (object.has("exponent")) shear.exponent = object.within("exponent", 0.0, 1.0, 0.0);
    return shear;
}

VortexDef readVortex(const WorldObject& object) {
    VortexDef def;
    def.circulation = object.at("circulation").number();
    def.coreRadius = object.positive("radius", def.coreRadius);
    def.center = object.vector("center", def.center);
    def.axis = object.direction("axis", def.axis);
    const bool isRankine = object.choice("core", {"lamb_oseen", "rankine"}, "lamb_oseen") == "rankine";
    def.core = isRankine ? VortexCore::Rankine : VortexCore::LambOseen;
    def.kinematicViscosity = object.notNegative("kinematic_viscosity", 0.0);
    if (isRankine && object.has("kinematic_viscosity"))
        object.at("kinematic_viscosity").refuse("the core 'rankine' does not spread");
    return def;
}

JetDef readJet(const WorldObject& object) {
    JetDef def;
    def.speed = object.at("speed").number();
    def.diameter = object.positive("diameter", def.diameter);
    def.nozzle = object.vector("nozzle", def.nozzle);
    def.direction = object.direction("direction", def.direction);
    return def;
}

GustDef readGust(const WorldObject& object) {
    GustDef def;
    def.meanVelocity = object.vector("mean", def.meanVelocity);
    def.intensity = object.notNegative("intensity", def.intensity);
    def.lengthScale = object.positive("length_scale", def.lengthScale);
    def.smallestWavelength = object.notNegative("smallest", 0.0);
    def.evolution = object.notNegative("evolution", 0.0);
    def.shells = object.whole("shells", 1, 1000, def.shells);
    def.seed = static_cast<std::uint64_t>(object.whole("seed", 0, 1000000000, 1));
    return def;
}

WorldFlowGrid readGridFlow(const WorldObject& object) {
    WorldFlowGrid grid;
    grid.file = object.at("file").text();
    if (object.has("origin")) grid.origin = object.at("origin").vector();
    if (object.has("spacing")) grid.spacing = object.at("spacing").vector();
    for (const WorldValue& time : object.list("times"))
        grid.times.push_back(time.number());
    const bool isZero = object.choice("outside", {"clamp", "zero"}, "clamp") == "zero";
    grid.outside = isZero ? OutsideGrid::Zero : OutsideGrid::Clamp;
    return grid;
}

} // namespace

WorldFlow readFlow(const WorldValue& value) {
    if (!value.value.is_object())
        value.refuse(std::string("is ") + value.value.type_name() + ", not an object { ... }");
    if (!value.value.contains("kind")) value.refuse("needs the key 'kind'");
    const std::vector<std::string> kinds = {"shear", "vortex", "jet", "gust", "grid"};
    const WorldValue kindValue{value.value.at("kind"), value.path + ".kind"};
    const std::string kind = kindValue.text();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        kindValue.refuse("'" + kind + "' is no known kind of flow" + didYouMean(kind, kinds));
    const WorldObject object(value, kind == "grid" ? "grid_flow" : kind);
    WorldFlow flow;
    flow.path = value.path;
    if (object.has("time")) flow.time = object.at("time").number();
    if (kind == "shear") flow.def = readShear(object);
    if (kind == "vortex") flow.def = readVortex(object);
    if (kind == "jet") flow.def = readJet(object);
    if (kind == "gust") flow.def = readGust(object);
    if (kind == "grid") flow.def = readGridFlow(object);
    return flow;
}

} // namespace ambient
