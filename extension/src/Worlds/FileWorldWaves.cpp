// SPDX-License-Identifier: Zlib
// The waves that floating bodies of a world file make.
#include "Worlds/FileWorld.h"

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/SurfaceWaves/FloatingPlace.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Density of the water at a surface over or below a place [kg/m^3].
double densityAtSurface(const DividedMedium& medium, const Vector3& place) {
    const Vector3& up = medium.surface().up();
    const double height = medium.surface().sample(place, 0.0).height;
    return medium.below().sample(place + (height - up.dot(place)) * up, 0.0).density;
}

} // namespace

void FileWorld::chooseWaves(const WorldBody& body, btRigidBody* made, const TriangleMesh& inBody) {
    if (body.wavesMade == WorldWavesMade::Usual || m_options.isVacuum) return;
    if (body.wavesMade != WorldWavesMade::Radiation)
        return btFluidSetWavesMade(m_fluid, made, body.wavesMade == WorldWavesMade::Heave);
    const std::string key = body.path + ".waves_made: ";
    const DividedMedium* const medium = m_fluid.getMedium() ? m_fluid.getMedium()->divided() : nullptr;
    if (!medium) throw WorldFileError(key + "the medium of the world has no surface");
    const FluidBody& wet = m_fluid.getFluidBody(made)->motion().body();
    FloatingModelDef def;
    def.fluidDensity = densityAtSurface(*medium, body.worldFromFrame.position);
    def.gravity = m_description.gravity.norm();
    def.mesh = &inBody;
    // The frame of the body has its origin in the centre of mass.
    for (const BuiltWaves& built : m_waves)
        if (built.body == wet.model && built.mass == wet.mass() && built.waves->fluidDensity == def.fluidDensity)
            return btFluidSetWavesMade(m_fluid, made, built.waves);
    try {
        m_waves.push_back({wet.model, wet.mass(), FloatingModel::build(wet, def)});
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(key + error.what());
    }
    const PlacedWaves incident = wavesOf(*m_fluid.getMedium());
    const auto shallow = [&](const WaveSet::Prepared& wave) { return feelsBed(wave, def.gravity); };
    if (incident.waves && std::any_of(incident.waves->waves().begin(), incident.waves->waves().end(), shallow))
        tell({key + "the waves of the medium feel the bed; those that the body makes and scatters are of deep water"});
    const double misfit = m_waves.back().waves->filter.misfit;
    if (misfit > 0.1)
        tell({key + "the filter misses the damping by up to " +
              std::to_string(static_cast<int>(std::lround(100.0 * misfit))) + " % of its largest value"});
    btFluidSetWavesMade(m_fluid, made, m_waves.back().waves);
}

} // namespace ambient
