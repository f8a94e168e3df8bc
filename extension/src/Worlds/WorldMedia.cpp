// SPDX-License-Identifier: Zlib
#include "Worlds/WorldMedia.h"

#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "Worlds/FlowGridFile.h"

namespace ambient {
namespace {

using FlowPointer = std::shared_ptr<const AmbientFlow>;

/// Context of a medium's description.
struct MediumPlace {
    Vector3 up;
    std::string folder;  ///< of files
    FlowPointer current; ///< added to the flows of the medium; null: none
};

FlowPointer flowOf(const WorldShear& shear, const MediumPlace& place) {
    if (shear.rate) {
        const Vector3 origin = (shear.ground + shear.height) * place.up;
        return std::make_shared<LinearFlow>(origin, shear.velocity, *shear.rate * place.up.transpose());
    }
    BoundaryLayerDef def;
    def.velocity = shear.velocity;
    def.referenceHeight = shear.height;
    def.groundHeight = shear.ground;
    def.up = place.up;
    return std::make_shared<BoundaryLayerFlow>(shear.roughness ? BoundaryLayerFlow::logarithmic(def, *shear.roughness)
                                                               : BoundaryLayerFlow::powerLaw(def, *shear.exponent));
}
FlowPointer flowOf(const VortexDef& def, const MediumPlace&) {
    return std::make_shared<VortexFlow>(def);
}
FlowPointer flowOf(const JetDef& def, const MediumPlace&) {
    return std::make_shared<JetFlow>(def);
}
FlowPointer flowOf(const GustDef& def, const MediumPlace&) {
    return std::make_shared<GustFlow>(def);
}
FlowPointer flowOf(const WorldFlowGrid& grid, const MediumPlace& place) {
    return std::make_shared<GridFlow>(flowGridOf(grid, place.folder));
}

FlowPointer flowOf(const WorldFlow& flow, const MediumPlace& place) {
    try {
        FlowPointer made = std::visit([&](const auto& def) { return flowOf(def, place); }, flow.def);
        if (flow.time == 0.0) return made;
        FlowPlacement later;
        later.time = flow.time;
        return std::make_shared<MovedFlow>(made, later);
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(flow.path + ": " + error.what());
    }
}

/// Velocity of the profile, or of the whole medium; null: at rest.
FlowPointer ownFlow(const WorldMedium& medium, const MediumPlace& place) {
    if (medium.profile.empty())
        return medium.fluid.velocity.isZero() ? nullptr : std::make_shared<UniformStream>(medium.fluid.velocity);
    std::vector<FlowLevel> levels;
    bool isMoving = false;
    for (const WorldLevel& level : medium.profile) {
        levels.push_back({level.height, level.fluid.velocity});
        isMoving = isMoving || !level.fluid.velocity.isZero();
    }
    if (!isMoving) return nullptr;
    try {
        return std::make_shared<ProfileFlow>(levels, place.up);
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(medium.path + ".profile: " + error.what());
    }
}

std::shared_ptr<const FluidMedium> layersOf(const WorldMedium& medium, const MediumPlace& place) {
    std::vector<LayerLevel> levels;
    for (const WorldLevel& level : medium.profile)
        levels.push_back({level.height, {level.fluid.density, level.fluid.viscosity}});
    return std::make_shared<LayeredMedium>(LayeredMedium::table(levels, place.up));
}

UniformMedium uniformOf(const WorldFluid& fluid) {
    const UniformMedium still(fluid.density, fluid.viscosity);
    return fluid.velocity == Vector3::Zero() ? still : still.movingAt(fluid.velocity);
}

/// All flows of a medium, with the steered current as the last.
std::vector<FlowPointer> flowsOf(const WorldMedium& medium, const MediumPlace& place) {
    std::vector<FlowPointer> flows;
    flows.reserve(medium.flows.size() + 2);
    if (const FlowPointer own = ownFlow(medium, place)) flows.push_back(own);
    for (const WorldFlow& flow : medium.flows)
        flows.push_back(flowOf(flow, place));
    if (place.current) flows.push_back(place.current);
    return flows;
}

/// Without the surface; null: a vacuum.
std::shared_ptr<const FluidMedium> mediumOf(const WorldMedium& medium, const MediumPlace& place) {
    if (medium.fluid.isVacuum) return nullptr;
    if (medium.profile.empty() && medium.flows.empty() && !place.current)
        return std::make_shared<UniformMedium>(uniformOf(medium.fluid));
    std::shared_ptr<const FluidMedium> still;
    if (medium.profile.empty())
        still = std::make_shared<UniformMedium>(medium.fluid.density, medium.fluid.viscosity);
    else
        still = layersOf(medium, place);
    const std::vector<FlowPointer> flows = flowsOf(medium, place);
    if (flows.empty()) return still;
    return std::make_shared<FlowingMedium>(still, flows.size() == 1 ? flows.front() : std::make_shared<SumFlow>(flows));
}

/// \param path of the sea, for messages
std::vector<Wave> wavesOf(const WorldSea& sea, const StillWater& water, const std::string& path) {
    try {
        std::vector<Wave> waves = makeSea(sea.def, water);
        for (Wave& wave : waves)
            wave.phase -= wave.angularFrequency * sea.time;
        return waves;
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

WaveSet wavesOf(const WorldMedium& medium, const StillWater& water) {
    std::vector<Wave> waves;
    for (const WorldSurfaceWave& wave : medium.waves) {
        const double length =
            wave.wavelength ? *wave.wavelength : 2.0 * kPi / waveNumber(2.0 * kPi / wave.period, water);
        waves.push_back(makeWave(wave.amplitude, length, wave.direction, wave.phase, water));
    }
    if (medium.sea)
        for (const Wave& wave : wavesOf(*medium.sea, water, medium.path + ".surface.sea"))
            waves.push_back(wave);
    return WaveSet(waves, water);
}

std::shared_ptr<const FluidMedium> withWaves(const WorldMedium& medium, const StillWater& water,
                                             const MediumPlace& place) {
    const WaveSet waves = wavesOf(medium, water);
    std::shared_ptr<const WaterSurface> surface;
    if (medium.isSine)
        surface = std::make_shared<SineWaves>(waves);
    else
        surface = std::make_shared<GerstnerWaves>(waves);
    const FlowPointer flow = std::make_shared<WaveFlow>(waves);
    return std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(mediumOf(medium, place), flow),
                                           mediumOf(*medium.above, place), surface);
}

} // namespace

Vector3 againstGravity(const Vector3& gravity) {
    return gravity.norm() > 0.0 ? Vector3(-gravity.normalized()) : Vector3(Vector3::UnitZ());
}

std::shared_ptr<const FluidMedium> makeMedium(const WorldMedium& medium, const Vector3& gravity,
                                              const std::string& folder, FlowPointer current) {
    const MediumPlace place{againstGravity(gravity), folder, std::move(current)};
    const MediumPlace aboveSurface{place.up, folder, nullptr};
    if (!medium.hasSurface) return mediumOf(medium, place);
    const std::string path = medium.path + ".surface";
    StillWater water;
    water.up = place.up;
    water.level = medium.height;
    water.gravity = gravity.norm();
    if (medium.depth) water.depth = *medium.depth;
    if (medium.waveCount() > 0 && !(water.gravity > 0.0))
        throw WorldFileError(path + (medium.sea ? ".sea: needs gravity" : ".waves: need gravity"));
    try {
        if (medium.waveCount() > 0) return withWaves(medium, water, place);
        return std::make_shared<DividedMedium>(mediumOf(medium, place), mediumOf(*medium.above, aboveSurface),
                                               std::make_shared<FlatSurface>(water.level, water.up));
    } catch (const WorldFileError&) {
        throw; // has its place
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

} // namespace ambient
