// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBody.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {

FluidBody makeSolidBody(std::shared_ptr<const FluidBodyModel> model, double bodyDensity) {
    const MassProperties solid =
        solidMassProperties(model->mesh(), bodyDensity * model->surface().data().displacedShare);
    FluidBody body;
    body.model = std::move(model);
    body.bodyFromMesh.position = -solid.centerOfMass;
    body.bodyInertia = SpatialInertia::ofBody(solid.mass, solid.inertia);
    return body;
}

FluidBody makeSolidBodyOfMass(std::shared_ptr<const FluidBodyModel> model, double mass) {
    if (!(mass > 0.0) || !std::isfinite(mass))
        throw std::invalid_argument("makeSolidBodyOfMass: mass must be positive and finite, got " +
                                    std::to_string(mass) + " kg");
    const double density = mass / model->displacedVolume();
    return makeSolidBody(std::move(model), density);
}

} // namespace ambient
