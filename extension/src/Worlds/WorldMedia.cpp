// SPDX-License-Identifier: Zlib
#include "Worlds/WorldMedia.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"

namespace ambient {
namespace {

UniformMedium uniformOf(const WorldFluid& fluid) {
    const UniformMedium still(fluid.density, fluid.viscosity);
    return fluid.velocity == Vector3::Zero() ? still : still.movingAt(fluid.velocity);
}

std::shared_ptr<const FluidMedium> mediumOf(const WorldFluid& fluid) {
    if (fluid.isVacuum) return nullptr;
    return std::make_shared<UniformMedium>(uniformOf(fluid));
}

WaveSet wavesOf(const WorldMedium& medium, const StillWater& water) {
    std::vector<Wave> waves;
    for (const WorldSurfaceWave& wave : medium.waves) {
        const double length =
            wave.wavelength ? *wave.wavelength : 2.0 * kPi / waveNumber(2.0 * kPi / wave.period, water);
        waves.push_back(makeWave(wave.amplitude, length, wave.direction, wave.phase, water));
    }
    return WaveSet(waves, water);
}

std::shared_ptr<const FluidMedium> withWaves(const WorldMedium& medium, const StillWater& water) {
    const WaveSet waves = wavesOf(medium, water);
    std::shared_ptr<const WaterSurface> surface;
    if (medium.isSine)
        surface = std::make_shared<SineWaves>(waves);
    else
        surface = std::make_shared<GerstnerWaves>(waves);
    return std::make_shared<DividedMedium>(
        std::make_shared<FlowingMedium>(uniformOf(medium.fluid), std::make_shared<WaveFlow>(waves)),
        mediumOf(medium.above), surface);
}

} // namespace

std::shared_ptr<const FluidMedium> makeMedium(const WorldMedium& medium, const Vector3& gravity) {
    if (!medium.hasSurface) return mediumOf(medium.fluid);
    const std::string path = medium.path + ".surface";
    const bool hasGravity = gravity.norm() > 0.0;
    StillWater water;
    if (hasGravity) water.up = -gravity.normalized();
    water.level = medium.height;
    water.gravity = gravity.norm();
    if (medium.depth) water.depth = *medium.depth;
    if (!medium.waves.empty() && !hasGravity) throw WorldFileError(path + ".waves: need gravity");
    try {
        if (!medium.waves.empty()) return withWaves(medium, water);
        return std::make_shared<DividedMedium>(mediumOf(medium.fluid), mediumOf(medium.above),
                                               std::make_shared<FlatSurface>(water.level, water.up));
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

} // namespace ambient
