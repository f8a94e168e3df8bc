// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"
#include "WetMultiBody.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <stdexcept>

using namespace ambient;
using namespace ambient::c;

namespace {

constexpr int kShipOrder[6] = {3, 4, 5, 0, 1, 2}; ///< of angular-first 6-vectors

Matrix6 matrixOf(const double* numbers) {
    Matrix6 matrix;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            matrix(kShipOrder[i], kShipOrder[j]) = numbers[6 * i + j];
    return matrix;
}

WaveRow rowOf(const ambient_wave_coefficients& given, int frequency) {
    WaveRow row;
    row.frequency = given.frequencies[frequency];
    row.addedMass = matrixOf(given.added_mass + 36 * frequency);
    row.damping = matrixOf(given.damping + 36 * frequency);
    for (int h = 0; h < given.heading_count; ++h) {
        const double* const force = given.forces + 12 * (frequency * given.heading_count + h);
        WaveExcitation wave;
        wave.heading = given.headings[h];
        for (int i = 0; i < 6; ++i)
            wave.diffraction[kShipOrder[i]] = {force[2 * i], force[2 * i + 1]};
        row.excitation.push_back(wave);
    }
    return row;
}

WaveRadiation radiationOf(const ambient_wave_coefficients& given) {
    if (given.frequency_count < 0 || given.heading_count < 0)
        throw std::invalid_argument("ambient_wave_coefficients: a count is below 0");
    required(given.frequencies, "frequencies");
    required(given.added_mass, "added_mass");
    required(given.damping, "damping");
    if (given.heading_count > 0) {
        required(given.headings, "headings");
        required(given.forces, "forces");
    }
    WaveRadiation found;
    found.addedMassAtInfinity = matrixOf(&required(given.added_mass_at_infinity, "added_mass_at_infinity"));
    for (int i = 0; i < given.frequency_count; ++i)
        found.rows.push_back(rowOf(given, i));
    return found;
}

/// The waves of a body that floats in a fluid. \param place of its centre of mass, world [m]
std::shared_ptr<const FloatingModel> modelOf(const WorldFluid& fluid, const FluidBody& body, const Vector3& place,
                                             const ambient_wave_coefficients* coefficients) {
    const DividedMedium* const medium = fluid.action.getMedium() ? fluid.action.getMedium()->divided() : nullptr;
    if (!medium) throw std::invalid_argument("the fluid has no surface, at which a body could make waves");
    const Vector3& up = medium->surface().up();
    const double height = medium->surface().sample(place, 0.0).height - up.dot(place);
    FloatingModelDef def;
    def.fluidDensity = medium->below().sample(place + height * up, 0.0).density;
    def.gravity = btFluidVector(fluid.world->getGravity()).norm();
    WaveRadiation given;
    if (coefficients) {
        const auto all =
            wholeOf(*coefficients, ambient_wave_coefficients(), "ambient_wave_coefficients"); // older callers: deep
        if (!(all.depth >= 0.0)) throw std::invalid_argument("depth must not be below 0, got " + textOf(all.depth));
        if (all.depth > 0.0) def.depth = all.depth;
        if (all.frequency_count != 0) {
            given = radiationOf(all);
            def.given = &given;
            if (all.has_origin) def.givenOrigin = finiteVector(all.origin, "origin");
        }
    }
    return FloatingModel::build(body, def);
}

void requireWaves(int32_t waves, int32_t least, const ambient_wave_coefficients* coefficients) {
    if (waves != AMBIENT_WAVES_NONE && waves != AMBIENT_WAVES_RADIATION && waves != least)
        throw std::invalid_argument("waves is " + std::to_string(waves) + ", none of the AMBIENT_WAVES_... for it");
    if (coefficients && waves != AMBIENT_WAVES_RADIATION)
        throw std::invalid_argument("coefficients are of AMBIENT_WAVES_RADIATION");
}

} // namespace

ambient_status ambient_fluid_set_waves_made(ambient_fluid* fluid, void* rigid_body, int32_t waves,
                                            const ambient_wave_coefficients* coefficients) {
    return guarded([&] {
        WorldFluid& in = objectOf(fluid, "fluid");
        requireAddress(rigid_body, "rigid_body");
        requireWaves(waves, AMBIENT_WAVES_HEAVE, coefficients);
        const btRigidBody* const body = static_cast<const btRigidBody*>(rigid_body);
        const btFluidBody* const wet = in.action.getFluidBody(body);
        if (!wet) throw std::invalid_argument("rigid_body is not in this fluid");
        if (waves != AMBIENT_WAVES_RADIATION) return btFluidSetWavesMade(in.action, body, waves == AMBIENT_WAVES_HEAVE);
        btFluidSetWavesMade(in.action, body,
                            modelOf(in, wet->getShape(), btFluidVector(body->getCenterOfMassPosition()), coefficients));
    });
}

ambient_status ambient_multi_body_set_waves_made(ambient_multi_body* multi_body, int32_t link, int32_t waves,
                                                 const ambient_wave_coefficients* coefficients) {
    return guarded([&] {
        WetMultiBody& tree = objectOf(multi_body, "multi_body");
        requireWaves(waves, AMBIENT_WAVES_NONE, coefficients);
        tree.frameOf(link); // refuses links that do not exist
        const FluidBody body = tree.wet().getLinkBody(link);
        std::shared_ptr<const FloatingModel> model;
        if (waves == AMBIENT_WAVES_RADIATION)
            model = modelOf(*tree.fluid, body, btFluidVector(tree.body->getBasePos()), coefficients);
        btFluidSetWavesMade(tree.fluid->action, tree.body, link - 1, std::move(model));
    });
}
