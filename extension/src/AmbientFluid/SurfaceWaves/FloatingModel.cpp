// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FloatingModel.h"

#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"

namespace ambient {
namespace {

/// Added mass of an Immersion in still water, frame of the water.
Matrix6 immersedAddedMass(const FluidBody& body, const Pose& waterFromMesh, double density) {
    const DividedMedium still(std::make_shared<UniformMedium>(density, 0.0), nullptr,
                              std::make_shared<FlatSurface>(0.0));
    const Pose waterFromBody = waterFromMesh * body.bodyFromMesh.inverse();
    Immersion at;
    immerse(*body.model, body.bodyFromMesh, still, waterFromBody, 0.0, at);
    return at.addedMass.changeFrame(waterFromBody.inverse()).matrix();
}

} // namespace

std::shared_ptr<const FloatingModel> FloatingModel::build(const FluidBody& body, const WaveRadiation& radiation,
                                                          const Quaternion& waterFromMesh) {
    const auto model = std::make_shared<FloatingModel>();
    model->waterFromMesh = waterFromMesh;
    model->waterplaneInMesh = radiation.waterplaneInMesh;
    model->waterplaneArea = radiation.waterplaneArea;
    model->volume = radiation.volume;
    model->fluidDensity = radiation.fluidDensity;
    model->gravity = radiation.gravity;
    model->addedMass = radiation.addedMassAtInfinity;
    const Pose rest{waterFromMesh, -(waterFromMesh * radiation.waterplaneInMesh)};
    model->excessMass = immersedAddedMass(body, rest, radiation.fluidDensity) - radiation.addedMassAtInfinity;
    model->filter = fitRadiationFilter(radiation);
    return model;
}

std::shared_ptr<const FloatingModel> FloatingModel::build(const FluidBody& body, const FloatingModelDef& def) {
    const TriangleMesh& mesh = def.mesh ? *def.mesh : body.model->mesh();
    HydrostaticsDef load;
    load.mass = body.mass();
    load.centerOfMass = body.bodyFromMesh.inverse().position;
    load.fluidDensity = def.fluidDensity;
    const Hydrostatics rest = computeHydrostatics(mesh, load);
    WaveRadiationDef waves;
    waves.waterFromMesh = {rest.orientation, rest.position};
    waves.fluidDensity = def.fluidDensity;
    waves.gravity = def.gravity;
    waves.headings.clear();
    waves.faces = def.faces;
    waves.estimatesError = false;
    waves.progress = def.progress;
    return build(body, computeWaveRadiation(mesh, waves), rest.orientation);
}

} // namespace ambient
