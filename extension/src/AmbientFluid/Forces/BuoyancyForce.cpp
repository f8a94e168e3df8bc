// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/BuoyancyForce.h"

#include "AmbientFluid/Body/SurfaceMotion.h"

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

double BuoyancyForce::power(const Surface& surface, const RelativeFlow& flow) const {
    const Wrench wrench = evaluate(surface, flow, nullptr);
    const double rigid = ambient::power(flow.twist, wrench);
    if (!flow.faces || !(surface.volume() > 0.0)) return rigid;
    // The centre of volume moves with the change of shape: (d/dt Int x dV - c dV/dt) / V.
    const Faces& faces = surface.faces();
    Vector3 moved = Vector3::Zero();
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 c = faces.centroid(f);
        const double outward = (flow.velocityOfFace(faces, f) - flow.velocityAt(c)).dot(faces.normal(f));
        moved += faces.area[f] * outward * (c - surface.centerOfVolume());
    }
    return rigid + wrench.linear.dot(moved) / surface.volume();
}

} // namespace ambient
