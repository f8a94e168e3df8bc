// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/BuoyancyForce.h"

namespace ambient {

const std::string& BuoyancyForce::name() const {
    static const std::string kName = "buoyancy";
    return kName;
}

Wrench BuoyancyForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField*) const {
    const double displacedMass = flow.density * model.volume() * model.def().buoyancyScale;
    const Vector3 force = -displacedMass * flow.effectiveGravity;
    return {model.centerOfVolume().cross(force), force};
}

} // namespace ambient
