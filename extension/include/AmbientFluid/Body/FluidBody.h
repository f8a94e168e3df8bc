// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"

namespace ambient {

class BodyDeformation;

/// A body: a shared model, the pose of its mesh in the body frame, and its own inertia.
/// Body frame: origin at the centre of mass.
struct FluidBody {
    std::shared_ptr<const FluidBodyModel> model; ///< shape and fluid data, never null
    Pose bodyFromMesh;          ///< default: mesh frame and body frame coincide, with the mesh origin at the centre of
                                ///< mass
    SpatialInertia bodyInertia; ///< without fluid, about the centre of mass, body axes [kg m^2, kg m, kg]
    /// Change of shape; null: a rigid body. The surface then comes from here; `model` gives lengths and tolerances.
    std::shared_ptr<const BodyDeformation> deformation = nullptr;

    /// Dry mass [kg].
    double mass() const { return bodyInertia.matrix()(3, 3); }

    /// Added mass about the centre of mass, body axes, in a fluid of this density [kg/m^3].
    SpatialInertia addedMass(double fluidDensity) const {
        return model->addedMassPerDensity().changeFrame(bodyFromMesh.inverse()).scaled(fluidDensity);
    }
};

/// Makes a uniform solid. The body frame has the mesh's axes and its origin at the solid's centre of mass.
/// \param bodyDensity [kg/m^3] \throws std::invalid_argument if it is not positive and finite
FluidBody makeSolidBody(std::shared_ptr<const FluidBodyModel> model, double bodyDensity);

/// Makes a uniform solid of the given mass [kg].
/// \throws std::invalid_argument if `mass` is not positive and finite
FluidBody makeSolidBodyOfMass(std::shared_ptr<const FluidBodyModel> model, double mass);

} // namespace ambient
