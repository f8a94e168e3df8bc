// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"

#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

const std::string& SkinFrictionForce::name() const {
    static const std::string kName = "skin_friction";
    return kName;
}

Wrench SkinFrictionForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const {
    Wrench sum;
    if (field) fillSurfaceField(model, flow, *field);
    if (flow.dynamicViscosity == 0.0) return sum;
    const FaceArrays& faces = model.faces();
    // Cf |s| = 0.0576 (rho L / mu)^(-1/5) |s|^(4/5): the constant factor leaves the loop.
    const double c = 0.0576 * std::pow(flow.density * model.length() / flow.dynamicViscosity, -0.2);
    forEachAttachedFace(model, flow, [&](int f, const FaceSlip& slip) {
        const double cfTimesSpeed = c * std::pow(slip.velocity.squaredNorm(), 0.4);
        const Vector3 force = -(slip.attachment * cfTimesSpeed * faces.area[f]) * slip.velocity;
        sum += Wrench(faces.centroid(f).cross(force), force);
    });
    return (0.5 * flow.density * model.def().frictionScale) * sum;
}

} // namespace ambient
