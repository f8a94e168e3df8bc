// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include "AmbientFluid/Media/MediumPresets.h"

#include <functional>
#include <map>

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
    else if (!object.has("density") || !object.has("viscosity"))
        object.refuse("needs the key 'fluid', or 'density' and 'viscosity'");
    if (fluid.isVacuum && (object.has("density") || object.has("viscosity") || object.has("velocity")))
        object.at("fluid").refuse("a vacuum has no density, viscosity or velocity");
    fluid.density = object.positive("density", fluid.density);
    fluid.viscosity = object.notNegative("viscosity", fluid.viscosity);
    fluid.velocity = object.vector("velocity", fluid.velocity);
    return fluid;
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

void readSurface(const WorldValue& value, WorldMedium& medium) {
    const WorldObject object(value, "surface");
    medium.hasSurface = true;
    medium.height = object.number("height", 0.0);
    const UniformMedium air = UniformMedium::air();
    medium.above = {false, air.density(), air.dynamicViscosity(), Vector3::Zero()};
    if (object.has("above")) {
        const WorldMedium above = readMedium(object.at("above"));
        if (above.hasSurface) object.at("above").refuse("has a surface of its own");
        medium.above = above.fluid;
    }
    if (medium.fluid.isVacuum) value.refuse("a vacuum has no surface");
    if (medium.above.density > medium.fluid.density) object.refuse("the medium above is denser than the one below");
    if (object.has("depth")) medium.depth = object.positive("depth", 1.0);
    medium.isSine = object.choice("wave_type", {"gerstner", "sine"}, "gerstner") == "sine";
    for (const WorldValue& wave : object.list("waves"))
        medium.waves.push_back(readWave(wave));
    if (!medium.waves.empty() && !medium.fluid.velocity.isZero())
        object.at("waves").refuse("the medium has a velocity of its own: waves run on water at rest");
}

} // namespace

WorldMedium readMedium(const WorldValue& value) {
    WorldMedium medium;
    medium.path = value.path;
    if (value.isText()) {
        medium.fluid = fluidNamed(value);
        return medium;
    }
    const WorldObject object(value, "medium");
    medium.fluid = readFluid(object);
    if (object.has("surface")) readSurface(object.at("surface"), medium);
    return medium;
}

} // namespace ambient
