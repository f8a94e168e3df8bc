// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"

namespace ambient {

/// One body: a shared model, how its mesh sits in the body frame, and the body's own inertia.
/// Body frame: origin at the centre of mass.
struct FluidBody {
    std::shared_ptr<const FluidBodyModel> model; ///< shape and fluid side, never null
    Pose bodyFromMesh;          ///< default: the two frames are one, the mesh origin at the centre of mass
    SpatialInertia bodyInertia; ///< without fluid, about the centre of mass, body axes [kg m^2, kg m, kg]

    /// Dry mass [kg].
    double mass() const { return bodyInertia.matrix()(3, 3); }

    /// Added mass about the centre of mass, body axes, in a fluid of this density [kg/m^3].
    SpatialInertia addedMass(double fluidDensity) const {
        return model->addedMassPerDensity().changeFrame(bodyFromMesh.inverse()).scaled(fluidDensity);
    }
};

/// A uniform solid: the body frame has the mesh's axes and its origin at the solid's centre of mass.
/// \param bodyDensity [kg/m^3] \throws std::invalid_argument when it is not positive and finite
FluidBody makeSolidBody(std::shared_ptr<const FluidBodyModel> model, double bodyDensity);

/// A uniform solid of a given mass [kg] instead of a density.
/// \throws std::invalid_argument when it is not positive and finite
FluidBody makeSolidBodyOfMass(std::shared_ptr<const FluidBodyModel> model, double mass);

} // namespace ambient
