// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/BuoyancyForce.h"

namespace ambient {

const std::string& BuoyancyForce::name() const {
    static const std::string kName = "buoyancy";
    return kName;
}

Wrench BuoyancyForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    const double volume = flow.faces ? flow.faces->volume : surface.volume();
    const Vector3& center = flow.faces ? flow.faces->centerOfVolume : surface.centerOfVolume();
    const Vector3 force = -flow.density * volume * flow.effectiveGravity;
    Wrench sum(center.cross(force), force);
    if (flow.faces) sum += flow.faces->accelerationExcess;
    return surface.data().buoyancyScale * sum;
}

} // namespace ambient
