// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include "AmbientFluid/Media/MediumPresets.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

namespace ambient {
namespace {

const std::map<std::string, std::function<UniformMedium()>>& namedFluids() {
    static const std::map<std::string, std::function<UniformMedium()>> fluids = {
        {"water", [] { return UniformMedium::water(); }}, {"air", [] { return UniformMedium::air(); }},
        {"sea_water", [] { return seaWaterAt(20.0); }},   {"honey", [] { return honey(); }},
        {"olive_oil", [] { return oliveOil(); }},         {"castor_oil", [] { return castorOil(); }},
    };
    return fluids;
}

WorldFluid fluidNamed(const WorldValue& value) {
    const std::string name = value.text();
    WorldFluid fluid;
    fluid.isVacuum = name == "vacuum";
    if (fluid.isVacuum) return fluid;
    const auto found = namedFluids().find(name);
    if (found == namedFluids().end()) {
        std::vector<std::string> names = {"vacuum"};
        for (const auto& [known, make] : namedFluids())
            names.push_back(known);
        value.refuse("'" + name + "' is no known fluid" + didYouMean(name, names));
    }
    const UniformMedium medium = found->second();
    fluid.density = medium.density();
    fluid.viscosity = medium.dynamicViscosity();
    return fluid;
}

WorldFluid readFluid(const WorldObject& object) {
    WorldFluid fluid;
    if (object.has("fluid"))
        fluid = fluidNamed(object.at("fluid"));
    else if (!object.has("profile") && (!object.has("density") || !object.has("viscosity")))
        object.refuse("needs the key 'fluid', or 'density' and 'viscosity', or 'profile'");
    for (const char* key : {"density", "viscosity", "velocity", "profile", "flow"})
        if (fluid.isVacuum && object.has(key)) object.at("fluid").refuse(std::string("a vacuum has no ") + key);
    fluid.density = object.positive("density", fluid.density);
    fluid.viscosity = object.notNegative("viscosity", fluid.viscosity);
    fluid.velocity = object.vector("velocity", fluid.velocity);
    return fluid;
}

/// \param whole defaults for the entries
std::vector<WorldLevel> readProfile(const WorldObject& object, const WorldFluid& whole) {
    std::vector<WorldLevel> profile;
    if (object.has("profile") && object.list("profile").empty()) object.at("profile").refuse("has no entry");
    for (const WorldValue& value : object.list("profile")) {
        const WorldObject entry(value, "profile");
        WorldLevel level;
        level.height = entry.at("height").number();
        level.fluid = whole;
        if (entry.has("fluid")) {
            level.fluid = fluidNamed(entry.at("fluid"));
            if (level.fluid.isVacuum) entry.at("fluid").refuse("an entry of a profile cannot be a vacuum");
            level.fluid.velocity = whole.velocity;
        }
        level.fluid.density = entry.positive("density", level.fluid.density);
        level.fluid.viscosity = entry.notNegative("viscosity", level.fluid.viscosity);
        level.fluid.velocity = entry.vector("velocity", level.fluid.velocity);
        const bool saysViscosity = entry.has("fluid") || entry.has("viscosity");
        if (!(level.fluid.density > 0.0) || !(saysViscosity || object.has("fluid") || object.has("viscosity")))
            entry.refuse("neither the entry nor the medium has a 'fluid', or 'density' and 'viscosity'");
        const std::size_t n = profile.size();
        if (n > 0 && level.height < profile[n - 1].height)
            entry.at("height").refuse("is below the entry before: the lowest comes first");
        if (n > 1 && level.height == profile[n - 2].height) entry.at("height").refuse("is the third of one height");
        profile.push_back(level);
    }
    return profile;
}

WorldSurfaceWave readWave(const WorldValue& value) {
    const WorldObject object(value, "surface_wave");
    WorldSurfaceWave wave;
    wave.amplitude = object.notNegative("amplitude", 0.0);
    if (object.has("wavelength") == object.has("period"))
        object.refuse("needs one of the keys 'wavelength' and 'period'");
    if (object.has("wavelength")) wave.wavelength = object.positive("wavelength", 1.0);
    wave.period = object.positive("period", 0.0);
    wave.direction = object.direction("direction", wave.direction);
    wave.phase = object.number("phase", 0.0);
    return wave;
}

WorldSea readSea(const WorldValue& value) {
    const WorldObject object(value, "sea");
    WorldSea sea;
    SeaDef& def = sea.def;
    def.significantHeight = object.positive("height", def.significantHeight);
    def.peakPeriod = object.positive("period", def.peakPeriod);
    def.peakedness = object.within("peakedness", 1.0, 7.0, def.peakedness);
    def.direction = object.direction("direction", def.direction);
    if (object.has("spread")) def.spread = object.notNegative("spread", 0.0);
    def.waveCount = object.whole("count", 1, 10000, def.waveCount);
    def.seed = static_cast<std::uint64_t>(object.whole("seed", 0, 1000000000, 1));
    sea.time = object.number("time", 0.0);
    return sea;
}

void readSurface(const WorldValue& value, WorldMedium& medium) {
    const WorldObject object(value, "surface");
    medium.hasSurface = true;
    medium.height = object.number("height", 0.0);
    const UniformMedium air = UniformMedium::air();
    WorldMedium above;
    above.fluid = {false, air.density(), air.dynamicViscosity(), Vector3::Zero()};
    if (object.has("above")) {
        above = readMedium(object.at("above"));
        if (above.hasSurface) object.at("above").refuse("has a surface of its own");
    }
    if (medium.fluid.isVacuum) value.refuse("a vacuum has no surface");
    if (above.densityAt(medium.height) > medium.densityAt(medium.height))
        object.refuse("the medium above is denser than the one below");
    medium.above = std::make_shared<WorldMedium>(std::move(above));
    if (object.has("depth")) medium.depth = object.positive("depth", 1.0);
    medium.isSine = object.choice("wave_type", {"gerstner", "sine"}, "gerstner") == "sine";
    for (const WorldValue& wave : object.list("waves"))
        medium.waves.push_back(readWave(wave));
    if (object.has("sea")) medium.sea = readSea(object.at("sea"));
    const bool isMoving = std::any_of(medium.profile.begin(), medium.profile.end(),
                                      [](const WorldLevel& level) { return !level.fluid.velocity.isZero(); });
    if (medium.waveCount() > 0 && (isMoving || !medium.flows.empty() || !medium.fluid.velocity.isZero()))
        object.at(medium.sea ? "sea" : "waves")
            .refuse("the medium has a velocity of its own: waves run on water at rest");
}

} // namespace

double WorldMedium::densityAt(double place) const {
    if (profile.empty()) return fluid.density;
    for (std::size_t i = profile.size(); i-- > 0;) {
        const WorldLevel& low = profile[i];
        if (low.height > place) continue;
        if (i + 1 == profile.size()) return low.fluid.density;
        const WorldLevel& high = profile[i + 1];
        const double share = (place - low.height) / (high.height - low.height);
        return low.fluid.density + share * (high.fluid.density - low.fluid.density);
    }
    return profile.front().fluid.density;
}

WorldMedium readMedium(const WorldValue& value) {
    WorldMedium medium;
    medium.path = value.path;
    if (value.isText()) {
        medium.fluid = fluidNamed(value);
        return medium;
    }
    const WorldObject object(value, "medium");
    medium.fluid = readFluid(object);
    medium.profile = readProfile(object, medium.fluid);
    if (!object.has("fluid") && !medium.profile.empty()) {
        // The lowest entry's values are used if one density is needed, as for the added mass in a robot's file.
        const WorldFluid& lowest = medium.profile.front().fluid;
        if (!object.has("density")) medium.fluid.density = lowest.density;
        if (!object.has("viscosity")) medium.fluid.viscosity = lowest.viscosity;
    }
    for (const WorldValue& flow : object.list("flow"))
        medium.flows.push_back(readFlow(flow));
    if (object.has("surface")) readSurface(object.at("surface"), medium);
    return medium;
}

} // namespace ambient
